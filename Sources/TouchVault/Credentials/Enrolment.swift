/// Somebody with a pattern, without anything secret.
public struct EnrolledUser: Hashable, Sendable {
    /// The name.
    public let user: UserName
    /// The rows of the grid that the pattern was drawn on.
    public let rows: Int
    /// The columns of the grid that the pattern was drawn on.
    public let columns: Int
    /// When the pattern was stored, in microseconds since 1970 in UTC.
    public let createdWallMicroseconds: Int64
    /// How the user stands with the attempt limit.
    public internal(set) var standing: Standing
}

/// The slow part of storing a new pattern, to be run on a worker.
///
///     vault.beginEnrolment(user)  loop     a fresh salt
///     enrolment.run(pattern)      worker   Argon2id
///     vault.store(outcome)        loop     replaces the user's pattern
public struct Enrolment: Sendable {
    /// Whose pattern it will be.
    public let user: UserName
    let salt: [UInt8]
    let parameters: StretchParameters
    /// The row of the credential that is only stretched anew; nil for a new pattern.
    var credential: Int64?

    /// Stretches the pattern; slow, safe on any thread.
    public func run(_ pattern: Pattern) throws(VaultError) -> EnrolmentOutcome {
        let stretched = try PatternHash.stretch(pattern, salt: salt, parameters: parameters)
        return EnrolmentOutcome(enrolment: self, stretched: stretched, rows: pattern.rows, columns: pattern.columns)
    }
}

/// What ``Enrolment/run(_:)`` made and ``Vault/store(_:at:)`` keeps.
public final class EnrolmentOutcome: Sendable {
    let enrolment: Enrolment
    let stretched: SecretBytes
    let rows: Int
    let columns: Int

    init(enrolment: Enrolment, stretched: consuming SecretBytes, rows: Int, columns: Int) {
        self.enrolment = enrolment
        self.stretched = stretched
        self.rows = rows
        self.columns = columns
    }

    /// What is stored.
    func verifier(with pepper: borrowing SecretBytes) throws(VaultError) -> [UInt8] {
        let peppered = try PatternHash.peppered(stretched, with: pepper)
        return peppered.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
