package import System
internal import EventLoop
package import StrictJSON
import TouchConfiguration
package import TouchCore
package import TouchScreen
package import TouchVault
package import Varlink

/// The vault, in the one place that holds it: it may be opened late, and what cannot be read or written is noticed here.
package final class VaultKeeper {
    private var store: Store
    /// Changes that wait for the disk.
    package let writes: VaultWrites
    /// Stores a result of each alarm.
    weak var results: Results?
    private let surroundings: Surroundings
    private let configuration: LiveConfiguration
    private let statistics: Statistics
    private let peerLog: PeerLog
    /// The daemon's own user, for acts of its own.
    private let ownUser: UInt32
    private let watch: StoreWatch
    private var timer: Timer?
    /// Armed while results are about to be deleted.
    private var trimTimer: Timer?

    /// Holds a vault; one that stands in for another is replaced as soon as the other can be opened.
    package init(
        _ store: Store, in surroundings: Surroundings, _ configuration: LiveConfiguration, _ statistics: Statistics,
        _ peerLog: PeerLog, ownUser: UInt32
    ) throws(SystemError) {
        (self.store, self.surroundings, self.configuration) = (store, surroundings, configuration)
        (self.statistics, self.peerLog, self.ownUser) = (statistics, peerLog, ownUser)
        writes = try VaultWrites(on: surroundings.loop)
        watch = StoreWatch(log: peerLog.log)
        timer = try surroundings.loop.timer { [unowned self] in tryAgain() }
        trimTimer = try surroundings.loop.timer(priority: .idle) { [unowned self] in trim() }
    }

    /// The vault that is open now.
    package var vault: Vault { store.vault }
    /// The issuer of tokens, by its keys.
    package var tokens: TokenIssuer { store.tokens }
    /// Makes panels wait after misses; nil: they never do.
    var misses: MissLimiter? { store.misses }
    /// Why the vault could not be opened; a replacement then fails every operation.
    package var fault: VaultError? { store.fault }
    /// Whether the vault on the disk is one that only a newer touchd can open.
    package var isOfNewerTouchd: Bool { fault?.isOfNewerTouchd ?? false }
    /// Whether it can be written, as far as is known.
    package var isWritable: Bool { watch.problem == nil }

    /// Reports the problems of a vault that was just opened.
    package func sayVault() {
        if let fault { return note(fault) }
        if let fault = vault.startCounterFault { peerLog.log.error("[store] tpm=: \(fault)") }
        if noteAlarm() { return }
        guard let alarm = vault.alarm else { return }
        peerLog.log.error(alarm == .counterUnreadable ? alarm.sentence : "since an earlier start: \(alarm.sentence)")
    }

    // MARK: - Trouble

    /// What is wrong with the vault, in a sentence for people; nil: nothing is.
    package var problem: String? {
        look()
        return vault.alarm?.sentence ?? watch.problem
    }

    /// Checks that the disk has room before a write needs it.
    package func look() {
        do throws(VaultError) { try vault.checkRoom() } catch { note(error) }
        noteAlarm()
    }

    /// Records that the vault could not be read or written; errors unrelated to the disk change nothing.
    func note(_ fault: VaultError) {
        if fault.isOfDisk { statistics.storageErrors += 1 }
        if watch.note(fault) { arm() }
    }

    /// Logs the alarm of the vault and stores it, once.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func noteAlarm() -> Bool {
        guard let alarm = vault.noteAlarm() else { return false }
        peerLog.log.error(alarm.sentence, [.field("VAULT_ALARM", alarm.rawValue)])
        if let results {
            let reason = Word("vault_\(alarm.rawValue)") ?? "vault"
            results.writeLater(results.result(.lock, reason, of: nil, by: ownUser))
        }
        return true
    }

    // MARK: - Room for results

    /// Time from a result, after which somebody may draw again, to the deletion of those that are too many.
    private static let trimPause = Interval.seconds(1)
    /// Time to the next deletion while there are still too many, as after a change of `[store] results=`.
    private static let longTrimPause = Interval.milliseconds(200)

    /// Results were stored: the oldest ones, if they are too many, are deleted soon, a few at a time, while nothing else is
    /// on its way to the disk.
    package func trimResults(after pause: Interval = trimPause) {
        do throws(VaultError) {
            guard trimTimer?.deadline == nil, try vault.hasExcess else { return }
            trimTimer?.arm(at: surroundings.loop.now.advanced(by: pause))
        } catch { note(error) }
    }

    private func trim() {
        guard vault.isAtRest else { return trimResults() }
        writes.make(in: vault) { [vault] () throws(VaultError) in
            try vault.trimResults()
        } then: { [unowned self] (trimmed: Result<Void, VaultError>) in
            do throws(VaultError) {
                try trimmed.get()
                trimResults(after: Self.longTrimPause)
            } catch {
                note(error)
                noteAlarm()
            }
        }
    }

    /// Answers a call that the vault could not serve; the reason goes to the log, not to the peer.
    package func fail(_ call: Call, of interface: String, _ error: VaultError) {
        peerLog.line(.error, .storage, of: call.connection.peer.uid, "\(call.method): \(error)")
        note(error)
        noteAlarm()
        call.fail(VarlinkError("\(interface).StorageFailed"))
    }

    /// Writes once, to find out whether the disk can be written.
    func tryWriting(then: @escaping (Result<Void, VaultError>) -> Void) {
        writes.make(in: vault, { [vault] () throws(VaultError) in try vault.tryWriting() }, then: then)
    }

    private func tryAgain() {
        do throws(VaultError) {
            guard fault != nil else {
                try vault.checkRoom()
                return tryWriting { [unowned self] in note(attempt: $0) }
            }
            store = try .open(configuration.values, in: surroundings)
            sayVault()
            note(attempt: .success(()))
        } catch { note(attempt: .failure(error)) }
    }

    private func note(attempt: Result<Void, VaultError>) {
        if watch.noteAttempt(attempt) { arm() }
    }

    private func arm() { timer?.arm(at: surroundings.loop.now.advanced(by: StoreWatch.period)) }

    // MARK: - Users

    /// A user as the log names it: by name only if the administrator allows it.
    package func logged(_ user: UserName) -> String {
        if configuration.values.log.namesUsers { return user.description }
        return (try? vault.pseudonym(of: user)) ?? "a user"
    }

    /// Walks through all users in parts.
    ///
    /// - Parameters:
    ///   - isWanted: whether somebody still waits for the end.
    ///   - each: gets every user.
    ///   - finish: gets the failure that ended the walk, if any.
    package func walkUsers(
        while isWanted: @escaping () -> Bool = { true }, each: @escaping (EnrolledUser) -> Void,
        finish: @escaping (VaultError?) -> Void
    ) {
        var walk = UserWalk()
        surroundings.loop.inParts { [unowned self] in
            guard isWanted() else { return false }
            do throws(VaultError) {
                if let users = try walk.proceed(in: vault, at: surroundings.moment) {
                    users.forEach(each)
                    return true
                }
                finish(nil)
            } catch { finish(error) }
            return false
        }
    }

    /// Answers a call with a long list.
    ///
    /// - Parameters:
    ///   - interface: its interface, for the error of a vault that cannot be read.
    ///   - part: appends the next few elements; false: there are no more.
    ///   - finish: writes the members of the reply.
    package func answer(
        _ call: Call, of interface: String, part: @escaping (inout LongList) throws(VaultError) -> Bool,
        finish: @escaping (inout JSONWriter, inout LongList) -> Void
    ) {
        var list = LongList()
        surroundings.loop.inParts { [unowned self] in
            guard call.isOpen else { return false }
            do throws(VaultError) {
                if try part(&list) { return true }
                call.reply { finish(&$0, &list) }
            } catch { fail(call, of: interface, error) }
            return false
        }
    }
}
