internal import TouchConfiguration
internal import TouchCore

/// The outcome of an attempt to prove a pattern.
package enum VerificationVerdict: Hashable, Sendable {
    /// The pattern was right; the failed attempts are forgotten.
    case passed
    /// The duress pattern: to any observer it passed.
    case passedUnderDuress
    case wrong
    /// The pattern equals one of the last wrong ones; not counted.
    case repeated
    /// The name has no pattern. The same work was done; whether the caller learns this is policy.
    case unknownUser
    /// The pattern was replaced or removed during this attempt; counts as failed.
    case superseded

    /// Which of the user's patterns it was; nil if none matched.
    package var slot: SecretSlot? {
        switch self {
        case .passed: .everyday
        case .passedUnderDuress: .duress
        case .wrong, .repeated, .unknownUser, .superseded: nil
        }
    }
}

/// The slow part of checking a pattern, to be run on a worker.
///
///     vault.beginVerification(…)     loop     the attempt is counted
///     verification.run(pattern)      worker   the count is on the disk; then Argon2id, which knows neither the
///     verifier
///                                             nor whether the user exists
///     vault.finish(outcome)          loop     compares; settles the count
///
/// An attempt that is begun and never finished stays counted; one returned with ``Vault/giveBack(_:)`` does not.
package struct Verification: Sendable {
    struct Stretches: Sendable {
        var everyday: Work
        var duress: Work
    }

    struct Work: Hashable, Sendable {
        let salt: [UInt8]
        let parameters: StretchParameters
    }

    /// The user whose secret is being verified.
    package let user: UserName
    let kind: SecretKind
    /// Counts from 1 since the last right one; for names without a pattern, on all such names together.
    package let attempt: Int
    /// The row of the credential, to detect one stored meanwhile; nil if there is none.
    let credential: Int64?
    let stretches: Stretches
    /// The row of a user who was removed under duress, if a guess may be made at the pattern; to observers
    /// the name has none.
    var hidden: Int64?
    /// The guess as a keyed hash, to recognize a repeated slip.
    let guess: [UInt8]
    let before: AttemptRecord
    /// The number of the record that counts this attempt.
    let sequence: Int64
    let boottime: Instant
    var counting = DurableWrite.none

    /// Waits until the attempt is counted on the disk, then stretches the pattern; slow, safe on any thread.
    package func run(_ pattern: Secret) throws(VaultError) -> VerificationOutcome {
        try counting.finish()
        let work = stretches.everyday
        let stretched = try SecretHash.stretch(pattern, salt: work.salt, parameters: work.parameters)
        // Only if an older touchd restretched one of the two; the first drawing that passes restores the pair.
        guard stretches.duress != work else {
            return VerificationOutcome(verification: self, stretched: stretched, underDuress: nil)
        }
        let other = try SecretHash.stretch(
            pattern, salt: stretches.duress.salt, parameters: stretches.duress.parameters)
        return VerificationOutcome(verification: self, stretched: stretched, underDuress: other)
    }
}

/// The output of ``Verification/run(_:)``, judged by ``Vault/finish(_:)``.
package final class VerificationOutcome: Sendable {
    let verification: Verification
    private let stretched: SecretBytes
    private let underDuress: SecretBytes?
    let stretches: Int

    init(verification: Verification, stretched: consuming SecretBytes, underDuress: consuming SecretBytes?) {
        self.verification = verification
        self.stretched = stretched
        stretches = underDuress == nil ? 1 : 2
        self.underDuress = underDuress
    }

    /// The new stored form of one slot, stretched like the other one; nil if both are stretched alike.
    func secret(_ slot: SecretSlot, with pepper: borrowing SecretBytes) throws(VaultError) -> StoredSecret? {
        let work = slot == .everyday ? verification.stretches.duress : verification.stretches.everyday
        let verifier: [UInt8]
        switch underDuress {
        case .none: return nil
        case .some(let other) where slot == .everyday:
            verifier = try SecretHash.verifier(of: other, as: slot, with: pepper)
        case .some: verifier = try SecretHash.verifier(of: stretched, as: slot, with: pepper)
        }
        return StoredSecret(parameters: work.parameters, salt: work.salt, verifier: verifier)
    }

    /// The form to be compared with verifiers of that slot; always the same work.
    func peppered(as slot: SecretSlot, with pepper: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
        switch underDuress {
        case .some(let other) where slot == .duress: try SecretHash.peppered(other, as: slot, with: pepper)
        default: try SecretHash.peppered(stretched, as: slot, with: pepper)
        }
    }
}

extension StoredSecret {
    var work: Verification.Work { Verification.Work(salt: salt, parameters: parameters) }
}
