internal import EventLoop
internal import TouchCore
internal import TouchInput

/// The seat once it is open, and its wake-up times; before that there is no panel to ask for.
final class OpenSeat {
    private let panels: Panels
    private(set) var seat: Seat?
    private var timer: Timer?

    init(panels: Panels) { self.panels = panels }

    /// Holds an open seat.
    ///
    /// - Parameter round: brackets each reading of the seat.
    func open(_ seat: Seat, on loop: EventLoop, round: @escaping (() -> Void) -> Void) throws(SystemError) {
        timer = try loop.timer { round { seat.tick() } }
        self.seat = seat
    }

    /// Every event node of the machine.
    var candidates: [Candidate] { seat?.candidates ?? [] }

    /// Whether a finger that was down when a panel appeared has been down ever since.
    func isHeldSinceStart(_ id: DeviceID) -> Bool { seat?.isHeldSinceStart(id) ?? false }

    /// Cancels every contact on the panels.
    func cancelContacts() { seat?.cancelContacts() }

    /// Maps panels as they are wanted now.
    func mapPanels() {
        seat?.setViews { [panels] in panels.view(for: $0) }
        panels.tellChanges()
        arm()
    }

    /// Wakes the seat when a filter has a deadline.
    func arm() {
        timer?.set(at: seat?.nextDeadline)
    }
}
