import Glibc

/// Whether other programs also get the reports of a panel.
public enum Hold: Hashable, Sendable {
    /// They do, if they have its node open.
    case shared
    /// They do not: this seat has grabbed the node (EVIOCGRAB).
    case held
    /// Another program has grabbed the node, so nothing arrives here.
    case elsewhere
    /// The kernel refused the grab.
    case refused(errno: Int32)
}

extension Panel {
    /// Grabs or releases the panel, if no finger is down: other programs would otherwise keep a finger that never lifts, or
    /// see the end of a stroke without its beginning; returns whether ``hold`` changed.
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

    /// Releases the panel, even with fingers on it; returns whether ``hold`` changed.
    func giveBackNow() -> Bool {
        guard hold == .held else { return false }
        giveBack()
        return true
    }

    /// Whether a finger is down: known, not read yet, or held back by a filter.
    private var isTouched: Bool { !isEmpty || kernel?.hasFinger ?? false }

    private func grab() {
        guard let node else { return }
        let reason = node.grab(true)
        guard reason == 0 else {
            hold = reason == EBUSY ? .elsewhere : .refused(errno: reason)
            return
        }
        // Other programs saw the landing of a finger between the two calls, so they get the rest of it too.
        if isTouched { return giveBack() }
        node.mark(true)
        hold = .held
    }

    private func giveBack() {
        node?.mark(false)
        // It can only fail on a node that is gone, and the grab with it.
        _ = node?.grab(false)
        hold = .shared
    }
}
