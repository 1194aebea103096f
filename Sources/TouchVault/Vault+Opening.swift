/// What is done once when a vault is opened.
extension Vault {
    /// Made of both keys, so that who can change the file alone cannot seal what they put there.
    static func sealKey(
        from key: borrowing SecretBytes, _ pepper: borrowing SecretBytes
    ) throws(VaultError) -> SecretBytes {
        try KeyedHash.secret(of: key, label: "touchd records of attempts", key: pepper)
    }

    /// Seals the records of a vault that was made before they were sealed.
    static func sealRecords(
        in database: borrowing Database, pepper: borrowing SecretBytes
    ) throws(VaultError) {
        let key = try key(of: database)
        let sealKey = try sealKey(from: key, pepper)
        let attemptTable = try AttemptTable(database)
        let rows = try database.prepare(
            """
            SELECT credential.user, credential.id, failed, boot, boottime
            FROM credential JOIN attempt ON attempt.user = credential.user
            """
        ).rows { row throws(VaultError) -> (UserName, SealedRecord) in
            guard let user = try? UserName(try row.text(0)) else { throw row.damage(at: 0, "is no user name") }
            let attempts = AttemptRecord(
                failed: try row.integer(2, in: 0...Int64(Int32.max)),
                boot: try row.optionalBlob(3, count: BootID.byteCount).map(BootID.init(bytes:)),
                boottimeMicroseconds: try row.optionalInteger(4))
            return (user, SealedRecord(credential: try row.integer(1), sequence: 1, attempts: attempts))
        }
        for (user, record) in rows { _ = try attemptTable.write(record, of: user, key: sealKey) }
    }

    /// Names without a pattern begin anew whenever the vault is opened: there is nothing to guess.
    static func restartNobody(
        in attemptTable: borrowing AttemptTable, key: borrowing SecretBytes
    ) throws(VaultError) {
        let record = SealedRecord(credential: 0, sequence: 1, attempts: .clear)
        if try attemptTable.write(record, of: nil, key: key) { return }
        _ = try attemptTable.write(record, of: nil, isNew: true, key: key)
    }

    /// The vault's own key, drawn when the vault was made.
    static func key(of database: borrowing Database) throws(VaultError) -> SecretBytes {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'vault'").first {
            row throws(VaultError) in
            try row.blob(0, count: keyByteCount)
        }
        if var stored { return try SecretBytes(wiping: &stored) }
        let users = try database.prepare("SELECT count(*) FROM credential").first { row throws(VaultError) in
            try row.integer(0)
        }
        guard users == 0 else { throw .damaged(path: database.path, detail: "the vault's key is missing") }
        var fresh = try Sodium.randomBytes(keyByteCount)
        try database.prepare("INSERT INTO key (name, value) VALUES ('vault', ?)").run(.blob(fresh))
        return try SecretBytes(wiping: &fresh)
    }

    /// Hashes the verifiers of a vault that was made before there was a pepper.
    static func pepperVerifiers(
        in database: borrowing Database, pepper: borrowing SecretBytes
    ) throws(VaultError) {
        let rows = try database.prepare("SELECT id, verifier FROM credential").rows { row throws(VaultError) in
            (id: try row.integer(0), verifier: try row.blob(1, count: PatternHash.verifierByteCount))
        }
        let update = try database.prepare("UPDATE credential SET scheme = ?, verifier = ? WHERE id = ?")
        for (id, verifier) in rows {
            var verifier = verifier
            let peppered = try PatternHash.peppered(SecretBytes(wiping: &verifier), with: pepper)
            let bytes = peppered.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            try update.run(.integer(Credential.scheme), .blob(bytes), .integer(id))
        }
        let mark = KeyedHash.bytes(of: pepperMark, key: pepper)
        try database.prepare("INSERT INTO key (name, value) VALUES ('pepper', ?)").run(.blob(mark))
    }

    /// Makes sure that the pepper is the one that the vault was made with.
    static func check(_ pepper: borrowing SecretBytes, in database: borrowing Database) throws(VaultError) {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'pepper'").first {
            row throws(VaultError) in
            try row.blob(0, count: KeyedHash.byteCount)
        }
        guard let stored, KeyedHash.areEqual(stored, KeyedHash.bytes(of: pepperMark, key: pepper)) else {
            throw .wrongPepper(path: database.path)
        }
    }

    /// What a pepper is known again by.
    private static let pepperMark = Array("touchd mark of the pepper".utf8)
}
