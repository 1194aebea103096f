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
    let user: UserName
    let kind: SecretKind
    /// Counts from 1 since the last right one; for names without a pattern, on all such names together.
    package let attempt: Int
    /// The row of the credential; nil if there is none.
    let credential: Int64?
    /// The version of the user's secrets, to detect a change meanwhile.
    let lineage: Lineage
    let stretching: Stretching
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
        return VerificationOutcome(
            verification: self,
            stretched: try SecretHash.stretch(pattern, salt: stretching.salt, parameters: stretching.parameters))
    }
}

/// The output of ``Verification/run(_:)``, judged by ``Vault/finish(_:)``.
package final class VerificationOutcome: Sendable {
    let verification: Verification
    let stretched: SecretBytes

    init(verification: Verification, stretched: consuming SecretBytes) {
        self.verification = verification
        self.stretched = stretched
    }
}
