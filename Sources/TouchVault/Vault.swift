package import TouchConfiguration

/// Patterns, attempts, chained results and tokens, in one SQLite file that survives a power cut.
///
/// One thread uses a vault: the event loop's. Slow work (``SecretHash``) is returned as a value to be run on a worker;
/// nothing here waits for it. Every change is on the disk when its call returns, except those by ``later(of:_:)`` and
/// ``beginVerification(_:_:at:)``, which also return the remaining work as a value.
///
/// Records of attempts are sealed and numbered: one that was changed, or that is older than one seen since the start,
/// locks its user. A guard file beside the vault counts its changes: a vault that is missing, damaged, altered or older
/// than its guard locks every user (``VaultAlarm``), and so does a guard without its vault's count. An older copy of
/// both together is detected only with a counter off the disk (``StartCounter``). The guard's seal covers a sum over the
/// records of all users (``UserRecords``), and a hash over tokens, their keys and misses of panels (``RowSetHash``).
/// Before a user's records are trusted or changed, they are compared with what was last written.
///
/// The file holds salts and verifiers, never a pattern, a number of dots or a position. Only the service user can
/// access it (mode 0600), and no second process can open it at the same time.
package final class Vault {
    /// The path that stands for a vault in memory, which exists as long as the object; for tests.
    package static let inMemory = Database.inMemory

    static let keyByteCount = 32

    var path: String { database.path }
    /// The cost of stretching new patterns; if the machine is measured, the starting point.
    package let parameters: StretchParameters
    /// Whether each enrollment measures the machine and chooses parameters that take at most a quarter of a second.
    package let isCalibrated: Bool
    /// How many results are kept; beyond that, ``trimResults()`` deletes the oldest.
    package let resultLimit: Int

    let database: Database
    let guarding: VaultGuard
    let audit: AuditChain
    let key: SecretBytes
    /// Keeps stolen verifiers from being tried.
    let pepper: SecretBytes
    let sealKey: SecretBytes
    let guessKey: SecretBytes
    let recoveryHashKey: SecretBytes
    /// Wrong recovery keys since the last right one, by the user whose program sent them.
    var recoveryAttempts: [UInt32: AttemptRecord] = [:]
    let limiter: Limiter
    var guesses = GuessMemory()
    /// The number of changes to each user's secrets, for users with any.
    var lineages: [UserName: Int] = [:]
    /// The number of the latest record of attempts that was seen, by the row of the credential.
    var sequences = CredentialMap<Int64>()
    /// A new, stored alarm, until it is acknowledged by ``noteAlarm()``; an alarm from an earlier start is not new.
    package internal(set) var newAlarm: VaultAlarm?
    /// Whether damage that was found since the start was acknowledged by ``noteAlarm()``.
    var isDamageNoted = false
    var preparation: Preparation?
    var check = VaultCheck()
    var unfinished = DurableWrite.none
    /// The log that the vault itself syncs, from its first change on; nil for a vault in memory.
    var log: OpenFile?
    let logSteps: OpenFile.Steps
    var transactionsInLog = 0
    var isInTransaction = false
    /// Whether the log still holds pages with secrets that were removed, unless ``unfinished`` ends well.
    var hasToCutLog = false
    /// Whether the transaction under way has to be counted by the guard file.
    var hasToCount = false
    /// Replaces the verifier of a name without one; equals a stretched pattern only with a chance of 2⁻²⁵⁶.
    let verifierOfNobody: [UInt8]

    /// Opens the vault, creates it if there is none, migrates an older one, and reads whatever else a start needs of
    /// it.
    ///
    /// All damage that a start finds is caught here: the file is set aside, so that the panel keeps working, and an
    /// empty one takes its place, with the alarm ``VaultAlarm/damaged``.
    ///
    /// - Parameters:
    ///   - pepper: the key kept apart from the file, from ``Pepper/load(credentials:directory:)``; always the same one.
    ///   - isCalibrated: whether the machine is measured at each enrollment; the memory of `parameters` is then
    ///     preferred, and passes and memory are chosen so that one stretch takes 100 to 250 ms.
    ///   - counter: counts the starts; nil: an older copy of the whole state directory is not detected.
    ///   - isExpected: whether there was a vault before, so that its absence is an alarm even if its guard is gone too.
    ///   - reading: reads the rest; what it makes of a damaged vault is given up.
    /// - Throws: ``VaultError``, naming the file and what is wrong with it.
    package static func open<Parts>(
        path: String, pepper: borrowing SecretBytes, parameters: StretchParameters = .standard,
        isCalibrated: Bool = false, resultLimit: Int = Vault.standardResultLimit,
        schedule: Schedule = .present, counter: (any StartCounter)? = nil, isExpected: Bool = false,
        schema: Schema = .present, storage: Storage = Storage(),
        reading: (Vault) throws(VaultError) -> Parts = { (vault: Vault) throws(VaultError) -> Vault in vault }
    ) throws(VaultError) -> Parts {
        var isReplacement = path != inMemory ? try DatabaseFile.putObstaclesAside(path) : false
        while true {
            do throws(VaultError) {
                return try reading(
                    Vault(
                        path: path, pepper: SecretBytes(copying: pepper), parameters: parameters,
                        isCalibrated: isCalibrated, resultLimit: resultLimit, schedule: schedule, counter: counter,
                        isExpected: isExpected, schema: schema, storage: storage, isReplacement: isReplacement))
            } catch {
                guard error.isDamage, !isReplacement, path != inMemory else { throw error }
                try DatabaseFile.putAside(path)
                isReplacement = true
            }
        }
    }

    private init(
        path: String, pepper: consuming SecretBytes, parameters: StretchParameters, isCalibrated: Bool,
        resultLimit: Int, schedule: Schedule, counter: (any StartCounter)?, isExpected: Bool, schema: Schema,
        storage: Storage, isReplacement: Bool
    ) throws(VaultError) {
        precondition(resultLimit > 0, "at least one result is kept")
        try Sodium.start()
        let opening = try DatabaseOpening(
            path: path, pepper: pepper, schema: schema, storage: storage, isReplacement: isReplacement)
        let database = opening.database
        var alarm = opening.alarm
        let key = try Self.key(of: database)
        let sealKey = try Self.sealKey(from: key, pepper)
        var guessKey = try Sodium.randomBytes(Self.keyByteCount)
        recoveryHashKey = try KeyedHash.secret(of: key, label: "touchd recovery keys", key: pepper)
        audit = try AuditChain(database, sealKey: sealKey)
        if audit.isAltered { alarm = alarm ?? .altered }
        let guarding = try VaultGuard(
            database, file: opening.file, finding: opening.finding, alarm: alarm, isExpected: isExpected,
            counter: counter, path: path, key: sealKey)
        // A start that failed between the two left the guard one change behind; this one must not make it two.
        if guarding.isBehind, !guarding.isNewAlarm {
            // Data read from the log of a killed process may not be on the disk yet, and must be before it is counted.
            let log = path + DatabaseFile.logSuffix
            if try !DatabaseFile.isEmpty(log) { try OpenFile(log, steps: storage.logSteps).sync() }
            try guarding.following()?.run()
        }
        // Most starts have nothing to write, and the disk is the slowest part of a start.
        let nobody = try database.record(of: nil, credential: 0, key: sealKey)
        if guarding.isNewAlarm || counter != nil || nobody?.attempts != .clear {
            try database.transaction { () throws(VaultError) in
                if guarding.isNewAlarm, let alarm = guarding.state.alarm {
                    try guarding.lockEverybody(alarm)
                }
                try Self.restartNobody(in: database, key: sealKey)
                try guarding.advance(isNew: guarding.isNewAlarm, key: sealKey)
            }
            guarding.users.end(isMade: true)
            if guarding.isNewAlarm {
                // Both slots: what they held is not trusted.
                try opening.file?.make(guarding.state.record)
            } else {
                try guarding.following()?.run()
            }
            guarding.countStart()
        }
        logSteps = storage.logSteps
        newAlarm = guarding.isNewAlarm ? guarding.state.alarm : nil
        verifierOfNobody = try Sodium.randomBytes(SecretHash.verifierByteCount)
        self.database = database
        self.guarding = guarding
        self.key = key
        self.pepper = pepper
        self.sealKey = sealKey
        self.guessKey = try SecretBytes(wiping: &guessKey)
        limiter = Limiter(schedule: schedule)
        self.parameters = parameters
        self.isCalibrated = isCalibrated
        self.resultLimit = resultLimit
    }

    deinit { try? unfinished.finish() }

    /// Whether a vault was ever created at `path`, even if it is missing now.
    package static func wasMade(at path: String) throws(VaultError) -> Bool {
        try DatabaseFile.exists(path + DatabaseOpening.guardSuffix)
    }
}
