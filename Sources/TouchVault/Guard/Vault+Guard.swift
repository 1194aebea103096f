/// What a transaction may change.
enum TransactionScope {
    /// Credentials, records of attempts, recovery keys: all that says who may come in.
    case records
    /// Results, tokens and keys only.
    case others
}

extension Vault {
    /// What is wrong with the vault as a whole; nil if nothing is.
    public var alarm: VaultAlarm? { guarding.state.alarm ?? guarding.passingAlarm }

    /// Whether an older copy of the whole state directory would have been noticed.
    public var hasRollbackProtection: Bool { guarding.isCounted }

    /// Why the counter off the disk cannot be used; nil if it can or there is none.
    public var startCounterFault: StartCounterError? { guarding.startFault }

    /// Locks everybody because something in the vault is not what touchd wrote; durable on return.
    func lockEverybody() throws(VaultError) {
        let isNew = guarding.state.alarm == nil
        try transaction { () throws(VaultError) in
            try guarding.lockEverybody(.altered)
            hasToCount = true
        }
        if isNew { alarmAtOpening = guarding.state.alarm }
    }

    /// Forgets the alarm: an administrator has taken note.
    ///
    /// Users that were locked by it stay locked. Durable on return.
    ///
    /// - Returns: whether there was one that can be forgotten.
    public func clearAlarm() throws(VaultError) -> Bool {
        guard guarding.state.alarm != nil else { return false }
        try transaction { () throws(VaultError) in
            guarding.clearAlarm()
            // A change that the count has to follow, though no other row changes.
            hasToCount = true
        }
        return true
    }

    /// Runs `body` so that either all its changes are durable, and counted by the guard file, when this returns, or none
    /// happened; one within another is part of it.
    ///
    /// If only the guard file fails to follow, this throws though the changes are made; the next start may then find the
    /// guard behind and lock.
    func transaction<Answer>(
        _ scope: TransactionScope = .records, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer {
        if isInTransaction { return try body() }
        isInTransaction = true
        hasToCount = false
        defer { isInTransaction = false }
        let before = guarding.state
        let answer: Answer
        do throws(VaultError) {
            answer = try database.transaction { () throws(VaultError) in
                let changes = database.changes
                // What somebody else wrote must not be taken for ours by the count that follows.
                if scope == .records, try !guarding.isSound(key: sealKey) { try guarding.lockEverybody(.altered) }
                let answer = try body()
                if hasToCount || database.changes != changes {
                    hasToCount = true
                    try guarding.advance(isOfRecords: scope == .records, key: sealKey)
                }
                return answer
            }
        } catch {
            guarding.goBack(to: before)
            throw error
        }
        if hasToCount { try guarding.follow() }
        if let alarm = guarding.state.alarm, alarm != before.alarm { onAlarm(alarm) }
        return answer
    }
}
