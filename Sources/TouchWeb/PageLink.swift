internal import System
internal import CWebsockets
internal import EventLoop
internal import TouchCore

/// A page's WebSocket and its own connection to the daemon; messages are passed on one to one.
///
///     linked ──daemon gone──▶ lost ──the page acknowledges──▶ trying ──daemon there──▶ linked
///
/// Messages sent before the page acknowledged the loss were meant for the previous daemon, and are dropped: otherwise
/// their replies would be taken for those to later calls.
final class PageLink: DaemonLink.Owner {
    struct Target: Hashable {
        let socket: String
        let ending: UInt8

        init?(_ path: String, _ settings: Bridge.Settings) {
            if path == Routes.daemon {
                (socket, ending) = (settings.daemon, 0)
            } else if path == Routes.touchsim, let control = settings.touchsim {
                (socket, ending) = (control, 0x0a)
            } else {
                return nil
            }
        }
    }

    private enum State {
        case linked(DaemonLink)
        case lost
        case trying
        case over
    }

    /// The first wait before reconnecting to the daemon; each further one is twice as long, up to ``maxWait``.
    private static let firstWait = Interval.milliseconds(100)
    private static let maxWait = Interval.seconds(2)

    private let target: Target
    private let call: WebCall
    private let loop: EventLoop
    private var state = State.trying
    private var retry: Timer?
    private var wait = PageLink.firstWait
    private var incoming: [UInt8] = []
    private var outgoing: [[UInt8]] = []
    private var outgoingBytes = 0
    /// Number of pings since the page last sent something.
    private var unanswered = 0
    private var wantsPing = false
    /// Whether reading from the page is stopped, because the daemon is too slow.
    private var isHeld = false {
        didSet { if isHeld != oldValue { call.hold(isHeld) } }
    }
    private var isHung = false

    init(_ target: Target, _ call: WebCall, on loop: EventLoop) throws(SystemError) {
        (self.target, self.call, self.loop) = (target, call, loop)
        retry = try loop.timer { [unowned self] in connect() }
    }

    func begin() {
        connect()
        if case .trying = state { lose() }
    }

    func end() {
        state = .over
        retry?.cancel()
        (outgoing, incoming) = ([], [])
    }

    // MARK: the daemon

    private func connect() {
        guard case .trying = state else { return }
        do throws(SystemError) {
            state = .linked(try DaemonLink(target.socket, ending: target.ending, on: loop, owner: self))
            say(.connected)
            if isHung { say(.hung) }
        } catch {
            retryLater()
        }
    }

    private func retryLater() {
        retry?.arm(at: loop.now.advanced(by: wait))
        wait = min(.microseconds(wait.microseconds * 2), Self.maxWait)
    }

    private func lose() {
        state = .lost
        retry?.disarm()
        isHeld = false
        say(.lost)
    }

    func linkReceived(_ message: Span<UInt8>) {
        wait = Self.firstWait
        put(message)
        // At once, without waiting until the page is writable: it mostly is, and touches are urgent.
        if !flush(call) { call.kill() }
        if isFull, case .linked(let link) = state { link.pause(true) }
    }

    func linkDrained() {
        heard()
        isHeld = false
    }

    func linkEnded() {
        guard case .linked = state else { return }
        lose()
    }

    func tell(_ news: PageNews) {
        guard isHung != (news == .hung) else { return }
        isHung = news == .hung
        if case .linked = state { say(news) }
    }

    // MARK: from the page

    func received(_ call: WebCall, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        heard()
        if call.isFirst {
            incoming.removeAll(keepingCapacity: incoming.capacity <= DaemonLink.enough)
            guard !call.isBinary else { return call.close(LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text messages only") }
        }
        guard incoming.count + bytes.count <= DaemonLink.maxLength else {
            return call.close(LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message longer than 1 MiB")
        }
        unsafe incoming.append(contentsOf: bytes)
        guard call.isLast else { return 0 }
        // The daemon would take it for two messages, and replies would no longer match calls.
        guard !incoming.contains(target.ending) else {
            return call.close(LWS_CLOSE_STATUS_INVALID_PAYLOAD, "message contains the byte that separates messages")
        }
        switch state {
        case .linked(let link):
            link.send(incoming)
            if link.isFull { isHeld = true }
        case .lost:
            if incoming == PageNews.lost.message {
                state = .trying
                retryLater()
            }
        case .trying, .over: break
        }
        return 0
    }

    func heard() {
        unanswered = 0
    }

    /// Pings the page, even hidden or busy, or closes it: it is gone, or its browser hangs.
    func ping() {
        // While reading is stopped, its responses are not seen; if it is gone, its machine responds to the ping with a
        // reset.
        if isHeld { unanswered = 0 }
        guard unanswered < DaemonPulse.patience else { return call.kill() }
        unanswered += 1
        wantsPing = true
        call.callWhenWritable()
    }

    // MARK: to the page

    private var isFull: Bool { outgoingBytes > DaemonLink.enough }

    private func say(_ news: PageNews) {
        put(news.message.span)
        call.callWhenWritable()
    }

    private func put(_ message: Span<UInt8>) {
        unsafe outgoing.append(message.withUnsafeBytes { unsafe Array($0) })
        outgoingBytes += message.count
    }

    func writable(_ call: WebCall) -> Int32 {
        if wantsPing {
            wantsPing = false
            // libwebsockets does not report a pong without content.
            guard unsafe call.write(1, LWS_WRITE_PING, fill: { unsafe $0[0] = UInt8(ascii: "?") }) else { return -1 }
        }
        guard flush(call) else { return -1 }
        if !isFull, case .linked(let link) = state { link.pause(false) }
        return 0
    }

    /// Sends pending messages as far as the page accepts them; returns false if the connection is broken.
    private func flush(_ call: WebCall) -> Bool {
        while !outgoing.isEmpty, !call.isChoked {
            let message = outgoing.removeFirst()
            outgoingBytes -= message.count
            guard unsafe call.write(message.count, LWS_WRITE_TEXT, fill: { unsafe $0.copyBytes(from: message) }) else {
                return false
            }
        }
        if !outgoing.isEmpty { call.callWhenWritable() }
        return true
    }
}
