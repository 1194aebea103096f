internal import EventLoop
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput

/// Keeps the panels to the daemon while a pattern can be drawn, if the configuration asks for it.
///
/// ``ExclusivePlan`` says when, the seat does it.
final class ExclusiveEntry {
    /// How often a panel that another program holds is tried again, in microseconds.
    static let retry: Int64 = 1_000_000

    private let core: Core
    private let seat: Seat
    private var plan = ExclusivePlan()
    private var timer: Timer?

    /// Starts to look at what is on screen; does nothing at all if the configuration says no.
    init(core: Core, seat: Seat) throws(SystemError) {
        (self.core, self.seat) = (core, seat)
        guard core.configuration.unlock.exclusive != .no else { return }
        timer = try core.loop.timer { [unowned self] in review() }
        core.screen.onChange = { [unowned self] in review() }
        core.screen.isExclusive = { [unowned self] in self.seat.hold(of: $0) == .held }
    }

    /// The seat has taken a panel or given it back.
    func holdChanged() {
        if !core.panels.isAnyHeld { plan.allGivenBack() }
        arm()
    }

    private func review() {
        let top = core.screen.top
        let action = plan.review(
            ExclusivePlan.Top(
                scene: top?.id, takesPatterns: top?.takesPatterns == true, isAwaited: top?.awaitsPattern == true),
            now: core.loop.nowMicroseconds)
        switch action {
        case .take: seat.isExclusive = true
        case .giveBack:
            seat.isExclusive = false
            if !core.panels.isAnyHeld { plan.allGivenBack() }
        case .giveBackNow: seat.giveBackNow()
        case nil: if plan.isWanted { seat.settleHolds() }
        }
        arm()
    }

    private func arm() {
        guard let deadline = plan.deadline else {
            timer?.disarm()
            return
        }
        let mustRetry = plan.isWanted && core.panels.isAnyElsewhere
        let retry = core.loop.nowMicroseconds + Self.retry
        timer?.arm(atMicroseconds: mustRetry ? min(deadline, retry) : deadline)
    }
}
