internal import TouchCore

extension Vault {
    /// Default number of results kept: about 2 MiB, some weeks of a busy kiosk.
    package static let standardResultLimit = 10_000

    /// Stores a result.
    ///
    /// Durable on return unless it is part of ``later(_:_:)``; beyond ``resultLimit`` the oldest ones are deleted.
    ///
    /// - Parameters:
    ///   - result: the result; texts longer than ``InteractionResult/maxText`` are cut.
    ///   - id: an id drawn before, for instance because it was already reported; nil draws one now.
    /// - Returns: the result as it is stored.
    package func insert(_ result: InteractionResult, id: ResultID? = nil) throws(VaultError) -> StoredResult {
        let id = if let id { id } else { try ResultID() }
        var kept = result
        kept.device = result.device.map(Self.shortened)
        kept.scene = result.scene.map(Self.shortened)
        kept.widget = result.widget.map(Self.shortened)
        let values = kept
        return try transaction { () throws(VaultError) in
            let stored = StoredResult(id: id, sequence: try insertRow(values, id: id), result: values)
            try audit.add(stored, key: key)
            let last = stored.sequence - Int64(resultLimit)
            try audit.cut(upTo: last)
            try resultTable.trim.run(.integer(last))
            return stored
        }
    }

    /// The result with that id, if it is still stored.
    package func result(_ id: ResultID) throws(VaultError) -> StoredResult? {
        try resultTable.find.first(.blob(id.bytes)) { row throws(VaultError) in try StoredResult(row) }
    }

    /// Rows of results in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - sequence: the place after which to begin.
    ///   - limit: how many at most.
    ///   - owner: only those of this caller's uid; nil for all.
    /// - Returns: each with its place; without a result if touchd did not write the row, which ``AuditWalk`` detects.
    package func results(
        after sequence: Int64, limit: Int, owner: UInt32? = nil
    ) throws(VaultError) -> [(sequence: Int64, result: StoredResult?)] {
        let read: (borrowing Row) throws(VaultError) -> (Int64, StoredResult?) = { row throws(VaultError) in
            (try row.integer(0), try? StoredResult(row))
        }
        let (sequence, limit) = (Value.integer(sequence), Value.integer(Int64(limit)))
        guard let owner else { return try resultTable.listAll.rows(sequence, limit, read: read) }
        return try resultTable.listOwned.rows(sequence, .integer(Int64(owner)), limit, read: read)
    }

    private func insertRow(_ result: InteractionResult, id: ResultID) throws(VaultError) -> Int64 {
        try resultTable.insert.insert(
            .blob(id.bytes), .text(result.kind.stored), .text(result.outcome.rawValue),
            .text(result.reason.description), .optional(result.user?.description), .integer(Int64(result.owner)),
            .text(result.provenance.description), .optional(result.device), .text(result.input.description),
            .integer(result.isDemo ? 1 : 0), .optional(result.attempt.map { Int64($0) }),
            .blob(result.moment.boot.bytes), .integer(result.moment.monotonic.microseconds),
            .integer(result.moment.wall.microseconds), .optional(result.scene), .optional(result.widget),
            .optional(result.standing?.wait?.microseconds), .optional(result.standing.map { Int64($0.attemptsLeft) }),
            .optional(result.standing?.attemptsUntilLocked.map { Int64($0) }),
            .optional(result.standing.map { $0.isLocked ? 1 : 0 }),
            .optional(result.challenge?.kind.description), .optional(result.challenge?.profile.description),
            .optional(result.challenge?.size.map { Int64($0.width) }),
            .optional(result.challenge?.size.map { Int64($0.height) }),
            .optional(result.challenge.map { Int64($0.refreshes) }), .optional(result.secret?.description))
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
