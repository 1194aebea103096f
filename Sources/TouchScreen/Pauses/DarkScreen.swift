package import EventLoop
package import TouchConfiguration
package import System
internal import TouchCore
internal import TouchInput

/// Which landings are ignored because the display is off (`dark-screen=`).
///
///     lit ◀──a landing looks──▶ dark ──3 s, with wake──▶ stuck: it stays dark, and landings count
///      ▲                                                   │
///      └───────────────────a landing finds it lit──────────┘
///
/// A landing looks that comes after a second without reports, or while the display is known to be dark; nothing else does.
package final class DarkScreen {
    /// How long there must have been no report: a display that somebody uses does not turn dark.
    static let silence = Interval.seconds(1)
    /// How long a display may take to light up.
    static let patience = Interval.seconds(3)

    private enum State {
        case lit, dark, stuck
    }

    private let loop: EventLoop
    private let log: Journal
    private let power: DisplayPower
    private var state = State.lit
    private var timer: Timer?
    /// What is done about it.
    var rule: Configuration.DarkScreen {
        didSet {
            guard rule != oldValue else { return }
            state = .lit
            timer?.disarm()
            sayBlind()
        }
    }

    /// Looks at displays below a folder.
    ///
    /// - Throws: if a timer cannot be made.
    package init(
        _ rule: Configuration.DarkScreen, sysfs: String, loop: EventLoop, log: Journal
    ) throws(SystemError) {
        (self.rule, self.loop, self.log, power) = (rule, loop, log, DisplayPower(sysfs: sysfs))
        timer = try loop.timer { [unowned self] in review() }
        sayBlind()
    }

    /// Whether anything is ignored at all.
    var isOn: Bool { rule != .use }

    /// What is known of the display, as the interface has it; nil: it does not matter.
    package var display: String? { isOn ? power.isDark.map { $0 ? "dark" : "lit" } ?? "unknown" : nil }

    /// Whether a landing is ignored; `last` is when a panel reported last.
    func ignores(landingAt time: Instant, after last: Instant?) -> Bool {
        guard state == .dark || last.map({ time.since($0) >= Self.silence }) ?? true else { return false }
        if power.isDark != true {
            state = .lit
            timer?.disarm()
        } else if state == .lit {
            state = .dark
            if rule == .wake { timer?.arm(at: loop.now.advanced(by: Self.patience)) }
        }
        return state == .dark
    }

    /// Whatever lights the display had time for it.
    private func review() {
        guard power.isDark == true else { return state = .lit }
        state = .stuck
        log.warning(
            "[input] dark-screen=wake: a touch did not light the display within \(Self.patience.wholeSeconds) s; touches count "
                + "until it is lit (touchctl doctor)")
    }

    private func sayBlind() {
        guard isOn, power.isDark == nil else { return }
        log.warning("[input] dark-screen= has no effect: sysfs has no backlight and no connected display")
    }
}
