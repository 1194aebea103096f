internal import EventLoop
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput

/// Grabs the panels while a secret can be entered, if the configuration requires it, and while the screen is being
/// cleaned.
///
/// For secrets, ``ExclusivePlan`` decides when; the seat grabs and releases.
final class ExclusiveEntry {
    /// How often a panel that another program holds is tried again.
    static let retry = Interval.seconds(1)

    private let core: Core
    private var plan = ExclusivePlan()
    private var timer: Timer?
    /// When panels grabbed for cleaning are released, no matter what touches them; the end of time during cleaning.
    private var cleaned: Instant?

    /// Starts to follow the screen and its cleaning.
    init(core: Core) throws(SystemError) {
        self.core = core
        timer = try core.loop.timer { [unowned self] in review() }
        core.screen.observers.append { [unowned self] in review() }
    }

    /// The seat has grabbed or released a panel.
    func holdChanged() {
        if !core.panels.isAnyHeld {
            plan.allGivenBack()
            if cleaned != .distantFuture { cleaned = nil }
        }
        arm()
    }

    /// The screen has changed, or whether touches are accepted.
    func review() {
        let seat = core.seat
        let pauses = core.pauses.current
        // Another program in front of the seat gets its touches.
        let top = pauses.isEmpty && core.configuration.unlock.exclusive != .no ? core.screen.top : nil
        let action = plan.review(
            ExclusivePlan.Top(
                scene: top?.id, takesSecrets: top?.takesSecrets == true, isAwaited: top?.awaitsSecret == true),
            now: core.loop.now)
        // Wiping the screen must not press anything in the browser below either.
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
