internal import EventLoop
internal import Journal
internal import TouchVault

/// Whether the disk takes what the vault has to write: said once when that changes, and tried again until it does.
///
///     writable ──a write fails, or no room is left──▶ failing ──every 5 s: one write, or the opening──▶ writable
final class StoreWatch {
    private enum State {
        case writable
        case failing(VaultError)
    }

    /// Time between two tries, in microseconds.
    static let period: Int64 = 5_000_000

    private let loop: EventLoop
    private let log: Journal
    private var timer: Timer?
    private var state = State.writable
    /// Writes once, durably, or opens what could not be opened.
    var attempt: () throws(VaultError) -> Void = {}

    init(loop: EventLoop, log: Journal) throws(SystemError) {
        (self.loop, self.log) = (loop, log)
        timer = try loop.timer { [unowned self] in tryAgain() }
    }

    /// What is wrong, in words; nil if nothing is.
    var problem: String? {
        guard case .failing(let fault) = state else { return nil }
        return "the vault is not writable, so every unlock and captcha fails: \(fault)"
    }

    /// A write failed.
    ///
    /// What is wrong with a row or with a caller is no matter of the disk.
    func note(_ fault: VaultError) {
        guard fault.isOfDisk, case .writable = state else { return }
        state = .failing(fault)
        log.error(problem ?? "", messageID: MessageID.storeFailing)
        arm()
    }

    /// Looks whether there is room before anybody needs it.
    func look(at room: () throws(VaultError) -> Void) {
        do throws(VaultError) { try room() } catch { note(error) }
    }

    private func tryAgain() {
        do throws(VaultError) { try attempt() } catch {
            let before = problem
            state = .failing(error)
            if problem != before { log.error(problem ?? "", messageID: MessageID.storeFailing) }
            return arm()
        }
        state = .writable
        log.notice("the vault is writable again", messageID: MessageID.storeHealed)
    }

    private func arm() { timer?.arm(atMicroseconds: loop.nowMicroseconds + Self.period) }
}
