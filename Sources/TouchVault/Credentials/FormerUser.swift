internal import TouchCore

/// A user in a vault of touchd 0.1, with the pattern in the row of the user.
struct FormerUser {
    private static let scheme: Int64 = 2

    let credential: Credential
    private let pattern: StoredSecret
    private let storedSeal: [UInt8]?

    /// Moves the patterns of all users to the table `secret`.
    ///
    /// A row with a wrong seal, or without one, stays so, and one that cannot be read is left: their users stay locked.
    static func moveAll(
        in database: Database, key: borrowing SecretBytes, pepper: borrowing SecretBytes
    ) throws(VaultError) {
        let restore = try database.prepare("UPDATE credential SET seal = ? WHERE id = ?")
        for former in try all(in: database) {
            var (credential, pattern) = (former.credential, former.pattern)
            // At last, the count: one was perhaps set.
            for level in Array(pattern.verifiers.count..<StoredSecret.levels) + [StoredSecret.levels + 1] {
                pattern.verifiers.append(
                    SecretHash.absence(at: level, for: credential.user, salt: pattern.stretching.salt, with: pepper))
            }
            credential.secrets["pattern"] = pattern
            try database.write(credential, key: key)
            if KeyedHash.areEqual(former.storedSeal ?? [], former.seal(key: key)) { continue }
            try restore.run(former.storedSeal.map { .blob($0) } ?? .null, .integer(credential.id))
        }
    }

    /// The users whose rows can be read.
    static func all(in database: Database) throws(VaultError) -> [FormerUser] {
        try database.prepare(
            """
            SELECT passes, memory, salt, verifier, duress_passes, duress_memory, duress_salt, duress_verifier,
                rows, columns, id, user, scheme, created, expires, disabled, recovering, seal
            FROM credential
            """
        ).rows { row throws(VaultError) -> FormerUser? in
            do throws(VaultError) { return try FormerUser(row) } catch {
                guard case .damaged = error else { throw error }
                return nil
            }
        }.compactMap(\.self)
    }

    private init(_ row: borrowing Row) throws(VaultError) {
        guard try row.integer(12) == Self.scheme else { throw row.damage(at: 12, "is not a scheme of its schema") }
        let (everyday, duress) = (try row.stretched(0), try row.stretched(4))
        guard everyday.stretching == duress.stretching else { throw row.damage(at: 4, "is not as of the pattern") }
        pattern = StoredSecret(
            rows: try row.integer(8, in: 1...8), columns: try row.integer(9, in: 1...8),
            stretching: everyday.stretching, verifiers: [everyday.verifier, duress.verifier])
        let user = try row.text(11, as: "a user name") { try? UserName($0) }
        var credential = Credential(
            id: try row.integer(10), user: user, created: WallTime(microseconds: try row.integer(13)))
        credential.expiry = try row.optionalInteger(14).map(WallTime.init(microseconds:))
        credential.isDisabled = try row.integer(15, in: 0...1) == 1
        credential.isRecovering = try row.integer(16, in: 0...1) == 1
        self.credential = credential
        storedSeal = (try? row.optionalBlob(17, count: KeyedHash.byteCount)) ?? nil
    }

    func seal(key: borrowing SecretBytes) -> [UInt8] {
        let name = Array(credential.user.description.utf8)
        var message = Array("touchd credential 1\0".utf8) + [UInt8(name.count)] + name
        for number in [
            credential.id, Self.scheme, Int64(pattern.rows), Int64(pattern.columns), credential.created.microseconds,
            credential.flags, credential.expiry?.microseconds ?? 0,
        ] { message += number.littleEndianBytes }
        // The stretching twice, as it was stored.
        for verifier in pattern.verifiers { message += pattern.stretching.sealed + verifier }
        return KeyedHash.bytes(of: message, key: key)
    }
}

extension Row {
    /// Passes, memory, salt and a verifier, from that column on.
    fileprivate borrowing func stretched(
        _ column: Int32
    ) throws(VaultError) -> (stretching: Stretching, verifier: [UInt8]) {
        let salt = try blob(column + 2, count: SecretHash.saltByteCount)
        return (
            Stretching(salt: salt, parameters: try parameters(column)),
            try blob(column + 3, count: SecretHash.verifierByteCount)
        )
    }
}
