/// What became of an attempt to prove a pattern.
public enum VerificationVerdict: Hashable, Sendable {
    /// The pattern was right; the failed attempts are forgotten.
    case passed
    /// The pattern was wrong.
    case wrong
    /// The pattern was wrong, and the same as one of the last wrong ones; not counted.
    case repeated
    /// The name has no pattern. Took the same work; whether to tell the caller is policy.
    case unknownUser
    /// The pattern was stored anew or removed while this attempt was under way; counts as failed.
    case superseded
}

/// The slow part of checking a pattern, to be run on a worker.
///
///     vault.beginVerification(…)     loop     the attempt is counted, on disk, before anything is compared
///     verification.run(pattern)      worker   Argon2id; knows neither the verifier nor whether the user exists
///     vault.finish(outcome)          loop     compares; settles the count
///
/// An attempt that is begun and never finished stays counted.
public struct Verification: Sendable {
    /// Whose pattern is to be proved.
    public let user: UserName
    /// Which attempt this is since the last right one, from 1.
    ///
    /// For a name without a pattern the attempts on all
    /// such names are counted together.
    public let attempt: Int
    /// The row of the credential, so that one stored meanwhile is noticed; nil if there is none.
    let credential: Int64?
    let salt: [UInt8]
    let parameters: StretchParameters
    /// The guess as a keyed hash, to tell a repeated slip.
    let guess: [UInt8]
    /// The record before this attempt was counted.
    let before: AttemptRecord
    /// The number of the record that counts this attempt.
    let sequence: Int64
    let boottimeMicroseconds: Int64

    /// Stretches the pattern; slow, safe on any thread.
    public func run(_ pattern: Pattern) throws(VaultError) -> VerificationOutcome {
        let stretched = try PatternHash.stretch(pattern, salt: salt, parameters: parameters)
        return VerificationOutcome(verification: self, stretched: stretched)
    }
}

/// What ``Verification/run(_:)`` made and ``Vault/finish(_:)`` judges.
public final class VerificationOutcome: Sendable {
    let verification: Verification
    let stretched: SecretBytes

    init(verification: Verification, stretched: consuming SecretBytes) {
        self.verification = verification
        self.stretched = stretched
    }
}
