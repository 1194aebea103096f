package import System
internal import EventLoop
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput

/// Grabs the panels while a secret can be entered, if the configuration requires it, and while the screen is being
/// cleaned.
///
/// For secrets, ``ExclusivePlan`` decides when; the seat grabs and releases.
package final class ExclusiveEntry {
    /// How often a panel that another program holds is tried again.
    static let retry = Interval.seconds(1)

    private let loop: EventLoop
    private let seat: any PanelSource
    private let configuration: LiveConfiguration
    private let screen: Screen
    private let panels: Panels
    private let pauses: Pauses
    private var plan = ExclusivePlan()
    private var timer: Timer?
    /// When panels grabbed for cleaning are released, no matter what touches them; the end of time during cleaning.
    private var cleaned: Instant?

    /// Starts to follow the screen and its cleaning.
    package init(
        _ surroundings: Surroundings, _ configuration: LiveConfiguration, _ screen: Screen, _ panels: Panels,
        _ pauses: Pauses
    ) throws(SystemError) {
        (loop, seat, self.configuration) = (surroundings.loop, surroundings.seat, configuration)
        (self.screen, self.panels, self.pauses) = (screen, panels, pauses)
        timer = try loop.timer { [unowned self] in review() }
        screen.observers.append { [unowned self] in review() }
    }

    /// The seat has grabbed or released a panel.
    func holdChanged() {
        if !panels.isAnyHeld {
            plan.allGivenBack()
            if cleaned != .distantFuture { cleaned = nil }
        }
        arm()
    }

    /// The screen has changed, or whether touches are accepted.
    package func review() {
        let pauses = pauses.current
        // Another program in front of the seat gets its touches.
        let top = pauses.isEmpty && configuration.values.unlock.exclusive != .no ? screen.top : nil
        let action = plan.review(
            ExclusivePlan.Top(
                scene: top?.id, takesSecrets: top?.takesSecrets == true, isAwaited: top?.awaitsSecret == true),
            now: loop.now)
        // Wiping the screen must not press anything in the browser below either.
        if pauses == [.cleaning] {
            cleaned = .distantFuture
        } else if cleaned == .distantFuture {
            cleaned = loop.now.advanced(by: ExclusivePlan.maxDrain)
        }
        seat.rounds.hold(plan.isWanted || cleaned == .distantFuture)
        if action == .giveBack, !panels.isAnyHeld { plan.allGivenBack() }
        if seat.rounds.wantsHolds {
            seat.rounds.settleHolds()
        } else if action == .giveBackNow || cleaned.map({ $0 <= loop.now }) == true {
            seat.rounds.giveBackNow()
            cleaned = nil
        }
        arm()
    }

    private func arm() {
        let drained = cleaned == .distantFuture ? nil : cleaned
        // While it is wanted, the plan has a deadline.
        let retry = plan.isWanted && panels.isAnyElsewhere ? loop.now.advanced(by: Self.retry) : nil
        timer?.set(at: [plan.deadline, drained, retry].compactMap(\.self).min())
    }
}
