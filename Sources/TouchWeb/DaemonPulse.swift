internal import EventLoop
internal import Journal

/// Whether the daemon answers, and whether pages do, as long as there are pages: on each beat a cheap question on a connection of
/// its own, and a ping of each page.
///
///     resting ──a page──▶ content ──beat──▶ asking ──answer──▶ content
///                                             └──none for some beats──▶ hung ──answer──▶ content
///
/// Beats are counted, not seconds: a bridge that was held up itself hears what came meanwhile before it misses anything.
final class DaemonPulse: DaemonLink.Owner {
    private enum State {
        case resting
        case content
        case asking(beats: Int)
        case hung
    }

    /// From one beat to the next, in microseconds.
    ///
    /// What hangs right after it answered is noticed within four.
    private static let pause: Int64 = 700_000
    /// Beats that a question or a ping may stay without an answer.
    static let patience = 3
    private static let question = Array("{\"method\":\"org.varlink.service.GetInfo\"}".utf8)

    private unowned let bridge: Bridge
    private var state = State.resting
    private var link: DaemonLink?
    private var timer: Timer?

    init(_ bridge: Bridge) throws(SystemError) {
        self.bridge = bridge
        timer = try bridge.loop.timer { [unowned self] in
            bridge.pingPages()
            beat()
        }
    }

    /// Whether the daemon leaves questions unanswered.
    var isHung: Bool { if case .hung = state { true } else { false } }

    /// There are pages, or none any more.
    func review(isWanted: Bool) {
        switch (state, isWanted) {
        case (.resting, true):
            state = .content
            beat()
        case (.content, false), (.asking, false), (.hung, false):
            state = .resting
            link = nil
            timer?.disarm()
        case (.resting, false), (.content, true), (.asking, true), (.hung, true): break
        }
    }

    private func beat() {
        switch state {
        case .resting: return
        case .content: ask()
        case .asking(let beats) where beats < Self.patience: state = .asking(beats: beats + 1)
        case .asking:
            state = .hung
            bridge.log.warning("touchd does not answer: pages are informed (see touchd's journal)")
            bridge.tellPages(.hung)
        case .hung: break
        }
        timer?.arm(atMicroseconds: bridge.loop.nowMicroseconds + Self.pause)
    }

    private func ask() {
        if link == nil {
            // If it is not there, pages hear that from their own connections.
            link = try? DaemonLink(bridge.settings.daemon, ending: 0, on: bridge.loop, owner: self)
        }
        guard let link else { return }
        state = .asking(beats: 1)
        link.send(Self.question)
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
            state = .content
            bridge.log.notice("touchd answers again")
            bridge.tellPages(.answers)
        case .asking: state = .content
        case .resting, .content: break
        }
    }
}
