internal import TouchConfiguration
internal import TouchCore

final class CredentialTable {
    private let find: Statement
    private let secrets: Statement
    private let dropSecrets: Statement
    private let putSecret: Statement
    private let list: Statement
    private let next: Statement
    private let names: Statement
    private let deleteRow: Statement
    let restrict: Statement
    private let insert: Statement
    private let update: Statement
    let delete: Statement
    let findRecovery: Statement
    let putRecovery: Statement
    let deleteRecovery: Statement
    /// Voids all earlier proofs of the user.
    let voidTokens: Statement
    private let lastStretch: Statement

    private static let columns = "id, scheme, created, expires, disabled, recovering, seal"

    init(_ database: borrowing Database) throws(VaultError) {
        find = try database.prepare("SELECT \(Self.columns) FROM credential WHERE user = ?")
        secrets = try database.prepare(
            """
            SELECT kind, passes, memory, salt, verifier, duress_passes, duress_memory, duress_salt, duress_verifier,
                second_duress, rows, columns
            FROM secret WHERE user = ?
            """)
        dropSecrets = try database.prepare("DELETE FROM secret WHERE user = ?")
        putSecret = try database.prepare("INSERT INTO secret VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        list = try database.prepare("SELECT user FROM credential WHERE user > ? ORDER BY user LIMIT ?")
        next = try database.prepare("SELECT id, user FROM credential WHERE id > ? ORDER BY id LIMIT ?")
        names = try database.prepare("SELECT id, user FROM credential")
        deleteRow = try database.prepare("DELETE FROM credential WHERE id = ?")
        restrict = try database.prepare("UPDATE credential SET disabled = ?, expires = ? WHERE id = ?")
        insert = try database.prepare(
            "INSERT INTO credential (user, scheme, created) VALUES (?, ?, ?)")
        update = try database.prepare(
            """
            UPDATE credential SET scheme = ?, created = ?, expires = ?, disabled = ?, recovering = ?, seal = ?
            WHERE id = ?
            """)
        delete = try database.prepare("DELETE FROM credential WHERE user = ?")
        findRecovery = try database.prepare("SELECT hash FROM recovery WHERE user = ?")
        putRecovery = try database.prepare("INSERT OR REPLACE INTO recovery (user, hash) VALUES (?, ?)")
        deleteRecovery = try database.prepare("DELETE FROM recovery WHERE user = ?")
        // Looks up the result of each token; to find a user's results, those of everybody would have to be read.
        voidTokens = try database.prepare(
            """
            DELETE FROM token WHERE NOT EXISTS
                (SELECT 1 FROM result WHERE id = token.result AND (user IS NOT ? OR kind <> 'unlock'))
            """)
        lastStretch = try database.prepare(
            """
            SELECT secret.passes, secret.memory FROM credential CROSS JOIN secret USING (user)
            ORDER BY id DESC LIMIT 1
            """)
    }

    func credential(
        of user: UserName, key: borrowing SecretBytes
    ) throws(VaultError) -> Credential? {
        let secrets = try secrets(of: user)
        return try find.first(.text(user.description)) { row throws(VaultError) in
            try Credential(row, of: user, secrets, key: key)
        }
    }

    /// The user's secrets; nil if rows were not written by touchd.
    func secrets(of user: UserName) throws(VaultError) -> [SecretKind: StoredSecret]? {
        var found: [SecretKind: StoredSecret] = [:]
        let areReadable = try secrets.rows(.text(user.description)) { row throws(VaultError) -> Bool in
            guard let name = try? row.text(0), let kind = SecretKind(name), let everyday = try? row.stretched(1),
                let duress = try? row.stretched(5), everyday.stretching == duress.stretching,
                let deeper = try? row.blob(9, count: (StoredSecret.levels - 2) * SecretHash.verifierByteCount),
                let rows = try? row.integer(10, in: Secret.sides), let columns = try? row.integer(11, in: Secret.sides)
            else { return false }
            let size = SecretHash.verifierByteCount
            found[kind] = StoredSecret(
                rows: rows, columns: columns, stretching: everyday.stretching,
                verifiers: [everyday.verifier, duress.verifier]
                    + stride(from: 0, to: deeper.count, by: size).map { Array(deeper[$0..<$0 + size]) })
            return true
        }
        return areReadable.allSatisfy { $0 } ? found : nil
    }

    /// How the newest secret is stretched; nil if there is none that can be read.
    func newestStretch() throws(VaultError) -> StretchParameters? {
        try lastStretch.first { row throws(VaultError) in try? row.parameters(0) } ?? nil
    }

    /// Up to `limit` names after that one, in their order; touchd did not write those that are not valid.
    func names(after name: String, limit: Int64) throws(VaultError) -> [String] {
        try list.rows(.text(name), .integer(limit)) { row throws(VaultError) in try row.text(0) }
    }

    /// Up to `limit` rows after that one, in the order of their numbers; nil for one without a name.
    func rows(
        after id: Int64, limit: Int64, key: borrowing SecretBytes
    ) throws(VaultError) -> [(id: Int64, credential: Credential?)] {
        let found = try next.rows(.integer(id), .integer(limit)) { row throws(VaultError) -> (Int64, UserName?) in
            (try row.integer(0), (try? row.text(1)).flatMap { try? UserName($0) })
        }
        var rows: [(id: Int64, credential: Credential?)] = []
        for (id, user) in found {
            rows.append((id, try user.flatMap { user throws(VaultError) in try credential(of: user, key: key) }))
        }
        return rows
    }

    /// Deletes rows with invalid names, which touchd did not write.
    func dropNameless() throws(VaultError) {
        let nameless = try names.rows { row throws(VaultError) -> Int64? in
            if let name = try? row.text(1), (try? UserName(name)) != nil { return nil }
            return try row.integer(0)
        }.compactMap { $0 }
        for id in nameless { try deleteRow.run(.integer(id)) }
    }

    /// Creates an empty row, to be filled by ``write(_:key:)`` in the same transaction; returns its number.
    func makeRow(of user: UserName, created: WallTime) throws(VaultError) -> Int64 {
        try insert.insert([.text(user.description), .integer(Credential.scheme), .integer(created.microseconds)])
    }

    /// Stores the changeable columns of a credential and its secrets, and seals it.
    func write(_ credential: Credential, key: borrowing SecretBytes) throws(VaultError) {
        try update.run(
            .integer(Credential.scheme), .integer(credential.created.microseconds),
            .optional(credential.expiry?.microseconds), .integer(credential.isDisabled ? 1 : 0),
            .integer(credential.isRecovering ? 1 : 0), .blob(credential.seal(key: key)), .integer(credential.id))
        let name = Value.text(credential.user.description)
        try dropSecrets.run(name)
        for (kind, secret) in credential.secrets {
            let parameters = secret.stretching.parameters
            let passes = Value.integer(Int64(parameters.passes))
            let (memory, salt) = (Value.integer(Int64(parameters.memoryBytes)), Value.blob(secret.stretching.salt))
            try putSecret.run(
                name, .text(kind.description), passes, memory, salt, .blob(secret.verifiers[0]), passes, memory, salt,
                .blob(secret.verifiers[1]), .blob(Array(secret.verifiers[2...].joined())),
                .integer(Int64(secret.rows)), .integer(Int64(secret.columns)))
        }
    }
}
