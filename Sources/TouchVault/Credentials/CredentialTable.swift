/// The statements on the tables `credential` and `attempt`.
struct CredentialTable: ~Copyable {
    let find: Statement
    let insert: Statement
    let delete: Statement
    let list: Statement
    let addAttempts: Statement
    let countAttempt: Statement
    let clearAttempts: Statement
    let readAttempts: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        let find = try database.prepare(
            "SELECT id, scheme, passes, memory, salt, verifier FROM credential WHERE user = ?")
        let insert = try database.prepare(
            """
            INSERT INTO credential (user, scheme, passes, memory, salt, verifier, rows, columns, created)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let delete = try database.prepare("DELETE FROM credential WHERE user = ? RETURNING id")
        let list = try database.prepare(
            """
            SELECT credential.user, rows, columns, created, failed
            FROM credential LEFT JOIN attempt ON attempt.user = credential.user ORDER BY credential.user
            """)
        let addAttempts = try database.prepare("INSERT INTO attempt (user) VALUES (?)")
        let countAttempt = try database.prepare(
            "UPDATE attempt SET failed = failed + 1, boot = ?, boottime = ? WHERE user IS ? RETURNING failed")
        let clearAttempts = try database.prepare(
            "UPDATE attempt SET failed = 0, boot = NULL, boottime = NULL WHERE user IS ?")
        let readAttempts = try database.prepare("SELECT failed, boot, boottime FROM attempt WHERE user IS ?")
        // All or none: a value that cannot be copied must not be left half made.
        self.find = find
        self.insert = insert
        self.delete = delete
        self.list = list
        self.addAttempts = addAttempts
        self.countAttempt = countAttempt
        self.clearAttempts = clearAttempts
        self.readAttempts = readAttempts
    }
}

/// One row of the table `credential`, without the user's name.
struct Credential {
    /// The verifier is the output of Argon2id itself.
    ///
    /// A later scheme may key it further (a pepper) without knowing the
    /// pattern, so an existing row can be taken along.
    static let scheme: Int64 = 1

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
