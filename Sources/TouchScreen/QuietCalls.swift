package import EventLoop
internal import StrictJSON
package import System
package import TouchCore
package import Varlink

/// Calls that wait until nobody draws: before a restart, which would interrupt a hand.
package final class QuietCalls {
    /// How long no finger may have been on a panel: longer than between two keys of a PIN.
    static let silence = Interval.seconds(2)
    /// How often fingers are counted while a call waits.
    private static let step = Interval.milliseconds(100)

    private let loop: EventLoop
    private let panels: Panels
    private var waiting: [(call: Call, deadline: Instant)] = []
    private var timer: Timer?

    /// No call waits.
    ///
    /// - Throws: if a timer cannot be made.
    package init(loop: EventLoop, panels: Panels) throws(SystemError) {
        (self.loop, self.panels) = (loop, panels)
        timer = try loop.timer { [unowned self] in answer() }
    }

    /// Replies when no finger has been on a panel for a while, or when the time is up.
    package func wait(_ call: Call, for longest: Interval) {
        waiting.removeAll { !$0.call.isOpen }
        waiting.append((call, loop.now.advanced(by: longest)))
        answer()
    }

    private func answer() {
        let now = loop.now
        let quiet = panels.isTouched ? nil : panels.lastTouched.map { $0.advanced(by: Self.silence) } ?? now
        let isQuiet = quiet.map { $0 <= now } ?? false
        let due = waiting.filter { isQuiet || $0.deadline <= now }
        waiting.removeAll { isQuiet || $0.deadline <= now }
        for entry in due { entry.call.reply(["idle": .bool(isQuiet)]) }
        guard let deadline = waiting.lazy.map(\.deadline).min() else { return }
        timer?.set(at: min(deadline, quiet ?? now.advanced(by: Self.step)))
    }
}
