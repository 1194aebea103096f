/// The statements on the tables `credential` and `recovery`.
struct CredentialTable: ~Copyable {
    let find: Statement
    let insert: Statement
    let delete: Statement
    let list: Statement
    let replaceVerifier: Statement
    let restretch: Statement
    let findRecovery: Statement
    let putRecovery: Statement
    let deleteRecovery: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        let find = try database.prepare(
            "SELECT id, scheme, passes, memory, salt, verifier FROM credential WHERE user = ?")
        let insert = try database.prepare(
            """
            INSERT INTO credential (user, scheme, passes, memory, salt, verifier, rows, columns, created)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """)
        let delete = try database.prepare("DELETE FROM credential WHERE user = ? RETURNING id")
        let list = try database.prepare(
            "SELECT user, rows, columns, created FROM credential ORDER BY user")
        let replaceVerifier = try database.prepare("UPDATE credential SET verifier = ? WHERE user = ?")
        let restretch = try database.prepare(
            "UPDATE credential SET passes = ?, memory = ?, salt = ?, verifier = ? WHERE user = ? AND id = ?")
        let findRecovery = try database.prepare("SELECT hash FROM recovery WHERE user = ?")
        let putRecovery = try database.prepare("INSERT OR REPLACE INTO recovery (user, hash) VALUES (?, ?)")
        let deleteRecovery = try database.prepare("DELETE FROM recovery WHERE user = ?")
        // All or none: a value that cannot be copied must not be left half made.
        self.find = find
        self.insert = insert
        self.delete = delete
        self.list = list
        self.restretch = restretch
        self.replaceVerifier = replaceVerifier
        self.findRecovery = findRecovery
        self.putRecovery = putRecovery
        self.deleteRecovery = deleteRecovery
    }
}

/// One row of the table `credential`, without the user's name.
struct Credential {
    /// The verifier is BLAKE2b, keyed with the pepper, of what Argon2id made.
    ///
    /// Scheme 1 was the output of Argon2id itself; the second step of the schema took it along.
    static let scheme: Int64 = 2

    let id: Int64
    let parameters: StretchParameters
    let salt: [UInt8]
    let verifier: [UInt8]

    init(_ row: borrowing Row) throws(VaultError) {
        id = try row.integer(0)
        guard try row.integer(1) == Self.scheme else { throw row.damage(at: 1, "is no scheme of this schema") }
        parameters = StretchParameters(
            uncheckedPasses: try row.integer(2, in: StretchParameters.passesRange),
            memoryBytes: try row.integer(3, in: StretchParameters.memoryRange))
        salt = try row.blob(4, count: PatternHash.saltByteCount)
        verifier = try row.blob(5, count: PatternHash.verifierByteCount)
    }
}
