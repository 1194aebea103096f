internal import System

/// Keeps the vault and its guard file in step, and detects when they are not.
final class VaultGuard {
    private let database: Database
    let users: UserRecords
    private let rows: RowSetHash
    private let file: GuardFile?
    /// The vault when it was opened; nil for one in memory.
    private let place: (path: String, file: FileIdentity)?
    var log: OpenFile?
    private let counter: (any StartCounter)?
    /// Why the start counter cannot be used; every user is locked then.
    private(set) var startFault: StartCounterError?
    var state: GuardState

    /// Compares the vault with its guard file; nothing is written yet.
    ///
    /// - Parameters:
    ///   - isExpected: whether there was a vault before, so that this one must have counted changes.
    ///   - counter: distinguishes an older copy of all files from the present state; nil: not detected.
    init(
        _ database: Database, file: GuardFile?, finding: GuardFile.Finding, alarm known: VaultAlarm?,
        isExpected: Bool, counter: (any StartCounter)?, path: String, key: borrowing SecretBytes
    ) throws(VaultError) {
        rows = try RowSetHash(of: Vault.guardedTables, in: database, key: key)
        rows.follow(database)
        users = try UserRecords(database, key: key)
        let present = try users.read()
        let haveStrays = try database.haveStrays(users: present.users, keys: present.keys)
        let stored = haveStrays ? nil : try database.guardState(over: rows.value, users: present.sum, key: key)
        var alarm = known
        var record = GuardRecord(vault: try Self.freshName(), counter: 0)
        if let stored { record = stored.record }
        switch finding {
        case .absent: break
        case .altered: record = GuardRecord(vault: try Self.freshName(), counter: record.counter)
        case .valid(let guarding):
            if let stored { alarm = alarm ?? Self.difference(stored.record, guarding) }
            record = GuardRecord(vault: guarding.vault, counter: max(record.counter, guarding.counter))
        }
        if stored == nil { alarm = alarm ?? .altered }
        if isExpected, stored?.record.counter == 0 { alarm = alarm ?? .missing }
        let start = counter.map { StartCheck($0, stored: stored?.start, isNew: stored?.record.counter == 0) }
        alarm = alarm ?? start?.alarm
        startFault = start?.fault
        state = GuardState(
            record: record, alarm: alarm ?? stored?.alarm, start: start?.next ?? stored?.start,
            users: present.sum, rows: rows.value)
        isBehind = if case .valid(let guarding) = finding { record.counter > guarding.counter } else { false }
        self.counter = counter
        self.database = database
        isNewAlarm = alarm != nil
        self.file = file
        place = FileIdentity(at: path).map { (path: path, file: $0) }
    }

    /// Whether the guard file has not followed the last change of the vault.
    let isBehind: Bool

    /// Whether ``state`` has an alarm that the vault does not have yet.
    let isNewAlarm: Bool

    /// Whether the files are still those that were opened.
    private var isInPlace: Bool {
        (file?.isInPlace ?? true) && (place.map { FileIdentity(at: $0.path) == $0.file } ?? true)
            && (log?.isInPlace ?? true)
    }

    var isCounted: Bool { counter != nil && startFault == nil }

    /// A temporary problem, which is not stored; every user is locked meanwhile.
    var passingAlarm: VaultAlarm? {
        if database.tally.isDamaged { return .damaged }
        if startFault != nil { return .counterUnreadable }
        return isInPlace ? nil : .removed
    }

    /// Locks every user and deletes tokens and waits of panels, which may have been altered; part of a transaction.
    func lockEverybody(_ alarm: VaultAlarm) throws(VaultError) {
        try database.execute(
            """
            DELETE FROM attempt WHERE user NOT IN (SELECT user FROM credential);
            DELETE FROM recovery WHERE user NOT IN (SELECT user FROM credential);
            UPDATE attempt SET seal = NULL WHERE user IS NOT NULL;
            UPDATE credential SET seal = NULL;
            DELETE FROM token;
            DELETE FROM miss;
            """)
        // From now on the seal covers what another program wrote, and nothing of it is trusted.
        state.users = try users.takeAll()
        state.alarm = alarm
    }

    /// Counts a change; the last thing in its transaction.
    func advance(isNew: Bool = false, key: borrowing SecretBytes) throws(VaultError) {
        state.record.counter += 1
        try users.update(&state.users)
        state.rows = rows.value
        try database.write(state, isNew: isNew, key: key)
    }

    func goBack(to state: GuardState) {
        self.state = state
        users.end(isMade: false)
        rows.value = state.rows
    }

    /// The write of the guard file, for any thread; to be run once the transaction is durable.
    func following() throws(VaultError) -> GuardFile.Write? {
        try file?.writing(state.record)
    }

    /// Counts the start once its number is durable in the vault; the last step before the vault is trusted.
    func countStart() {
        guard let counter, startFault == nil else { return }
        do throws(StartCounterError) {
            try counter.increment()
            guard try counter.value() == state.start else { throw StartCounterError("another program increments it") }
        } catch { startFault = error }
    }

    static func freshName() throws(VaultError) -> [UInt8] { try Sodium.randomBytes(GuardRecord.vaultByteCount) }

    private static func difference(_ vault: GuardRecord, _ guarding: GuardRecord) -> VaultAlarm? {
        if vault.vault != guarding.vault { return .guardAltered }
        if vault.counter < guarding.counter { return .rolledBack }
        // A power cut between the two leaves the guard one behind; nothing was reported or compared in between.
        return vault.counter > guarding.counter + 1 ? .guardAltered : nil
    }
}
