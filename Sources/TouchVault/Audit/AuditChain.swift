internal import StrictJSON

/// Chains results as they are stored, so that later changes to the file can be detected.
///
/// Retention deletes the oldest results; a checkpoint, authenticated by a key that is derived from the pepper, records
/// where the rest begins and what it is chained to. It is signed, like the head, when somebody asks.
final class AuditChain {
    let table: AuditTable
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
    init(_ database: borrowing Database, sealKey: borrowing SecretBytes) throws(VaultError) {
        let table = try AuditTable(database)
        let starts = try database.prepare("DELETE FROM checkpoint WHERE length(link) IS NOT ?")
            .changes(.integer(Int64(KeyedHash.byteCount)))
        let keys = try database.prepare("DELETE FROM key WHERE name = 'audit' AND length(value) IS NOT ?")
            .changes(.integer(Int64(Self.storedKeyByteCount)))
        isAltered = starts + keys > 0
        signing = try Self.signingKey(in: database, under: sealKey)
        // Results without a checkpoint: it was removed, which a walk must detect.
        let haveBegun = "SELECT EXISTS (SELECT 1 FROM checkpoint) OR EXISTS (SELECT 1 FROM result)"
        if try database.prepare(haveBegun).integer() == 0 {
            let start = AuditHead(sequence: 0, link: AuditLink.origin)
            try database.prepare("INSERT INTO checkpoint (id, sequence, link, mark) VALUES (1, ?, ?, ?)").run(
                .integer(start.sequence), .blob(start.link), .blob(AuditLink.mark(of: start, key: sealKey)))
        }
        head = try Self.lastHead(in: database, table)
        // As SQLite itself counts places; a foreign row is not a reason to fail.
        let used = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'result'").first {
            row throws(VaultError) in (try? row.integer(0)) ?? 0
        }
        lastUsed = max(used ?? 0, 0)
        self.table = table
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
        let link = try table.linkAt.first(.integer(sequence)) { row throws(VaultError) in Self.link(in: row) }
        guard let link else { return }
        let start = AuditHead(sequence: sequence, link: link)
        // Only moved, never created: a deleted checkpoint stays missing.
        try table.moveCheckpoint.run(
            .integer(sequence), .blob(link), .blob(AuditLink.mark(of: start, key: sealKey)))
    }

    /// The place where the stored results begin; nil if the checkpoint is missing or touchd did not write it.
    func start() throws(VaultError) -> AuditHead? {
        let found = try table.readCheckpoint.first { row throws(VaultError) -> (AuditHead, [UInt8])? in
            guard let link = try? row.blob(1, count: KeyedHash.byteCount),
                let mark = try? row.blob(2, count: KeyedHash.byteCount)
            else { return nil }
            return (AuditHead(sequence: try row.integer(0), link: link), mark)
        }
        guard let (start, mark) = found ?? nil, KeyedHash.areEqual(AuditLink.mark(of: start, key: sealKey), mark) else {
            return nil
        }
        return start
    }

    /// A head with a signature that anybody with the public key can check.
    func signed(_ head: AuditHead) -> String { AuditSignature.token(for: head, signedBy: signing) }

    /// Authenticates a genuine checkpoint of touchd 0.1, which signed it; `key` is that of its mark.
    static func sealCheckpoint(
        in database: borrowing Database, key: borrowing SecretBytes, sealKey: borrowing SecretBytes
    ) throws(VaultError) {
        let signing = try signingKey(in: database, under: sealKey)
        let found = try database.prepare("SELECT sequence, link, mark, token FROM checkpoint").first {
            row throws(VaultError) -> (AuditHead, [UInt8], String)? in
            guard let link = try? row.blob(1, count: KeyedHash.byteCount),
                let mark = try? row.blob(2, count: KeyedHash.byteCount), let token = try? row.text(3)
            else { return nil }
            return (AuditHead(sequence: try row.integer(0), link: link), mark, token)
        }
        guard let (start, mark, token) = found ?? nil, AuditLink.mark(of: start, key: key) == mark,
            AuditSignature.head(in: token, signedBy: signing.verification) == start
        else { return }
        try database.prepare("UPDATE checkpoint SET mark = ?").run(.blob(AuditLink.mark(of: start, key: sealKey)))
    }

    private static let readKey = "SELECT value FROM key WHERE name = 'audit'"
    private static let writeKey = "INSERT OR REPLACE INTO key (name, value) VALUES ('audit', ?)"

    private static func signingKey(
        in database: borrowing Database, under sealKey: borrowing SecretBytes
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

    func rows(after sequence: Int64, limit: Int64) throws(VaultError) -> [AuditedRow] {
        try table.walk.rows(.integer(sequence), .integer(limit)) { row throws(VaultError) in try AuditedRow(row) }
    }

    private static func lastHead(
        in database: borrowing Database, _ table: AuditTable
    ) throws(VaultError) -> AuditHead {
        let last = try database.prepare("SELECT link, sequence FROM result ORDER BY sequence DESC LIMIT 1").first {
            row throws(VaultError) in AuditHead(sequence: try row.integer(1), link: link(in: row))
        }
        if let last { return last }
        let start = try table.readCheckpoint.first { row throws(VaultError) in
            AuditHead(sequence: try row.integer(0), link: try row.blob(1, count: KeyedHash.byteCount))
        }
        return start ?? AuditHead(sequence: 0, link: AuditLink.origin)
    }

    /// The link in the first column; a foreign row without one is not the end of the chain.
    private static func link(in row: borrowing Row) -> [UInt8] {
        (try? row.blob(0, count: KeyedHash.byteCount)) ?? AuditLink.origin
    }
}
