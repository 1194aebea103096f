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
    let audit: AuditChain
    let key: SecretBytes
    /// Stands in for the verifier of a name that has none; no stretched pattern equals it but by a chance of 2⁻²⁵⁶.
    let verifierOfNobody: [UInt8]

    /// Opens the vault, makes it if there is none, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder that exists; or ``inMemory``.
    ///   - parameters: what new patterns are stretched with.
    ///   - resultLimit: how many results to keep, 1 or more.
    /// - Throws: ``VaultError``, naming the file and what is wrong with it.
    public convenience init(
        path: String, parameters: StretchParameters = .standard, resultLimit: Int = Vault.standardResultLimit
    ) throws(VaultError) {
        try self.init(path: path, parameters: parameters, resultLimit: resultLimit, schema: .present)
    }

    init(path: String, parameters: StretchParameters, resultLimit: Int, schema: Schema) throws(VaultError) {
        precondition(resultLimit > 0, "at least one result is kept")
        try Sodium.start()
        let database = try Database.open(path: path)
        try schema.bringUp(database)
        let credentialTable = try CredentialTable(database)
        let resultTable = try ResultTable(database)
        let key = try Self.key(of: database)
        let audit = try AuditChain(database, key: key)
        verifierOfNobody = try Sodium.randomBytes(PatternHash.verifierByteCount)
        self.database = database
        self.credentialTable = credentialTable
        self.resultTable = resultTable
        self.audit = audit
        self.key = key
        self.parameters = parameters
        self.resultLimit = resultLimit
    }

    /// Makes the folder for a vault, readable by its owner alone, unless it exists; the folder above it must exist.
    ///
    /// Under systemd `StateDirectory=` has made it already.
    public static func makeFolder(_ path: String) throws(VaultError) {
        try DatabaseFile.makeFolder(path)
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
