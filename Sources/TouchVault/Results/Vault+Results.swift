package import TouchCore

extension Vault {
    /// Default number of results kept: about 2 MiB, some weeks of a busy kiosk.
    package static let standardResultLimit = 10_000

    /// How many results are deleted in one transaction at most, so that no finger waits for many.
    private static let trimCount: Int64 = 8

    /// Stores a result.
    ///
    /// Durable on return, and up to eight of the oldest results beyond ``resultLimit`` are deleted; neither if it is part
    /// of other changes.
    ///
    /// - Parameter id: drawn before, for instance because it was already reported; nil draws one now.
    package func insert(_ result: InteractionResult, id: ResultID? = nil) throws(VaultError) -> StoredResult {
        let id = if let id { id } else { try ResultID(at: result.moment.wall) }
        var kept = result
        kept.device = result.device.map(Self.shortened)
        kept.scene = result.scene.map(Self.shortened)
        kept.widget = result.widget.map(Self.shortened)
        let (values, isAlone) = (kept, !isInTransaction)
        return try transaction { () throws(VaultError) in
            guard let sequence = audit.nextSequence else {
                throw .storage(path: path, call: "insert", message: "there are no more places for results")
            }
            let stored = StoredResult(id: id, sequence: sequence, result: values)
            let (seal, head) = audit.following(stored, key: key)
            _ = try database[.insertResult].insert(stored.values + [.blob(seal), .blob(head.link)])
            audit.head = head
            if isAlone { try trimResults() }
            return stored
        }
    }

    /// Whether eight results or more are beyond ``resultLimit``, as many as ``trimResults()`` deletes.
    package var hasExcess: Bool {
        get throws(VaultError) {
            guard let first = try firstSequence else { return false }
            return first <= lastOfMany
        }
    }

    /// Deletes up to eight of the oldest results beyond ``resultLimit``; durable on return unless it is part of other
    /// changes.
    package func trimResults() throws(VaultError) {
        try transaction { () throws(VaultError) in
            guard let first = try firstSequence, first <= lastExcess else { return }
            let last = first <= lastOfMany ? first + (Self.trimCount - 1) : lastExcess
            try audit.cut(upTo: last)
            try database[.trimResults].run(.integer(last))
        }
    }

    /// The wall time of the newest result; nil if there is no result.
    package var newestWallTime: WallTime? {
        get throws(VaultError) {
            try results(after: audit.head.sequence - 1, limit: 1).first?.result?.result.moment.wall
        }
    }

    private var firstSequence: Int64? {
        get throws(VaultError) { try database[.firstResult].integer() }
    }

    /// The last place at which the results may begin when ``trimCount`` of them are beyond the limit.
    private var lastOfMany: Int64 { lastExcess - (Self.trimCount - 1) }

    /// The place of the newest result that is beyond the limit.
    private var lastExcess: Int64 { max(audit.head.sequence, 0) - Int64(resultLimit) }

    /// The result with that id, if it is still stored.
    package func result(_ id: ResultID) throws(VaultError) -> StoredResult? {
        try database[.findResult].first(.blob(id.bytes)) { row throws(VaultError) in try StoredResult(row) }
    }

    /// Results after a place, of everybody or of a caller's uid; without a result if touchd did not write the row.
    package func results(
        after sequence: Int64, limit: Int, owner: UInt32? = nil
    ) throws(VaultError) -> [(sequence: Int64, result: StoredResult?)] {
        let read: (borrowing Row) throws(VaultError) -> (Int64, StoredResult?) = { row throws(VaultError) in
            (try row.integer(0), try? StoredResult(row))
        }
        let (sequence, limit) = (Value.integer(sequence), Value.integer(Int64(limit)))
        guard let owner else { return try database[.listResults].rows(sequence, limit, read: read) }
        return try database[.listOwnedResults].rows(sequence, .integer(Int64(owner)), limit, read: read)
    }

    /// The text cut to whole characters within the limit.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > InteractionResult.maxText else { return text }
        var kept = ""
        for scalar in text.unicodeScalars {
            guard kept.utf8.count + scalar.utf8.count <= InteractionResult.maxText else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
