package import System
package import EventLoop
internal import StrictJSON
package import TouchConfiguration
package import TouchCore
package import TouchInput
internal import Varlink

/// When touches are ignored, and notifications of it: another session in front of the seat, sleep, cleaning.
package final class Pauses {
    /// How long the machine may stay awake after announcing sleep; after that it is assumed to have stayed awake.
    static let maxFallingAsleep = Interval.seconds(120)

    private var gate = TouchGate() {
        didSet { isWideOpen = gate.isWideOpen }
    }
    /// Whether every contact passes; cached here to avoid querying the gate for each frame.
    private(set) var isWideOpen = true
    private let loop: EventLoop
    private let log: Journal
    private let peerLog: PeerLog
    /// Whether the display is off.
    package let darkScreen: DarkScreen
    private var waking: Timer?
    private var cleaningEnd: Timer?
    private var holding: Timer?
    private var finger = StillFinger()
    /// The landing of the finger that may end cleaning: the reason it is ignored is known once it did, or did not.
    private var lone: (contact: ContactID, landing: UnheardLandings.Landing)?
    private let unheard: UnheardLandings
    private let screen: Screen
    private let panels: Panels
    private let seat: any PanelSource
    /// The users whose session has to be in front.
    package var rule: SessionUsers<UInt32>
    /// The sessions of the seat at the last check.
    private var sessions: [SeatSession] = []
    /// How long landings are ignored after a resume.
    package var wakeGuard: Interval

    /// Nothing is ignored until the sessions of the seat are read.
    ///
    /// - Throws: if a timer cannot be made.
    package init(
        _ rule: SessionUsers<UInt32>, wakeGuard: Interval, loop: EventLoop, log: Journal, peerLog: PeerLog,
        unheard: UnheardLandings, screen: Screen, panels: Panels, seat: any PanelSource, darkScreen: DarkScreen
    ) throws(SystemError) {
        (self.rule, self.wakeGuard) = (rule, wakeGuard)
        (self.screen, self.panels, self.seat, self.darkScreen) = (screen, panels, seat, darkScreen)
        (self.loop, self.log, self.peerLog, self.unheard) = (loop, log, peerLog, unheard)
        waking = try loop.timer { [unowned self] in end(.sleep, "awake") }
        cleaningEnd = try loop.timer { [unowned self] in end(.cleaning, "its time is up") }
        holding = try loop.timer { [unowned self] in held() }
        screen.observers.append { [unowned self] in reviewSeat(because: self.screen.lastUser) }
    }

    /// Why touches are ignored now; empty if they are not.
    package var current: Set<Pause> { gate.pauses }

    /// How long cleaning still lasts; nil: the screen is not being cleaned.
    package var cleaningLeft: Interval? {
        cleaningEnd?.deadline.map { max(.zero, $0.since(loop.now)) }
    }

    /// Applies what a touch does while the display is off.
    package func apply(_ rule: Configuration.DarkScreen) {
        darkScreen.rule = rule
        gate.isDark = false
    }

    /// Looks at the display if a finger lands that may have found it dark.
    func lookAtDisplay(for frame: borrowing Frame) {
        guard frame.hasLandings else { return }
        let isDark = darkScreen.ignores(landingAt: frame.time, after: panels.lastTouched)
        if isDark != gate.isDark { gate.isDark = isDark }
    }

    /// Passes on the part of a frame that the gate lets through.
    func admit(_ frame: borrowing Frame, _ body: (borrowing Frame) -> Void) {
        if gate.pauses.contains(.cleaning) {
            finger.handle(frame)
            holding?.set(at: finger.deadline)
        }
        noteLandings(of: frame)
        if let heard = gate.admit(frame) { body(heard) }
    }

    /// Reports the reason of landings while the gate is closed.
    private func noteLandings(of frame: borrowing Frame) {
        if let lone, lone.contact != finger.lone { noteLone(.cleaning) }
        guard let pause = Pause.allCases.first(where: gate.pauses.contains) else {
            if gate.isDark { unheard.noteLandings(of: frame, .darkScreen) }
            return
        }
        for contact in frame.contacts where contact.phase == .began {
            let landing = UnheardLandings.Landing(contact, of: frame)
            if pause == .cleaning, finger.lone == contact.id {
                lone = (contact.id, landing)
            } else {
                unheard.note(pause.reason, landing)
            }
        }
    }

    private func noteLone(_ reason: Unheard) {
        if let lone { unheard.note(reason, lone.landing) }
        lone = nil
    }

    // MARK: - Seat

    /// The sessions of the seat have changed.
    func apply(_ sessions: [SeatSession]) {
        self.sessions = sessions
        reviewSeat()
    }

    /// The users whose session has to be in front may have changed, perhaps because a user changed the screen.
    package func reviewSeat(because user: UInt32? = nil) {
        if rule.arePaused(sessions, showing: screen.users) {
            begin(.seat, "another session is active on the seat", because: user)
        } else {
            end(.seat, "the session is active again", because: user)
        }
    }

    // MARK: - Sleep

    /// The machine is about to sleep, or no longer is.
    func sleepAnnounced(_ isComing: Bool) {
        guard isComing else { return woke() }
        begin(.sleep, "the machine is going to sleep")
        waking?.arm(at: loop.now.advanced(by: Self.maxFallingAsleep))
    }

    /// The machine has slept, whether or not it announced that.
    func woke() {
        // Even without a sleep guard: earlier fingers do not end by themselves.
        begin(.sleep, "the machine woke up")
        waking?.arm(at: loop.now.advanced(by: wakeGuard))
        if wakeGuard == .zero { end(.sleep, "awake") }
    }

    // MARK: - Cleaning

    /// Ignores touches for some time; replaces the rest of an earlier cleaning.
    ///
    /// - Parameter duration: within ``TimeLimit/cleaning``: a kiosk that ignores touches for longer is out of order.
    package func clean(for duration: Interval) {
        noteLone(.cleaning)
        finger = StillFinger()
        begin(.cleaning, "cleaning for \(duration.wholeSeconds) s")
        cleaningEnd?.arm(at: loop.now.advanced(by: duration))
    }

    /// Ends cleaning before its time.
    ///
    /// - Returns: false if the screen was not being cleaned.
    package func endCleaning(_ reason: String) -> Bool {
        guard current.contains(.cleaning) else { return false }
        end(.cleaning, reason)
        return true
    }

    private func held() {
        // A report from before the deadline that was read after it has armed another deadline or none.
        if let deadline = finger.deadline, deadline <= loop.now {
            noteLone(.stillFinger)
            end(.cleaning, "a finger was held still for \(StillFinger.duration.wholeSeconds) s")
        }
    }

    // MARK: - Gate

    private func begin(_ pause: Pause, _ reason: String, because user: UInt32? = nil) {
        guard gate.pauses.insert(pause).inserted else { return }
        seat.rounds.cancelContacts()
        say("touch input paused: \(reason)", pause, MessageID.paused, because: user)
        tell()
    }

    /// Notifies front ends and watchers, and lets the observers of the screen check again.
    private func tell() {
        screen.tell(current)
        panels.tell(current)
        screen.tellObservers()
    }

    private func say(_ line: String, _ pause: Pause, _ messageID: StaticString, because user: UInt32?) {
        let fields: [Journal.Field] = [.field("PAUSE", pause.rawValue)]
        guard let user else { return log.notice(line, fields, messageID: messageID) }
        peerLog.line(.notice, .screen, of: user, line, fields, messageID: messageID)
    }

    private func end(_ pause: Pause, _ reason: String, because user: UInt32? = nil) {
        guard gate.pauses.remove(pause) != nil else { return }
        switch pause {
        case .seat: break
        case .sleep: waking?.disarm()
        case .cleaning:
            noteLone(.cleaning)
            cleaningEnd?.disarm()
            holding?.disarm()
        }
        let rest = current.isEmpty ? "touch input resumed" : "touch input still paused"
        say("\(rest): \(reason)", pause, MessageID.heardAgain, because: user)
        tell()
    }
}
