internal import EventLoop
internal import Journal

/// Whether the daemon answers, and whether pages are there, as long as there are pages: a cheap question each second on a
/// connection of its own, and a ping of each page now and then.
///
///     resting ──a page──▶ waiting ──its second is over──▶ asking ──answer──▶ waiting
///                                                            └──none in time──▶ hung ──answer──▶ waiting
final class DaemonPulse: DaemonLink.Owner {
    private enum State {
        case resting
        case waiting
        case asking
        case hung
    }

    /// From an answer to the next question, in microseconds.
    private static let pause: Int64 = 1_000_000
    /// How long an answer may take: both together are what a hang is noticed in, less than three seconds.
    private static let patience: Int64 = 1_500_000
    /// From one ping of the pages to the next.
    private static let pingPause: Int64 = 4_000_000
    private static let question = Array("{\"method\":\"org.varlink.service.GetInfo\"}".utf8)

    private unowned let bridge: Bridge
    private var state = State.resting
    private var link: DaemonLink?
    private var timer: Timer?
    private var pings: Timer?

    init(_ bridge: Bridge) throws(SystemError) {
        self.bridge = bridge
        timer = try bridge.loop.timer { [unowned self] in goOn() }
        pings = try bridge.loop.timer { [unowned self] in
            bridge.pingPages()
            arm(pings, in: Self.pingPause)
        }
    }

    /// Whether the daemon leaves questions unanswered.
    var isHung: Bool { if case .hung = state { true } else { false } }

    /// There are pages, or none any more.
    func review(isWanted: Bool) {
        switch (state, isWanted) {
        case (.resting, true):
            state = .waiting
            arm(pings, in: Self.pingPause)
            goOn()
        case (.waiting, false), (.asking, false), (.hung, false):
            state = .resting
            link = nil
            timer?.disarm()
            pings?.disarm()
        case (.resting, false), (.waiting, true), (.asking, true), (.hung, true): break
        }
    }

    private func goOn() {
        switch state {
        case .resting: break
        case .waiting: ask()
        case .asking:
            state = .hung
            bridge.log.warning("touchd does not answer: pages are informed (see touchd's journal)")
            bridge.tellPages(.hung)
        case .hung: break
        }
    }

    private func ask() {
        if link == nil {
            // If it is not there, pages hear that from their own connections.
            link = try? DaemonLink(bridge.settings.daemon, ending: 0, on: bridge.loop, owner: self)
        }
        guard let link else { return arm(timer, in: Self.pause) }
        state = .asking
        link.send(Self.question)
        arm(timer, in: Self.patience)
    }

    private func arm(_ timer: Timer?, in microseconds: Int64) {
        timer?.arm(atMicroseconds: bridge.loop.nowMicroseconds + microseconds)
    }

    func linkReceived(_: Span<UInt8>) {
        answered()
    }

    func linkDrained() {}

    func linkEnded() {
        link = nil
        answered()
    }

    /// It lives, or is gone, which is no hang either.
    private func answered() {
        switch state {
        case .hung:
            bridge.log.notice("touchd answers again")
            bridge.tellPages(.answers)
            state = .waiting
            arm(timer, in: Self.pause)
        case .asking:
            state = .waiting
            arm(timer, in: Self.pause)
        case .resting, .waiting: break
        }
    }
}
