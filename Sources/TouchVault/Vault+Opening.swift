extension Vault {
    /// The tables besides users' records that affect decisions: keys, tokens, and misses of panels.
    static let guardedTables = ["key", "signing_key", "token", "miss"]

    /// Migrates a database, and verifies that the pepper is the one it was created with.
    ///
    /// - Parameter isPepperProven: whether something other than the database was sealed with that pepper.
    /// - Returns: whether something was missing that had to be recreated.
    static func bringUp(
        _ database: borrowing Database, _ schema: Schema, vault: [UInt8], pepper: borrowing SecretBytes,
        isPepperProven: Bool = false, isSuspect: Bool = false
    ) throws(VaultError) -> Bool {
        let former = try schema.version(of: database)
        var isRestored: Bool
        do throws(VaultError) {
            isRestored = try schema.bringUp(database, isSuspect: isSuspect) { step throws(VaultError) in
                switch step {
                case Schema.sealingStep: try putMark(of: pepper, in: database)
                case Schema.guardingStep:
                    try guardRecords(in: database, vault: vault, pepper: pepper)
                    let key = try key(of: database)
                    try AuditChain.signCheckpoint(in: database, key: key, sealKey: sealKey(from: key, pepper))
                case Schema.keyHidingStep:
                    try reseal(in: database, pepper: pepper, at: step, after: AuditChain.hideKey)
                case Schema.movingStep:
                    try reseal(in: database, pepper: pepper, at: step) { database, key throws(VaultError) in
                        try FormerPatterns(database).move(into: CredentialTable(database), key: key, pepper: pepper)
                    }
                case Schema.rowSealingStep, Schema.userSummingStep:
                    try reseal(in: database, pepper: pepper, at: step) { _, _ in }
                case Schema.checkpointSealingStep:
                    let key = try key(of: database)
                    try AuditChain.sealCheckpoint(in: database, key: key, sealKey: sealKey(from: key, pepper))
                default: break
                }
            }
        } catch {
            // Where the guard is, a vault was.
            guard isPepperProven, case .foreign(let path, let application) = error else { throw error }
            throw .damaged(path: path, detail: "application id \(application)")
        }
        // The file still contains the old form of the key; fold the log into it.
        if former > 0, former < Schema.keyHidingStep { try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
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

    /// Begins to count changes; a credential older than seals opens nothing, and is left unchanged.
    private static func guardRecords(
        in database: borrowing Database, vault: [UInt8], pepper: borrowing SecretBytes
    ) throws(VaultError) {
        let sealKey = try sealKey(from: key(of: database), pepper)
        let table = try GuardTable(database)
        let record = GuardRecord(vault: vault, counter: 0)
        let digest = try FormerDigest.bytes(in: database, key: sealKey)
        let state = GuardState(record: record, alarm: nil, start: nil, digest: digest)
        try table.write(state, isNew: true, key: sealKey)
    }

    /// Renews the guard's seal at a step that changes what it covers; a wrong one stays, and is detected.
    private static func reseal(
        in database: borrowing Database, pepper: borrowing SecretBytes, at step: Int,
        after change: (borrowing Database, borrowing SecretBytes) throws(VaultError) -> Void
    ) throws(VaultError) {
        let sealKey = try sealKey(from: key(of: database), pepper)
        let table = try GuardTable(database)
        func rows() throws(VaultError) -> RowSetHash.Value {
            try RowSetHash(of: guardedTables, in: database, key: sealKey).value
        }
        func users() throws(VaultError) -> UserRecords.Sum { try UserRecords(database, key: sealKey).read().sum }
        let isSummed = step > Schema.userSummingStep
        let genuine = try table.state(
            over: step > Schema.rowSealingStep ? rows() : nil, users: isSummed ? users() : UserRecords.Sum(),
            digest: isSummed ? nil : FormerDigest.bytes(in: database, key: sealKey), key: sealKey)
        try change(database, sealKey)
        guard var state = genuine else { return }
        state.rows = try rows()
        if step >= Schema.userSummingStep { (state.users, state.digest) = (try users(), nil) }
        try table.write(state, key: sealKey)
    }

    /// Restarts the records of names without a pattern whenever the vault is opened: there is nothing to guess.
    static func restartNobody(
        in attemptTable: AttemptTable, key: borrowing SecretBytes
    ) throws(VaultError) {
        let record = SealedRecord(credential: 0, sequence: 1, attempts: .clear)
        if try attemptTable.write(record, of: nil, key: key) { return }
        _ = try attemptTable.write(record, of: nil, isNew: true, key: key)
    }

    static func key(of database: borrowing Database) throws(VaultError) -> SecretBytes {
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
        _ pepper: borrowing SecretBytes, in database: borrowing Database
    ) throws(VaultError) -> Bool {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'pepper'").first {
            row throws(VaultError) in
            try? row.blob(0, count: KeyedHash.byteCount)
        }
        return KeyedHash.areEqual((stored ?? nil) ?? [], KeyedHash.bytes(of: pepperMark, key: pepper))
    }

    private static func putMark(
        of pepper: borrowing SecretBytes, in database: borrowing Database
    ) throws(VaultError) {
        let mark = KeyedHash.bytes(of: pepperMark, key: pepper)
        try database.prepare("INSERT OR REPLACE INTO key (name, value) VALUES ('pepper', ?)").run(.blob(mark))
    }

    private static let pepperMark = Array("touchd mark of the pepper".utf8)
}
