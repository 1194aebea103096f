internal import EventLoop
internal import StrictJSON
package import System
package import TouchCore
package import Varlink

/// The calls that are told when nobody has touched a panel for some time, and of the first touch after it
/// (`io.touchd.device.Idle`).
///
/// For others than administrators somebody is there while a secret is on screen, and its end counts as a touch: otherwise
/// they would learn the rhythm in which it is entered.
package final class IdleCalls {
    private struct Waiting {
        let call: Call
        let after: Interval
        /// What it was told last.
        var isIdle: Bool
    }

    private let loop: EventLoop
    private let panels: Panels
    private let contacts: ContactWatch
    private let access: Access
    private let started: Instant
    private var waiting: [Waiting] = []
    /// Whether a call was told that nobody is there; the only thing that a frame looks at.
    private(set) var isAnyIdle = false
    private var timer: Timer?
    /// A last touch, and when that was by the time of day.
    private var dated: (touch: Instant, minute: Int64) = (.distantFuture, 0)

    /// No call waits.
    ///
    /// - Throws: if a timer cannot be made.
    package init(_ screen: Screen, _ panels: Panels, _ access: Access) throws(SystemError) {
        (loop, self.panels, contacts, self.access) = (screen.loop, panels, screen.contacts, access)
        started = loop.now
        timer = try loop.timer { [unowned self] in review() }
        // A secret may have come on screen.
        screen.observers.append { [unowned self] in if isAnyIdle { review() } }
    }

    /// Subscribes a call to changes, after reporting the present state.
    package func watch(_ call: Call, after: Interval) {
        let isIdle = isOver(after, since: lastTouch(for: call))
        waiting.append(Waiting(call: call, after: after, isIdle: isIdle))
        call.onCancelled = { [unowned self] in review() }
        call.replyContinuing(["idle": .bool(isIdle)])
        review()
    }

    /// A finger landed, moved or left while a call was told that nobody is there.
    func touched() {
        for index in waiting.indices where waiting[index].isIdle { tell(index, false) }
        review()
    }

    /// The last touch that everybody may know of, rounded down to a minute, in seconds since 1970; nil: none since the start.
    package var lastMinute: Int64? {
        guard let touch = [panels.lastTouchedInTheOpen, contacts.lastSecret].compactMap(\.self).max() else {
            return nil
        }
        // The machine may have slept since: the time of day of a touch is found once.
        if touch != dated.touch {
            let seconds = loop.wallTime.seconds - loop.now.since(touch).wholeSeconds
            dated = (touch, seconds / 60 * 60)
        }
        return dated.minute
    }

    /// When a panel was last touched, as far as a caller may know; nil: somebody is there.
    private func lastTouch(for call: Call) -> Instant? {
        if panels.isTouched { return nil }
        if access.role(of: call.connection.peer) == .administrator { return panels.lastTouched ?? started }
        if contacts.isHidden { return nil }
        return [panels.lastTouchedInTheOpen, contacts.lastSecret, started].compactMap(\.self).max()
    }

    private func isOver(_ length: Interval, since touch: Instant?) -> Bool {
        touch.map { $0.advanced(by: length) <= loop.now } ?? false
    }

    private func review() {
        waiting.removeAll { !$0.call.isOpen }
        var next: Instant?
        for index in waiting.indices {
            let (touch, after) = (lastTouch(for: waiting[index].call), waiting[index].after)
            let isIdle = isOver(after, since: touch)
            if isIdle != waiting[index].isIdle { tell(index, isIdle) }
            if isIdle { continue }
            // Whoever is there now may leave now.
            let due = (touch ?? loop.now).advanced(by: after)
            next = min(next ?? due, due)
        }
        isAnyIdle = waiting.contains(where: \.isIdle)
        timer?.set(at: next)
    }

    private func tell(_ index: Int, _ isIdle: Bool) {
        waiting[index].isIdle = isIdle
        waiting[index].call.replyContinuing(["idle": .bool(isIdle)])
    }
}
