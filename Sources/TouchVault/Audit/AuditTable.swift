/// The statements that chain results and walk the chain.
struct AuditTable: ~Copyable {
    /// The step of the schema that adds the chain.
    static let step = """
        ALTER TABLE result ADD COLUMN seal BLOB;
        ALTER TABLE result ADD COLUMN link BLOB;

        -- The place behind which the kept results begin, and what vouches for it.
        CREATE TABLE checkpoint (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sequence INTEGER NOT NULL,
            link BLOB NOT NULL,
            mark BLOB NOT NULL
        ) STRICT;
        """

    /// The step of the schema that added signatures of checkpoints.
    static let signingStep = """
        ALTER TABLE checkpoint ADD COLUMN token TEXT;

        """

    /// The step of the schema that drops them: checkpoints are signed when somebody asks.
    static let unsigningStep = "ALTER TABLE checkpoint DROP COLUMN token;"

    let dropUnreadable: Statement
    let dropUnreadableKey: Statement
    let readKey: Statement
    let writeKey: Statement
    let setLink: Statement
    let linkAt: Statement
    let last: Statement
    let walk: Statement
    let readCheckpoint: Statement
    let makeCheckpoint: Statement
    let moveCheckpoint: Statement
    let firstUnlinked: Statement

    /// - Parameter columns: the columns that ``walk`` reads; only the place while later steps have not added the
    ///   others.
    init(_ database: borrowing Database, columns: String = ResultTable.columns) throws(VaultError) {
        let dropUnreadable = try database.prepare("DELETE FROM checkpoint WHERE length(link) IS NOT ?")
        let dropUnreadableKey = try database.prepare(
            "DELETE FROM key WHERE name = 'audit' AND length(value) IS NOT ?")
        let readKey = try database.prepare("SELECT value FROM key WHERE name = 'audit'")
        let writeKey = try database.prepare("INSERT OR REPLACE INTO key (name, value) VALUES ('audit', ?)")
        let setLink = try database.prepare("UPDATE result SET seal = ?, link = ? WHERE sequence = ?")
        let linkAt = try database.prepare("SELECT link FROM result WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1")
        let last = try database.prepare("SELECT link, sequence FROM result ORDER BY sequence DESC LIMIT 1")
        let walk = try database.prepare(
            "SELECT \(columns), seal, link FROM result WHERE sequence > ? ORDER BY sequence LIMIT ?")
        let readCheckpoint = try database.prepare("SELECT sequence, link, mark FROM checkpoint")
        let makeCheckpoint = try database.prepare(
            "INSERT INTO checkpoint (id, sequence, link, mark) VALUES (1, ?, ?, ?)")
        let moveCheckpoint = try database.prepare("UPDATE checkpoint SET sequence = ?, link = ?, mark = ?")
        let firstUnlinked = try database.prepare("SELECT min(sequence), count(link) FROM result")
        // All or nothing: a noncopyable value must not be left partly initialized.
        self.dropUnreadable = dropUnreadable
        self.dropUnreadableKey = dropUnreadableKey
        self.readKey = readKey
        self.writeKey = writeKey
        self.setLink = setLink
        self.linkAt = linkAt
        self.last = last
        self.walk = walk
        self.readCheckpoint = readCheckpoint
        self.makeCheckpoint = makeCheckpoint
        self.moveCheckpoint = moveCheckpoint
        self.firstUnlinked = firstUnlinked
    }
}

/// A result as the walk finds it; unreadable fields are nil.
struct AuditedRow {
    let sequence: Int64
    let stored: StoredResult?
    let seal: [UInt8]?
    let link: [UInt8]?

    /// Reads a row in the order of ``AuditTable``'s walk.
    init(_ row: borrowing Row) throws(VaultError) {
        sequence = try row.integer(0)
        stored = try? StoredResult(row)
        seal = try? row.blob(ResultTable.columnCount, count: KeyedHash.byteCount)
        link = try? row.blob(ResultTable.columnCount + 1, count: KeyedHash.byteCount)
    }

    /// Whether the seal matches the content.
    func isGenuine(key: borrowing SecretBytes) -> Bool {
        guard let stored, let seal else { return false }
        return AuditLink.seal(stored.id, stored.result, key: key) == seal
    }

    /// Whether the link matches that place.
    func follows(_ previous: [UInt8], at sequence: Int64, key: borrowing SecretBytes) -> Bool {
        guard let seal, let link else { return false }
        return AuditLink.link(after: previous, sequence: sequence, seal: seal, key: key) == link
    }
}
