internal import System
internal import EventLoop
internal import TouchCore

/// Checks that the daemon and the pages respond, while there are pages: each beat sends a cheap request on a separate
/// connection, and a ping to each page.
///
///     resting ──a page──▶ content ──beat──▶ asking ──answer──▶ content
///                                             └──none for some beats──▶ hung ──answer──▶ content
///
/// Beats are counted, not seconds: a bridge that was delayed itself reads pending replies before it counts one as
/// missing.
final class DaemonPulse: DaemonLink.Owner {
    private enum State {
        case resting
        case content
        case asking(beats: Int)
        case hung
    }

    /// Interval of beats: a hang right after a reply is noticed within four.
    private static let pause = Interval.milliseconds(700)
    /// Number of beats that a request or a ping may stay unanswered.
    static let patience = 3
    private static let question = Array("{\"method\":\"org.varlink.service.GetInfo\"}".utf8)

    private unowned let bridge: Bridge
    private var state = State.resting
    private var link: DaemonLink?
    private var timer: Timer?

    init(_ bridge: Bridge) throws(SystemError) {
        self.bridge = bridge
        timer = try bridge.loop.timer { [unowned self] in
            for page in bridge.pages.values { page.ping() }
            beat()
        }
    }

    var isHung: Bool { if case .hung = state { true } else { false } }

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
        timer?.arm(at: bridge.loop.now.advanced(by: Self.pause))
    }

    private func ask() {
        if link == nil {
            // If the daemon is gone, pages learn it from their own connections.
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
