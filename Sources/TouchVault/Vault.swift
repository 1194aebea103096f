/// Patterns, attempts, chained results and verdict tokens, in one SQLite file that survives a power cut.
///
/// One thread uses a vault: the event loop's. What is slow (``PatternHash``) is handed out as a value to be run on a
/// worker; nothing here waits for it. Every change is on the disk when its call returns.
///
/// The file holds salts and verifiers, never a pattern, a number of dots or a position. It belongs to the service user
/// alone (mode 0600), and no second process can open it meanwhile.
public final class Vault {
    /// The path that stands for a vault in memory, gone with the object; for tests.
    public static let inMemory = Database.inMemory

    /// Bytes of the key that belongs to one vault.
    static let keyByteCount = 32

    /// The file.
    public var path: String { database.path }
    /// What new patterns are stretched with.
    public let parameters: StretchParameters
    /// How many results are kept; an older one goes when a newer one comes.
    public let resultLimit: Int

    let database: Database
    let credentialTable: CredentialTable
    let resultTable: ResultTable
    let attemptTable: AttemptTable
    let audit: AuditChain
    let key: SecretBytes
    /// Seals the records of attempts.
    let sealKey: SecretBytes
    /// Hides what was guessed; drawn anew each time the vault is opened.
    let guessKey: SecretBytes
    /// Hides recovery keys.
    let recoveryHashKey: SecretBytes
    /// Wrong recovery keys since the last right one; nil stands for all names that have none.
    var recoveryAttempts: [UserName?: AttemptRecord] = [:]
    /// The policy of attempts.
    let limiter: Limiter
    var guesses = GuessMemory()
    /// The number of the latest record of attempts that was seen, by the row of the credential.
    var sequences: [Int64: Int64] = [:]
    /// Stands in for the verifier of a name that has none; no stretched pattern equals it but by a chance of 2⁻²⁵⁶.
    let verifierOfNobody: [UInt8]

    /// Opens the vault, makes it if there is none, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder that exists; or ``inMemory``.
    ///   - parameters: what new patterns are stretched with.
    ///   - resultLimit: how many results to keep, 1 or more.
    ///   - schedule: how long to wait after wrong guesses.
    /// - Throws: ``VaultError``, naming the file and what is wrong with it.
    public convenience init(
        path: String, parameters: StretchParameters = .standard, resultLimit: Int = Vault.standardResultLimit,
        schedule: Schedule = .present
    ) throws(VaultError) {
        try self.init(
            path: path, parameters: parameters, resultLimit: resultLimit, schedule: schedule, schema: .present)
    }

    init(
        path: String, parameters: StretchParameters, resultLimit: Int, schedule: Schedule, schema: Schema
    ) throws(VaultError) {
        precondition(resultLimit > 0, "at least one result is kept")
        try Sodium.start()
        let database = try Database.open(path: path)
        try schema.bringUp(database) { step throws(VaultError) in
            if step == Schema.sealingStep { try Self.sealRecords(in: database) }
        }
        let credentialTable = try CredentialTable(database)
        let resultTable = try ResultTable(database)
        let attemptTable = try AttemptTable(database)
        let key = try Self.key(of: database)
        let sealKey = try Self.sealKey(from: key)
        var guessKey = try Sodium.randomBytes(Self.keyByteCount)
        let recoveryHashKey = try KeyedHash.derive("touchd recovery keys", from: key)
        try Self.restartNobody(in: attemptTable, key: sealKey)
        let audit = try AuditChain(database, key: key)
        verifierOfNobody = try Sodium.randomBytes(PatternHash.verifierByteCount)
        self.database = database
        self.credentialTable = credentialTable
        self.resultTable = resultTable
        self.attemptTable = attemptTable
        self.audit = audit
        self.key = key
        self.sealKey = sealKey
        self.recoveryHashKey = recoveryHashKey
        self.guessKey = try SecretBytes(wiping: &guessKey)
        limiter = Limiter(schedule)
        self.parameters = parameters
        self.resultLimit = resultLimit
    }

    /// Makes the folder for a vault, readable by its owner alone, unless it exists; the folder above it must exist.
    ///
    /// Under systemd `StateDirectory=` has made it already.
    public static func makeFolder(_ path: String) throws(VaultError) {
        try DatabaseFile.makeFolder(path)
    }

    private static func sealKey(from key: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
        try KeyedHash.derive("touchd records of attempts", from: key)
    }

    /// Seals the records of a vault that was made before they were sealed.
    private static func sealRecords(in database: borrowing Database) throws(VaultError) {
        let sealKey = try sealKey(from: key(of: database))
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
    private static func restartNobody(
        in attemptTable: borrowing AttemptTable, key: borrowing SecretBytes
    ) throws(VaultError) {
        let record = SealedRecord(credential: 0, sequence: 1, attempts: .clear)
        if try attemptTable.write(record, of: nil, key: key) { return }
        _ = try attemptTable.write(record, of: nil, isNew: true, key: key)
    }

    /// The vault's own key, drawn when the vault was made.
    private static func key(of database: borrowing Database) throws(VaultError) -> SecretBytes {
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
}
