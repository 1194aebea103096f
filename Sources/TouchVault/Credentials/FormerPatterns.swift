internal import TouchCore

/// Moves patterns to the table `secret`, in a vault from before ``Schema/movingStep``: they were in the row of their user.
final class FormerPatterns {
    private let names: Statement
    private let find: Statement
    private let secrets: Statement
    private let restore: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        let stretched = "passes, memory, salt, verifier, duress_passes, duress_memory, duress_salt, duress_verifier"
        names = try database.prepare("SELECT user FROM credential")
        find = try database.prepare(
            """
            SELECT 'pattern', \(stretched), second_duress, rows, columns, id, scheme, created, expires, disabled,
                recovering, seal
            FROM credential WHERE user = ?
            """)
        secrets = try database.prepare(
            "SELECT kind, \(stretched), second_duress FROM secret WHERE user = ? ORDER BY kind")
        restore = try database.prepare("UPDATE credential SET seal = ? WHERE id = ?")
    }

    /// Moves those of all users.
    ///
    /// A row with a wrong seal, or without one, stays so, and one that cannot be read is left: their users stay locked.
    func move(
        into table: CredentialTable, key: borrowing SecretBytes, pepper: borrowing SecretBytes
    ) throws(VaultError) {
        for name in try names.rows(read: { row throws(VaultError) in try? row.text(0) }) {
            guard let name, let user = try? UserName(name), let former = try former(user) else { continue }
            var credential = former.credential
            for pair in former.pairs {
                let salt = pair.duress.salt
                var deeper = (2..<SecretPair.levels).map { level in
                    SecretHash.absence(at: level, for: user, salt: salt, with: pepper)
                }
                if let second = pair.second { deeper[0] = second }
                credential.secrets[pair.kind] = SecretPair(
                    rows: pair.rows, columns: pair.columns, everyday: pair.everyday, duress: pair.duress, deeper: deeper
                )
            }
            try table.write(credential, key: key)
            if KeyedHash.areEqual(former.storedSeal ?? [], former.seal(key: key)) { continue }
            try restore.run(former.storedSeal.map { .blob($0) } ?? .null, .integer(credential.id))
        }
    }

    func former(_ user: UserName) throws(VaultError) -> Former? {
        let name = Value.text(user.description)
        do throws(VaultError) {
            let others = try secrets.rows(name) { row throws(VaultError) in try Former.Pair(row) }
            if others.contains(where: { $0.kind == "pattern" }) { return nil }
            return try find.first(name) { row throws(VaultError) in try Former(row, of: user, others) }
        } catch {
            guard case .damaged = error else { throw error }
            return nil
        }
    }

    struct Former {
        struct Pair {
            let kind: SecretKind
            let everyday: StoredSecret
            let duress: StoredSecret
            /// Nil in a row that a touchd wrote which did not have it.
            let second: [UInt8]?
            var rows = 0
            var columns = 0

            init(_ row: borrowing Row) throws(VaultError) {
                kind = try row.text(0, as: "a kind of secret") { SecretKind($0) }
                (everyday, duress) = (try row.secret(at: 1, salt: 3), try row.secret(at: 5, salt: 7))
                second = try row.optionalBlob(9, count: SecretHash.verifierByteCount)
            }

            func append(to message: inout [UInt8]) {
                for secret in [everyday, duress] { secret.append(to: &message) }
                message += second ?? []
            }
        }

        private static let scheme: Int64 = 2

        let credential: Credential
        let pairs: [Pair]
        let storedSeal: [UInt8]?

        init(_ row: borrowing Row, of user: UserName, _ others: [Pair]) throws(VaultError) {
            guard try row.integer(13) == Self.scheme else { throw row.damage(at: 13, "is not a scheme of its schema") }
            var pattern = try Pair(row)
            (pattern.rows, pattern.columns) = (try row.integer(10, in: 1...8), try row.integer(11, in: 1...8))
            pairs = [pattern] + others
            var credential = Credential(
                id: try row.integer(12), user: user, created: WallTime(microseconds: try row.integer(14)))
            credential.expiry = try row.optionalInteger(15).map(WallTime.init(microseconds:))
            credential.isDisabled = try row.integer(16, in: 0...1) == 1
            credential.isRecovering = try row.integer(17, in: 0...1) == 1
            self.credential = credential
            storedSeal = (try? row.optionalBlob(18, count: KeyedHash.byteCount)) ?? nil
        }

        func seal(key: borrowing SecretBytes) -> [UInt8] {
            let name = Array(credential.user.description.utf8)
            var message = Array("touchd credential 1\0".utf8) + [UInt8(name.count)] + name
            for number in [
                credential.id, Self.scheme, Int64(pairs[0].rows), Int64(pairs[0].columns),
                credential.created.microseconds, credential.flags, credential.expiry?.microseconds ?? 0,
            ] { message += number.littleEndianBytes }
            for (index, pair) in pairs.enumerated() {
                if index > 0 { message += Array("\(pair.kind)\0".utf8) }
                pair.append(to: &message)
            }
            return KeyedHash.bytes(of: message, key: key)
        }
    }
}
