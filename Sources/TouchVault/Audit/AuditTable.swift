final class AuditTable {
    let linkAt: Statement
    let walk: Statement
    let readCheckpoint: Statement
    let moveCheckpoint: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        linkAt = try database.prepare("SELECT link FROM result WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1")
        walk = try database.prepare(
            "SELECT \(ResultTable.columns), seal, link FROM result WHERE sequence > ? ORDER BY sequence LIMIT ?")
        readCheckpoint = try database.prepare("SELECT sequence, link, mark FROM checkpoint")
        moveCheckpoint = try database.prepare("UPDATE checkpoint SET sequence = ?, link = ?, mark = ?")
    }
}

struct AuditedRow {
    let sequence: Int64
    let stored: StoredResult?
    let seal: [UInt8]?
    let link: [UInt8]?

    init(_ row: borrowing Row) throws(VaultError) {
        sequence = try row.integer(0)
        stored = try? StoredResult(row)
        seal = try? row.blob(ResultTable.columnCount, count: KeyedHash.byteCount)
        link = try? row.blob(ResultTable.columnCount + 1, count: KeyedHash.byteCount)
    }

    func isGenuine(key: borrowing SecretBytes) -> Bool {
        guard let stored, let seal else { return false }
        return AuditLink.seal(of: stored, key: key) == seal
    }

    func follows(_ previous: [UInt8], at sequence: Int64, key: borrowing SecretBytes) -> Bool {
        guard let seal, let link else { return false }
        return AuditLink.link(after: previous, sequence: sequence, seal: seal, key: key) == link
    }
}
