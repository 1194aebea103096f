extension Vault {
    /// The alarm of the vault as a whole, if any.
    package var alarm: VaultAlarm? { guarding.state.alarm ?? guarding.passingAlarm }

    /// Whether an older copy of the whole state directory would have been detected.
    package var hasRollbackProtection: Bool { guarding.isCounted }

    /// Why the counter off the disk cannot be used; nil if it can or there is none.
    package var startCounterFault: StartCounterError? { guarding.startFault }

    /// A vault in memory that stands in for one that cannot be opened yet; to be closed before its first use.
    package static func standIn() throws(VaultError) -> Vault {
        var bytes = try Sodium.randomBytes(keyByteCount)
        return try open(path: inMemory, pepper: SecretBytes(wiping: &bytes))
    }

    /// Makes every later call on the vault fail with that reason.
    package func close(because fault: VaultError) { database.tally.fault = fault }

    /// Writes something that changes nothing, to find out whether the disk can be written.
    package func tryWriting() throws(VaultError) {
        try transaction { () throws(VaultError) in hasToCount = true }
    }

    /// The write of the latest change, for which the next one would have to wait: as it is under way or, if it has failed,
    /// once more; nil: none.
    package func earlierWrite() -> DurableWrite? {
        guard let outcome = unfinished.outcome else { return unfinished }
        guard case .failure(let error) = outcome else { return nil }
        _ = database.tally.noting(error)
        do throws(VaultError) { unfinished = try write() } catch {
            unfinished = DurableWrite { () throws(VaultError) in throw error }
        }
        return unfinished
    }

    /// Whether the next change need not wait for an earlier one.
    package var isAtRest: Bool { if case .success? = unfinished.outcome { true } else { false } }

    /// Whether the disk has room for some changes.
    package func checkRoom() throws(VaultError) {
        guard path != Self.inMemory else { return }
        try DatabaseFile.checkRoom(at: path, bytes: Self.minRoom)
    }

    /// Some dozens of changes, in bytes.
    private static let minRoom: UInt64 = 1 << 18

    /// Locks every user because touchd did not write part of the vault; durable on return.
    func lockEverybody(_ alarm: VaultAlarm = .altered) throws(VaultError) {
        try transaction { () throws(VaultError) in
            try guarding.lockEverybody(alarm)
            hasToCount = true
        }
    }

    /// The new alarm, if any; reading it clears it.
    package func noteAlarm() -> VaultAlarm? {
        defer { newAlarm = nil }
        guard database.tally.isDamaged else { return newAlarm }
        defer { isDamageNoted = true }
        // The damage that is noted also becomes the alarm of the vault.
        if isDamageNoted { return newAlarm == .damaged ? nil : newAlarm }
        return .damaged
    }

    /// Clears an acknowledged alarm, durable on return, if there is one; users locked by it stay locked.
    package func clearAlarm() throws(VaultError) -> Bool {
        guard guarding.state.alarm != nil else { return false }
        try transaction { () throws(VaultError) in
            guarding.state.alarm = nil
            // A change that must be counted, although no other row changes.
            hasToCount = true
        }
        return true
    }

    /// Runs `body` so that either all its changes are made or none, and leaves the wait for the disk to the caller.
    ///
    /// Everything that depends on the changes, above all a reply, has to wait for the returned write.
    ///
    package func later<Answer>(
        of user: UserName? = nil, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> (answer: Answer, write: DurableWrite) {
        precondition(!isInTransaction, "changes that are part of others wait for the disk with them")
        let answer = try change(of: user, body)
        return (answer, unfinished)
    }

    /// Runs `body` so that on return either all its changes are durable and counted by the guard file, or none is made;
    /// a nested call is part of the outer one.
    ///
    /// If only the write of the guard file fails, this throws although the changes are made; the next start may then
    /// find the guard behind and lock.
    ///
    /// - Parameter user: whose records `body` may use and change; nil: nobody's.
    func transaction<Answer>(
        of user: UserName? = nil, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer {
        if isInTransaction {
            if let user {
                try lockIfAltered(user)
                guarding.users.touch(user)
            }
            return try body()
        }
        let answer = try change(of: user, body)
        try unfinished.finish()
        return answer
    }

    /// Locks every user if another program changed the records of this one, which are about to be trusted or changed.
    ///
    /// In its own transaction unless there is one, so that the lock stays if what follows fails.
    func lockIfAltered(_ user: UserName) throws(VaultError) {
        if try !guarding.users.areSound(of: user) { try lockEverybody() }
    }

    /// A user's rows as ``prepare(_:)`` has found them; void once anything has changed.
    struct Preparation {
        fileprivate let user: UserName
        fileprivate let changes: Int64
        fileprivate let credential: Credential?
    }

    /// Reads a user's rows ahead of the next change of them, which takes a quarter less time then.
    package func prepare(_ user: UserName) throws(VaultError) {
        try lockIfAltered(user)
        preparation = Preparation(
            user: user, changes: database.changes, credential: try database.credential(of: user, key: sealKey))
    }

    func credential(of user: UserName) throws(VaultError) -> Credential? {
        if let preparation, preparation.user == user, preparation.changes == database.changes {
            return preparation.credential
        }
        return try database.credential(of: user, key: sealKey)
    }

    /// Makes changes; ``unfinished`` is then the write that makes them durable.
    private func change<Answer>(
        of user: UserName?, _ body: () throws(VaultError) -> Answer
    ) throws(VaultError) -> Answer {
        defer { preparation = nil }
        if let user { try lockIfAltered(user) }
        // Made durable before the next one: a guard file that is two changes behind would lock every user at the next
        // start. A caller that waits for the earlier change gets its failure.
        do throws(VaultError) { try unfinished.finish() } catch {
            _ = database.tally.noting(error)
            try write().finish()
        }
        unfinished = .none
        hasToCutLog = false
        let (before, head) = (guarding.state, audit.head)
        sequences.begin()
        guesses.users.begin()
        let answer: Answer
        isInTransaction = true
        hasToCount = false
        do throws(VaultError) {
            defer { isInTransaction = false }
            answer = try database.transaction { () throws(VaultError) in
                let changes = database.changes
                if let user { guarding.users.touch(user) }
                let answer = try body()
                if hasToCount || database.changes != changes {
                    hasToCount = true
                    try guarding.advance(key: sealKey)
                }
                return answer
            }
            guarding.users.end(isMade: true)
            sequences.end(isMade: true)
            guesses.users.end(isMade: true)
        } catch {
            guarding.goBack(to: before)
            audit.head = head
            sequences.end(isMade: false)
            guesses.users.end(isMade: false)
            throw error
        }
        do throws(VaultError) { unfinished = hasToCount ? try write() : .none } catch {
            // The change is made; the next one first makes it durable.
            unfinished = DurableWrite { () throws(VaultError) in throw error }
            throw error
        }
        if let alarm = guarding.state.alarm, alarm != before.alarm { newAlarm = alarm }
        return answer
    }

    /// The write that makes the last transaction durable and then updates the guard file; now and then it also empties
    /// the log.
    private func write() throws(VaultError) -> DurableWrite {
        guard let following = try guarding.following() else { return .none }
        let log = try openLog()
        transactionsInLog += 1
        let isLong = transactionsInLog >= Self.maxTransactionsInLog
        if isLong { transactionsInLog = 0 }
        let (checkpoint, cuts, path) = (database.checkpoint, hasToCutLog, path)
        return DurableWrite { () throws(VaultError) in
            try log.sync()
            try following.run()
            if cuts {
                try checkpoint.run(cuttingLog: true)
                KeptVault.remove(of: path)
            } else if isLong {
                // If it fails, the log keeps growing and the next one tries again.
                try? checkpoint.run(cuttingLog: false)
            }
        }
    }

    /// The log; the transaction that created it was the last one that SQLite itself synced, together with its name.
    private func openLog() throws(VaultError) -> OpenFile {
        if let log { return log }
        let opened = try OpenFile(path + DatabaseFile.logSuffix, steps: logSteps)
        try database.leaveSyncs()
        (log, guarding.log) = (opened, opened)
        return opened
    }

    /// How many transactions, of some 20 KiB each, go into the log before a checkpoint.
    private static let maxTransactionsInLog = 200
}
