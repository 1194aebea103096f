import CShims
import Glibc
public import TouchCore

/// Whether other programs get the reports of a panel too.
public enum Hold: Hashable, Sendable {
    /// They do, as long as they have its node open.
    case shared
    /// They do not: the node is held by this seat (EVIOCGRAB).
    case held
    /// Another program holds the node, so that nothing arrives here.
    case elsewhere
    /// The kernel holds no node for this seat.
    case refused(errno: Int32)
}

extension Panel {
    /// Grabs the panel or gives it back, if no finger is down: others would keep a finger that never lifts, or see the
    /// end of a stroke without its beginning.
    ///
    /// - Returns: whether ``hold`` changed.
    func settle(wanted: Bool) -> Bool {
        let before = hold
        switch (hold, wanted) {
        case (.held, true), (.shared, false): return false
        case (.elsewhere, false), (.refused, false): hold = .shared
        case (.held, false): if !isTouched { giveBack() }
        case (.shared, true), (.elsewhere, true), (.refused, true): if !isTouched { grab() }
        }
        return hold != before
    }

    /// Gives the panel back, whatever is on it.
    ///
    /// - Returns: whether ``hold`` changed.
    func giveBackNow() -> Bool {
        guard hold == .held else { return false }
        giveBack()
        return true
    }

    /// Whether a finger is down, known or not read yet or held back by a filter.
    private var isTouched: Bool { !isEmpty || cshims_fingers_down(descriptor, Int32(device.slots ?? 0)) > 0 }

    private func grab() {
        let reason = cshims_grab(descriptor, 1)
        guard reason == 0 else {
            hold = reason == EBUSY ? .elsewhere : .refused(errno: reason)
            return
        }
        // A finger that landed between the two calls was seen to land by others: they get the rest of it as well.
        if isTouched { return giveBack() }
        HoldMark(descriptor, of: device.node).set(true)
        hold = .held
    }

    private func giveBack() {
        HoldMark(descriptor, of: device.node).set(false)
        // It can only fail on a node that is gone, and with it the hold.
        _ = cshims_grab(descriptor, 0)
        hold = .shared
    }
}

extension Seat {
    /// Tries again what a finger or another program was in the way of, and says what changed.
    public func settleHolds() {
        for panel in panelsInOrder { settle(panel) }
    }

    func settle(_ panel: Panel) {
        if panel.settle(wanted: wantsHolds) { sink.holdChanged(of: panel.device.id, to: panel.hold) }
    }

    /// Gives every panel back, also under a finger; those that are wanted are taken again when it has lifted.
    public func giveBackNow() {
        for panel in panelsInOrder where panel.giveBackNow() { sink.holdChanged(of: panel.device.id, to: panel.hold) }
    }

    /// Who gets the reports of a panel; nil if there is no such panel.
    public func hold(of id: DeviceID) -> Hold? { panelsInOrder.first { $0.device.id == id }?.hold }

    /// Whether a touchd holds the panel for itself, so that nothing arrives here.
    ///
    /// Asks the kernel and changes nothing.
    public func isHeldByTouchd(_ id: DeviceID) -> Bool {
        guard let panel = panelsInOrder.first(where: { $0.device.id == id }) else { return false }
        return HoldMark(panel.descriptor, of: panel.device.node).isSetElsewhere
    }
}
