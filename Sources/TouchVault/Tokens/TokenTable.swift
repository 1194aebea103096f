/// The statements on the tables `token` and `signing_key`.
struct TokenTable: ~Copyable {
    /// The step of the schema that adds the tables.
    static let step = """
        -- seed is NULL and boot and boottime are set once the key signs no more.
        CREATE TABLE signing_key (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            public BLOB NOT NULL,
            seed BLOB,
            boot BLOB,
            boottime INTEGER
        ) STRICT;

        -- redeemed, owner and claim are set once it was redeemed; claim stays NULL if that cannot be repeated.
        CREATE TABLE token (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            result BLOB NOT NULL UNIQUE,
            boot BLOB NOT NULL,
            expires INTEGER NOT NULL,
            redeemed INTEGER,
            owner INTEGER,
            claim BLOB
        ) STRICT;
        """

    let dropUnreadableKeys: Statement
    let dropUnreadableKiosk: Statement
    let currentKey: Statement
    let deleteCurrent: Statement
    let insertKey: Statement
    let retireKey: Statement
    let restartKeys: Statement
    let retiredKeys: Statement
    let deleteRetired: Statement
    let readKiosk: Statement
    let insertKiosk: Statement
    let insert: Statement
    let trim: Statement
    let find: Statement
    let redeem: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        let dropUnreadableKeys = try database.prepare(
            """
            DELETE FROM signing_key WHERE length(public) IS NOT ?1 OR seed IS NOT NULL AND length(seed) IS NOT ?2
                OR seed IS NULL AND boottime IS NULL
            """)
        let dropUnreadableKiosk = try database.prepare(
            "DELETE FROM key WHERE name = 'kiosk' AND length(value) IS NOT ?")
        let currentKey = try database.prepare("SELECT seed, public FROM signing_key WHERE seed IS NOT NULL")
        let deleteCurrent = try database.prepare("DELETE FROM signing_key WHERE seed IS NOT NULL")
        let insertKey = try database.prepare("INSERT INTO signing_key (public, seed) VALUES (?, ?)")
        let retireKey = try database.prepare(
            "UPDATE signing_key SET seed = NULL, boot = ?, boottime = ? WHERE seed IS NOT NULL")
        let restartKeys = try database.prepare(
            "UPDATE signing_key SET boot = ?1, boottime = ?2 WHERE seed IS NULL AND boot IS NOT ?1")
        let retiredKeys = try database.prepare(
            "SELECT sequence, public, boottime FROM signing_key WHERE seed IS NULL ORDER BY sequence")
        let deleteRetired = try database.prepare("DELETE FROM signing_key WHERE seed IS NULL AND sequence <= ?")
        let readKiosk = try database.prepare("SELECT value FROM key WHERE name = 'kiosk'")
        let insertKiosk = try database.prepare("INSERT INTO key (name, value) VALUES ('kiosk', ?)")
        let insert = try database.prepare(
            "INSERT INTO token (id, result, boot, expires) VALUES (?, ?, ?, ?)")
        let trim = try database.prepare("DELETE FROM token WHERE sequence <= ?")
        let find = try database.prepare(
            """
            SELECT boot = ?2 AND expires > ?3, redeemed IS NOT NULL, coalesce(claim = ?4 AND owner = ?5, 0)
            FROM token WHERE id = ?1
            """)
        let redeem = try database.prepare(
            "UPDATE token SET redeemed = ?, owner = ?, claim = ? WHERE id = ? AND redeemed IS NULL")
        // All or nothing: a noncopyable value must not be left partly initialized.
        self.dropUnreadableKeys = dropUnreadableKeys
        self.dropUnreadableKiosk = dropUnreadableKiosk
        self.currentKey = currentKey
        self.deleteCurrent = deleteCurrent
        self.insertKey = insertKey
        self.retireKey = retireKey
        self.restartKeys = restartKeys
        self.retiredKeys = retiredKeys
        self.deleteRetired = deleteRetired
        self.readKiosk = readKiosk
        self.insertKiosk = insertKiosk
        self.insert = insert
        self.trim = trim
        self.find = find
        self.redeem = redeem
    }
}
