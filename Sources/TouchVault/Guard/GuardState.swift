struct GuardState {
    var record: GuardRecord
    var alarm: VaultAlarm?
    /// The expected number of the counter off the disk, after the start that wrote this; nil: none was ever used.
    var start: Int64?
    var users = UserRecords.Sum()
    /// The ``FormerDigest`` of them in its place, in a vault of touchd 0.1.
    var digest: [UInt8]?
    /// The hash over the rows of ``Vault/guardedTables``.
    var rows: RowSetHash.Value

    func seal(key: borrowing SecretBytes) -> [UInt8] {
        var message = Array("touchd guarded records 2\0".utf8) + record.vault + rows.bytes
        message += record.counter.littleEndianBytes
        // A digest is longer than a sum and a start, so none passes for another.
        message += Array((alarm?.rawValue ?? "").utf8) + [0] + (digest ?? users.bytes)
        if let start { message += start.littleEndianBytes }
        return KeyedHash.bytes(of: message, key: key)
    }
}

extension Database {
    /// Whether the guard has a readable row without an alarm.
    var isQuiet: Bool {
        let alarms = try? prepare("SELECT alarm FROM guard").rows { row throws(VaultError) in try row.optionalText(0) }
        return alarms == [nil]
    }

    /// Whether records of attempts or recovery keys belong to nobody, which touchd leaves none of.
    func haveStrays(users: Int64, keys: Int64) throws(VaultError) -> Bool {
        let count = try prepare("SELECT (SELECT count(user) FROM attempt), (SELECT count(*) FROM recovery)")
        return try count.first { row throws(VaultError) in
            // A stray in place of a record that a user lacks is not counted here; the record is missing in the sum.
            row.number(0) > users || row.number(1) != keys
        } ?? true
    }

    /// The guard's row, if touchd wrote it for exactly these users and `rows`.
    func guardState(
        over rows: RowSetHash.Value, users: UserRecords.Sum = UserRecords.Sum(), digest: [UInt8]? = nil,
        key: borrowing SecretBytes
    ) throws(VaultError) -> GuardState? {
        let found = try self[.readGuard].first { row throws(VaultError) -> (GuardState, [UInt8])? in
            guard let vault = try? row.blob(0, count: GuardRecord.vaultByteCount), let counter = try? row.integer(1),
                let alarm = try? row.optionalText(2) ?? "",
                let start = try? Optional.some(row.optionalInteger(3)),
                let seal = try? row.blob(4, count: KeyedHash.byteCount)
            else { return nil }
            let record = GuardRecord(vault: vault, counter: counter)
            let state = GuardState(
                record: record, alarm: VaultAlarm(rawValue: alarm), start: start, users: users, digest: digest,
                rows: rows)
            return (state, seal)
        }
        guard let (state, seal) = found ?? nil, KeyedHash.areEqual(state.seal(key: key), seal) else { return nil }
        return state
    }

    func write(_ state: GuardState, isNew: Bool = false, key: borrowing SecretBytes) throws(VaultError) {
        try self[isNew ? .insertGuard : .updateGuard].run(
            .blob(state.record.vault), .integer(state.record.counter), .optional(state.alarm?.rawValue),
            .optional(state.start), .blob(state.seal(key: key)))
    }
}
