/// Makes panels wait on which captchas are missed too often.
///
///     open ──5th miss in 60 s──▶ waiting 30 s, 60 s, … 15 min ──time over──▶ open
///       ▲ └──passed: all is forgotten
///
/// Times are of CLOCK_BOOTTIME. A wait survives a new start of the daemon, and begins anew with a new start of the
/// machine. A row that somebody altered counts as the longest wait. Like the vault, it belongs to the event loop's
/// thread.
public final class MissLimiter {
    private let vault: Vault
    private let rule: MissRule
    private let table: MissTable

    /// Makes the limiter of a vault.
    public init(vault: Vault, rule: MissRule = .standard) throws(VaultError) {
        table = try MissTable(vault.database)
        self.vault = vault
        self.rule = rule
    }

    /// How long a panel has still to wait, in microseconds; 0: it need not.
    ///
    /// - Parameter panel: where it is plugged in, in words that stay the same when it is plugged in again.
    public func wait(of panel: String, at moment: Moment) throws(VaultError) -> Int64 {
        let (record, name) = try stored(panel, at: moment)
        // What was altered is written anew, so that its wait ends some day.
        if record.boot != moment.boot { try write(record.carried(to: moment), of: name) }
        return record.carried(to: moment).left(rule, at: moment)
    }

    /// Counts a miss.
    ///
    /// Durable on return.
    ///
    /// - Returns: how long the panel has to wait now, in microseconds; 0: it need not.
    @discardableResult
    public func miss(on panel: String, at moment: Moment) throws(VaultError) -> Int64 {
        let (record, name) = try stored(panel, at: moment)
        let next = record.carried(to: moment).missing(rule, at: moment)
        try write(next, of: name)
        return next.left(rule, at: moment)
    }

    /// Forgets what a panel missed, because a captcha was solved on it.
    ///
    /// Durable on return; nothing is written if there is nothing to forget.
    public func pass(on panel: String, at moment: Moment) throws(VaultError) {
        let (record, name) = try stored(panel, at: moment)
        let clear = MissRecord(boot: record.boot)
        guard record != clear else { return }
        try write(clear, of: name)
    }

    private func write(_ record: MissRecord, of panel: [UInt8]) throws(VaultError) {
        try vault.transaction(.others) { () throws(VaultError) in
            try table.write(record, of: panel, key: vault.sealKey)
        }
    }

    private func stored(_ panel: String, at moment: Moment) throws(VaultError) -> (MissRecord, [UInt8]) {
        let name = KeyedHash.bytes(of: Array("touchd panel\0\(panel)".utf8), key: vault.key)
        switch try table.record(of: name, key: vault.sealKey) {
        case .nothing: return (MissRecord(boot: moment.boot), name)
        case .record(let record): return (record, name)
        case .altered:
            var record = MissRecord(boot: moment.boot)
            record.waits = MissRule.mostWaits
            record.waitBegan = moment.boottimeMicroseconds
            try write(record, of: name)
            return (record, name)
        }
    }
}
