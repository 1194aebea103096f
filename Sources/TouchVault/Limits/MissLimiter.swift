package import TouchConfiguration
package import TouchCore

/// Makes a panel wait after too many missed captchas.
///
///     open ──5th miss in 60 s──▶ waiting 10 s, 20 s, … 15 min ──time over──▶ open
///       ▲ └──passed: misses of the same topic are forgotten
///
/// Times are of CLOCK_BOOTTIME. A wait survives a restart of the daemon, and starts over with a reboot. A row that was
/// altered counts as the longest wait; an alarm of the vault deletes all misses, so every panel then waits the longest
/// wait once. Like the vault, it belongs to the event loop's thread.
package final class MissLimiter {
    private let vault: Vault
    private let rule: MissRule

    /// Creates the limiter of a vault.
    package init(vault: Vault, rule: MissRule = .standard) {
        (self.vault, self.rule) = (vault, rule)
    }

    /// How long a panel, named by where it is plugged in, has to wait.
    package func wait(of panel: String, at moment: Moment) throws(VaultError) -> Interval {
        let own = try left(name(of: panel), at: moment)
        guard vault.guarding.state.alarm != nil else { return own }
        // The first look after the alarm finds nothing, and begins the wait of all panels.
        if case .nothing = try vault.database.misses(of: everyPanel, key: vault.sealKey) {
            try write(Self.maxWait(from: moment), of: everyPanel)
        }
        return max(own, try left(everyPanel, at: moment))
    }

    /// Counts a miss on a panel durably, for any caller; returns how long the panel has to wait now.
    @discardableResult
    package func miss(
        on panel: String, of topic: MissTopic = .other, at moment: Moment
    ) throws(VaultError) -> Interval {
        let name = name(of: panel)
        let record = try stored(name, at: moment)
        let next = record.carried(to: moment).missing(topic, rule, at: moment)
        try write(next, of: name)
        return next.left(rule, at: moment)
    }

    /// Forgets a panel's misses of a solved topic, if there are any; durable on return.
    package func pass(on panel: String, of topic: MissTopic = .other, at moment: Moment) throws(VaultError) {
        let name = name(of: panel)
        let record = try stored(name, at: moment)
        let rest = record.forgiving(topic)
        guard record != rest else { return }
        try write(rest, of: name)
    }

    private func write(_ record: MissRecord, of panel: [UInt8]) throws(VaultError) {
        try vault.transaction { () throws(VaultError) in
            try vault.database.write(record, of: panel, key: vault.sealKey)
        }
    }

    private func left(_ name: [UInt8], at moment: Moment) throws(VaultError) -> Interval {
        let record = try stored(name, at: moment)
        // Rewritten, so that its wait ends eventually.
        if record.boot != moment.boot { try write(record.carried(to: moment), of: name) }
        return record.carried(to: moment).left(rule, at: moment)
    }

    private func stored(_ name: [UInt8], at moment: Moment) throws(VaultError) -> MissRecord {
        switch try vault.database.misses(of: name, key: vault.sealKey) {
        case .nothing: return MissRecord(boot: moment.boot)
        case .record(let record): return record
        case .altered:
            let record = Self.maxWait(from: moment)
            try write(record, of: name)
            return record
        }
    }

    private static func maxWait(from moment: Moment) -> MissRecord {
        var record = MissRecord(boot: moment.boot)
        record.waits = MissRule.maxWaits
        record.waitBegan = moment.boottime
        return record
    }

    private func name(of panel: String) -> [UInt8] {
        KeyedHash.bytes(of: Array("touchd panel\0\(panel)".utf8), key: vault.key)
    }

    /// Stands for all panels after an alarm.
    private var everyPanel: [UInt8] { KeyedHash.bytes(of: Array("touchd every panel".utf8), key: vault.key) }
}
