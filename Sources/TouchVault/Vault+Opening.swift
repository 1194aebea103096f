extension Vault {
    /// The tables besides users' records that affect decisions: keys, tokens, and misses of panels.
    static let guardedTables = ["key", "signing_key", "token", "miss"]

    /// Migrates a database, and verifies that the pepper is the one it was created with.
    ///
    /// - Parameter isPepperProven: whether something other than the database was sealed with that pepper.
    /// - Returns: whether something was missing that had to be recreated.
    static func bringUp(
        _ database: Database, _ schema: Schema, vault: [UInt8], pepper: borrowing SecretBytes,
        isPepperProven: Bool = false, isSuspect: Bool = false
    ) throws(VaultError) -> Bool {
        var (isRestored, isNew) = (false, false)
        do throws(VaultError) {
            isRestored = try schema.bringUp(database, isSuspect: isSuspect) { version throws(VaultError) in
                switch version {
                case Schema.formerVersion:
                    isNew = true
                    try putMark(of: pepper, in: database)
                case Schema.movingVersion:
                    try moveSecrets(in: database, newVault: isNew ? vault : nil, pepper: pepper)
                default: break
                }
            }
        } catch {
            // Where the guard is, a vault was.
            guard isPepperProven, case .foreign(let path, let application) = error else { throw error }
            throw .damaged(path: path, detail: "application id \(application)")
        }
        if try !knows(pepper, in: database) {
            guard isPepperProven else { throw .wrongPepper(path: database.path) }
            try putMark(of: pepper, in: database)
            isRestored = true
        }
        // A vault without its key is damaged, which must be detected before anything is derived from it.
        _ = try key(of: database)
        return isRestored
    }

    /// Derived from both keys, so that changing the file does not suffice to seal the change.
    static func sealKey(
        from key: borrowing SecretBytes, _ pepper: borrowing SecretBytes
    ) throws(VaultError) -> SecretBytes {
        try KeyedHash.secret(of: key, label: "touchd records of attempts", key: pepper)
    }

    /// Does what SQL cannot for a vault of touchd 0.1, and begins to count the changes of a new one.
    ///
    /// A wrong seal of the guard stays, and is detected.
    private static func moveSecrets(
        in database: Database, newVault: [UInt8]?, pepper: borrowing SecretBytes
    ) throws(VaultError) {
        let key = try key(of: database)
        let sealKey = try sealKey(from: key, pepper)
        func rows() throws(VaultError) -> RowSetHash.Value {
            try RowSetHash(of: guardedTables, in: database, key: sealKey).value
        }
        let genuine =
            if let newVault { GuardState(record: GuardRecord(vault: newVault, counter: 0), rows: try rows()) } else {
                try database.guardState(
                    over: rows(), digest: FormerDigest.bytes(in: database, key: sealKey), key: sealKey)
            }
        try AuditChain.sealCheckpoint(in: database, key: key, sealKey: sealKey)
        try FormerUser.moveAll(in: database, key: sealKey, pepper: pepper)
        guard var state = genuine else { return }
        state.rows = try rows()
        (state.users, state.digest) = (try UserRecords(database, key: sealKey).read().sum, nil)
        try database.write(state, isNew: newVault != nil, key: sealKey)
    }

    /// Restarts the records of names without a pattern whenever the vault is opened: there is nothing to guess.
    static func restartNobody(in database: Database, key: borrowing SecretBytes) throws(VaultError) {
        let record = SealedRecord(credential: 0, sequence: 1, attempts: .clear)
        if try database.write(record, of: nil, key: key) { return }
        _ = try database.write(record, of: nil, isNew: true, key: key)
    }

    static func key(of database: Database) throws(VaultError) -> SecretBytes {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'vault'").first {
            row throws(VaultError) in
            try row.blob(0, count: keyByteCount)
        }
        if var stored { return try SecretBytes(wiping: &stored) }
        guard try database.prepare("SELECT count(*) FROM credential").integer() == 0 else {
            throw .damaged(path: database.path, detail: "the vault's key is missing")
        }
        var fresh = try Sodium.randomBytes(keyByteCount)
        try database.prepare("INSERT INTO key (name, value) VALUES ('vault', ?)").run(.blob(fresh))
        return try SecretBytes(wiping: &fresh)
    }

    /// Whether the pepper is the one that the vault was created with.
    private static func knows(
        _ pepper: borrowing SecretBytes, in database: Database
    ) throws(VaultError) -> Bool {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'pepper'").first {
            row throws(VaultError) in
            try? row.blob(0, count: KeyedHash.byteCount)
        }
        return KeyedHash.areEqual((stored ?? nil) ?? [], KeyedHash.bytes(of: pepperMark, key: pepper))
    }

    private static func putMark(
        of pepper: borrowing SecretBytes, in database: Database
    ) throws(VaultError) {
        let mark = KeyedHash.bytes(of: pepperMark, key: pepper)
        try database.prepare("INSERT OR REPLACE INTO key (name, value) VALUES ('pepper', ?)").run(.blob(mark))
    }

    private static let pepperMark = Array("touchd mark of the pepper".utf8)
}
