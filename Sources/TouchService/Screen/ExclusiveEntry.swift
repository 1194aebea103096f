internal import EventLoop
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput

/// Keeps the panels to the daemon while a secret can be given, if the configuration asks for it, and while the screen is
/// being cleaned.
///
/// ``ExclusivePlan`` says when for secrets, the seat does it.
final class ExclusiveEntry {
    /// How often a panel that another program holds is tried again.
    static let retry = Interval.seconds(1)

    private let core: Core
    private var plan = ExclusivePlan()
    private var timer: Timer?
    /// When panels that were kept for cleaning are given back whatever is on them; the end of time while it is cleaned.
    private var cleaned: Instant?

    /// Starts to look at what is on screen, and whether it is cleaned.
    init(core: Core) throws(SystemError) {
        self.core = core
        timer = try core.loop.timer { [unowned self] in review() }
        core.screen.observers.append { [unowned self] in review() }
    }

    /// The seat has taken a panel or given it back.
    func holdChanged() {
        if !core.panels.isAnyHeld {
            plan.allGivenBack()
            if cleaned != .distantFuture { cleaned = nil }
        }
        arm()
    }

    /// What is on screen has changed, or whether touches are accepted.
    func review() {
        guard let seat = core.seat.seat else { return }
        let pauses = core.pauses.current
        // Whatever else is in front of the seat gets its touches.
        let top = pauses.isEmpty && core.configuration.unlock.exclusive != .no ? core.screen.top : nil
        let action = plan.review(
            ExclusivePlan.Top(
                scene: top?.id, takesSecrets: top?.takesSecrets == true, isAwaited: top?.awaitsSecret == true),
            now: core.loop.now)
        // What is wiped shall press nothing in the browser below either.
        if pauses == [.cleaning] {
            cleaned = .distantFuture
        } else if cleaned == .distantFuture {
            cleaned = core.loop.now.advanced(by: ExclusivePlan.maxDrain)
        }
        seat.isExclusive = plan.isWanted || cleaned == .distantFuture
        if action == .giveBack, !core.panels.isAnyHeld { plan.allGivenBack() }
        if seat.isExclusive {
            seat.settleHolds()
        } else if action == .giveBackNow || cleaned.map({ $0 <= core.loop.now }) == true {
            seat.giveBackNow()
            cleaned = nil
        }
        arm()
    }

    private func arm() {
        let drained = cleaned == .distantFuture ? nil : cleaned
        guard let deadline = [plan.deadline, drained].compactMap(\.self).min() else {
            timer?.disarm()
            return
        }
        let mustRetry = plan.isWanted && core.panels.isAnyElsewhere
        let retry = core.loop.now.advanced(by: Self.retry)
        timer?.arm(at: mustRetry ? min(deadline, retry) : deadline)
    }
}
