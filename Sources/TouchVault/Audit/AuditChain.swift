internal import StrictJSON

/// Chains results as they are stored, so that later changes to the file can be detected.
///
/// Retention deletes the oldest results; a checkpoint, authenticated by a key that is derived from the pepper, records
/// where the rest begins and what it is chained to. It is signed, like the head, when somebody asks.
final class AuditChain {
    private let database: Database
    /// Signs checkpoints and heads; tokens are signed with other keys.
    let signing: SigningKey
    private let sealKey: SecretBytes
    /// The last result, or the place where results begin; set back if the transaction that stores one fails.
    var head: AuditHead
    /// The highest place that was used when the vault was opened, 0 if there was none.
    private let lastUsed: Int64
    /// Whether the key or the place where the results begin could not be read when the vault was opened, and was
    /// deleted.
    let isAltered: Bool

    /// Reads the end of the chain; `sealKey` hides the secret half of ``signing``, and authenticates the checkpoint.
    init(_ database: Database, sealKey: borrowing SecretBytes) throws(VaultError) {
        let starts = try database.prepare("DELETE FROM checkpoint WHERE length(link) IS NOT ?")
            .changes(.integer(Int64(KeyedHash.byteCount)))
        let keys = try database.prepare("DELETE FROM key WHERE name = 'audit' AND length(value) IS NOT ?")
            .changes(.integer(Int64(Self.storedKeyByteCount)))
        isAltered = starts + keys > 0
        signing = try Self.signingKey(in: database, under: sealKey)
        // Results without a checkpoint: it was removed, which a walk must detect.
        let haveBegun = "SELECT EXISTS (SELECT 1 FROM checkpoint) OR EXISTS (SELECT 1 FROM result)"
        if try database.prepare(haveBegun).integer() == 0 {
            let start = AuditHead.origin
            try database.prepare("INSERT INTO checkpoint (id, sequence, link, mark) VALUES (1, ?, ?, ?)").run(
                .integer(start.sequence), .blob(start.link), .blob(AuditLink.mark(of: start, key: sealKey)))
        }
        head = try Self.lastHead(in: database)
        // As SQLite itself counts places; a foreign row is not a reason to fail.
        let used = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'result'").first {
            row throws(VaultError) in (try? row.integer(0)) ?? 0
        }
        lastUsed = max(used ?? 0, 0)
        self.database = database
        self.sealKey = try SecretBytes(copying: sealKey)
    }

    /// The place of the next result, behind all that were ever stored, also those deleted at the end; nil if the places
    /// are used up.
    var nextSequence: Int64? {
        let (next, isOver) = max(head.sequence, lastUsed).addingReportingOverflow(1)
        return isOver ? nil : next
    }

    func following(_ stored: StoredResult, key: borrowing SecretBytes) -> (seal: [UInt8], head: AuditHead) {
        let seal = AuditLink.seal(of: stored, key: key)
        let link = AuditLink.link(after: head.link, sequence: stored.sequence, seal: seal, key: key)
        return (seal, AuditHead(sequence: stored.sequence, link: link))
    }

    /// Records that results up to that place will be deleted; part of the transaction that deletes them.
    func cut(upTo sequence: Int64) throws(VaultError) {
        let link = try database[.linkOfResult].first(.integer(sequence)) { row throws(VaultError) in
            Self.link(in: row)
        }
        guard let link else { return }
        let start = AuditHead(sequence: sequence, link: link)
        // Only moved, never created: a deleted checkpoint stays missing.
        try database[.moveCheckpoint].run(
            .integer(sequence), .blob(link), .blob(AuditLink.mark(of: start, key: sealKey)))
    }

    /// The place where the stored results begin; nil if the checkpoint is missing or touchd did not write it.
    func start() throws(VaultError) -> AuditHead? {
        guard let (start, mark) = try Self.checkpoint(in: database),
            KeyedHash.areEqual(AuditLink.mark(of: start, key: sealKey), mark)
        else { return nil }
        return start
    }

    private static func checkpoint(in database: Database) throws(VaultError) -> (start: AuditHead, mark: [UInt8])? {
        let found = try database[.readCheckpoint].first { row throws(VaultError) -> (AuditHead, [UInt8])? in
            guard let link = try? row.blob(1, count: KeyedHash.byteCount), let mark = try? row.blob(2) else {
                return nil
            }
            return (AuditHead(sequence: try row.integer(0), link: link), mark)
        }
        return found ?? nil
    }

    /// A head with a signature that anybody with the public key can check.
    func signed(_ head: AuditHead) -> String { AuditSignature.token(for: head, signedBy: signing) }

    /// Authenticates a genuine checkpoint of touchd 0.1, which signed it; `key` is that of its mark.
    static func sealCheckpoint(
        in database: Database, key: borrowing SecretBytes, sealKey: borrowing SecretBytes
    ) throws(VaultError) {
        let signing = try signingKey(in: database, under: sealKey)
        let token = try database.prepare("SELECT token FROM checkpoint").first { row throws(VaultError) in
            try? row.text(0)
        }
        guard let token = token ?? nil, let (start, mark) = try checkpoint(in: database),
            AuditLink.mark(of: start, key: key) == mark,
            AuditSignature.head(in: token, signedBy: signing.verification) == start
        else { return }
        try database.prepare("UPDATE checkpoint SET mark = ?").run(.blob(AuditLink.mark(of: start, key: sealKey)))
    }

    private static let readKey = "SELECT value FROM key WHERE name = 'audit'"
    private static let writeKey = "INSERT OR REPLACE INTO key (name, value) VALUES ('audit', ?)"

    private static func signingKey(
        in database: Database, under sealKey: borrowing SecretBytes
    ) throws(VaultError) -> SigningKey {
        let stored = try database.prepare(readKey).first { row throws(VaultError) in
            try row.blob(0, count: storedKeyByteCount)
        }
        if let stored {
            let known = Array(stored.prefix(VerificationKey.byteCount))
            let hidden = Array(stored.dropFirst(VerificationKey.byteCount))
            if let key = try SigningKey.stored(hidden, of: known, under: sealKey) { return key }
            // A foreign row; the guard's alarm covers it.
        }
        let (key, hidden) = try SigningKey.fresh(under: sealKey)
        try database.prepare(writeKey).run(.blob(key.verification.bytes + hidden))
        return key
    }

    /// The public half, followed by the seed as ``SigningKey`` hides it.
    private static let storedKeyByteCount = VerificationKey.byteCount + SigningKey.seedByteCount

    func rows(
        after sequence: Int64, limit: Int64, key: borrowing SecretBytes
    ) throws(VaultError) -> [AuditedRow] {
        try database[.walkResults].rows(.integer(sequence), .integer(limit)) { row throws(VaultError) in
            try AuditedRow(row, key: key)
        }
    }

    private static func lastHead(in database: Database) throws(VaultError) -> AuditHead {
        let last = try database.prepare("SELECT link, sequence FROM result ORDER BY sequence DESC LIMIT 1").first {
            row throws(VaultError) in AuditHead(sequence: try row.integer(1), link: link(in: row))
        }
        return if let last { last } else { try checkpoint(in: database)?.start ?? .origin }
    }

    /// The link in the first column; a foreign row without one is not the end of the chain.
    private static func link(in row: borrowing Row) -> [UInt8] {
        (try? row.blob(0, count: KeyedHash.byteCount)) ?? AuditHead.origin.link
    }
}

struct AuditedRow {
    let sequence: Int64
    /// Whether the row has the seal of its content.
    let isGenuine: Bool
    let seal: [UInt8]?
    let link: [UInt8]?

    init(_ row: borrowing Row, key: borrowing SecretBytes) throws(VaultError) {
        sequence = try row.integer(0)
        seal = try? row.blob(StoredResult.columnCount, count: KeyedHash.byteCount)
        link = try? row.blob(StoredResult.columnCount + 1, count: KeyedHash.byteCount)
        isGenuine = seal != nil && AuditLink.seal(of: row, key: key) == seal
    }

    func follows(_ previous: [UInt8], at sequence: Int64, key: borrowing SecretBytes) -> Bool {
        guard let seal, let link else { return false }
        return AuditLink.link(after: previous, sequence: sequence, seal: seal, key: key) == link
    }
}
