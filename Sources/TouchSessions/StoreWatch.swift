internal import EventLoop
internal import TouchCore
internal import TouchScreen
internal import TouchVault

/// Whether the disk can be written: reported when it changes, and retried until it can.
///
///     writable ──a write fails, or no room is left──▶ failing ──every 5 s: one write, or the opening──▶ writable
final class StoreWatch {
    private enum State {
        case writable
        case failing(VaultError)
    }

    /// Time between two attempts.
    static let period = Interval.seconds(5)

    private let log: Journal
    private var state = State.writable

    init(log: Journal) { self.log = log }

    /// The problem, for people; nil if there is none.
    var problem: String? {
        guard case .failing(let fault) = state else { return nil }
        let finding = fault.isOfNewerTouchd ? "cannot be opened" : "is not writable"
        return "the vault \(finding), so every unlock and captcha fails: \(fault)"
    }

    /// A write failed.
    ///
    /// Errors of a row or a caller are unrelated to the disk.
    ///
    /// - Returns: whether to retry from now on.
    func note(_ fault: VaultError) -> Bool {
        guard fault.isOfDisk || fault.isOfNewerTouchd, case .writable = state else { return false }
        state = .failing(fault)
        log.error(problem ?? "", messageID: MessageID.storeFailing)
        return true
    }

    /// It was tried again: by one durable write, or by opening the vault if it could not be opened.
    ///
    /// - Returns: whether to try once more.
    func noteAttempt(_ attempt: Result<Void, VaultError>) -> Bool {
        do throws(VaultError) { try attempt.get() } catch {
            let before = problem
            state = .failing(error)
            if problem != before { log.error(problem ?? "", messageID: MessageID.storeFailing) }
            return true
        }
        state = .writable
        log.notice("the vault is writable again", messageID: MessageID.storeHealed)
        return false
    }
}
