internal import System
internal import CShims
internal import EventLoop
internal import Glibc
internal import TouchCore

/// One connection of a server: messages in, one call at a time, replies out.
///
///     open ──peer writes no more──▶ draining ──all answered and sent──▶ closed
///      └────────────── gone, malformed, too slow, stopped ────────────▶ closed
///
/// While a call is open, or many bytes wait to be sent, nothing is read: the socket holds back a client that pipelines
/// calls. Replying never blocks and never closes the connection within the call: the end of a connection
/// is reported from the loop.
public final class Connection {
    private enum State: Equatable {
        case open, draining, closed
    }

    /// Counted up from 1, unique within a server.
    public let number: Int
    /// The peer process.
    public let peer: Peer
    /// Data of the service about this connection, such as the role of its peer.
    public var note: AnyObject?

    private let socket: Int32
    private let limits: Limits
    private let checksReplies: Bool
    private var descriptor: Descriptor?
    private var server: Server?
    private var watch: Watch?
    /// What ``watch`` waits for.
    private var interest = Readiness.input
    private var state = State.open
    private var input = InputBuffer()
    private let output: OutputQueue
    private var current: Call?
    /// A long message is being parsed on a thread; no other call starts meanwhile.
    private(set) var isParsing = false
    /// The peer is gone; the connection is closed once what it sent last is parsed.
    private var isPeerGone = false
    /// How many bytes of waiting calls it holds.
    private(set) var held = 0
    /// When an incomplete message began; nil if there is none, or nothing is being read.
    private(set) var halfSince: Instant?
    /// Calls are being started; replies are batched until that is done.
    private var isAdvancing = false
    private var isResumeScheduled = false
    /// Whose replies are written after this one's when the server's batch ends.
    private var following: Connection?
    /// Replies are batched until the server's batch ends.
    var isInBatch = false

    init(_ descriptor: consuming Descriptor, _ peer: Peer, number: Int, of server: Server) throws(SystemError) {
        (self.number, self.peer, self.server) = (number, peer, server)
        (limits, checksReplies) = (server.limits, server.checksReplies)
        output = OutputQueue(limits)
        socket = descriptor.number
        self.descriptor = consume descriptor
        watch = try server.loop.watch(socket, for: .input) { [unowned self] in self.handle($0) }
    }

    /// Whether replies can still reach the peer.
    public var isOpen: Bool { state != .closed }

    // MARK: in

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.hangUp) || readiness.contains(.failed) { return peerIsGone() }
        if readiness.contains(.output) { flush() }
        if readiness.contains(.input) { receive() }
        advance()
    }

    /// The peer no longer reads: only oneway calls are still started.
    private func peerIsGone() {
        if current == nil {
            while receive() {}
            advance(onlyOneway: true)
        }
        guard isParsing else { return close(.peerClosed) }
        isPeerGone = true
        // It would be reported again and again.
        watch?.cancel()
        watch = nil
    }

    /// Reads once; returns whether there may be more.
    @discardableResult
    private func receive() -> Bool {
        guard state == .open, let server else { return false }
        let count = unsafe server.scratch.withUnsafeMutableBytes { scratch in
            let count = unsafe cshims_receive(socket, scratch.baseAddress, scratch.count)
            if count > 0 { unsafe input.append(UnsafeRawBufferPointer(rebasing: scratch[..<count])) }
            return count
        }
        if count > 0 { return true }
        if count == 0 {
            state = .draining
        } else if errno != EAGAIN {
            close(errno == ECONNRESET ? .peerClosed : .failed(.last("recv")))
        }
        return false
    }

    /// Starts calls until one stays open, too many bytes wait to be sent, or it is another connection's turn.
    private func advance(onlyOneway: Bool = false) {
        guard !isAdvancing, let server else { return }
        isAdvancing = true
        var turns = limits.callsPerTurn
        while isOpen, isIdle, output.count < limits.resumeBytes, turns > 0 || onlyOneway {
            guard let message = nextMessage(server) else { break }
            if onlyOneway && !message.isOneway { break }
            turns -= 1
            begin(server.table.route(message), message)
        }
        isAdvancing = false
        flush()
        noteHeld()
    }

    private var isIdle: Bool { current == nil && !isParsing }

    /// Notes how many bytes of waiting calls are held, and since when a message is incomplete.
    private func noteHeld() {
        guard isOpen, let server else { return }
        let before = held
        held = input.count
        let isReading = isIdle && output.count < limits.resumeBytes
        if held == 0 || !isReading || input.hasMessage {
            halfSince = nil
        } else if halfSince == nil {
            halfSince = server.loop.now
            do throws(SystemError) { try server.watchHalf() } catch { return close(.failed(error)) }
        }
        if held > before, let reason = server.refusal(ofHeld: held, by: peer) { close(reason) }
    }

    /// The next message; nil if there is none, or it is being parsed on a thread.
    private func nextMessage(_ server: Server) -> CallMessage? {
        switch input.next(limit: limits.messageBytes) {
        case .incomplete: return nil
        case .tooLong:
            close(.messageTooLong(limit: limits.messageBytes))
            return nil
        case .message(let range):
            halfSince = nil
            if range.count > limits.promptBytes, parse(Array(input.bytes[range]), server) { return nil }
            do throws(CallMessage.Malformed) {
                return try CallMessage(parsing: input.bytes.span.extracting(range))
            } catch {
                close(.malformed(error.reason))
                return nil
            }
        }
    }

    private func begin(_ route: InterfaceTable.Route, _ message: CallMessage) {
        switch route {
        case .error(let error):
            if !message.isOneway {
                send(for: nil) { $0.write { $0.writeError(error) } }
            }
        case .method(let method):
            let call = Call(message, method.declaration, of: method.description, on: self)
            current = call
            method.interface.handle(call)
        }
    }

    /// Parses and checks a long message on a thread, in two steps, because the description of its interface is not known
    /// before.
    ///
    /// - Returns: false if there is no thread for it.
    private func parse(_ bytes: [UInt8], _ server: Server) -> Bool {
        isParsing = server.onThread {
            Result { () throws(CallMessage.Malformed) in try CallMessage(parsing: bytes.span) }
        } finish: { [weak self] parsed in
            guard let self, isOpen, let server = self.server else { return }
            switch parsed {
            case .failure(let error): close(.malformed(error.reason))
            case .success(let message): check(message, server)
            }
        }
        return isParsing
    }

    private func check(_ message: CallMessage, _ server: Server) {
        switch server.table.find(message) {
        case .error(let error): parsed(message, .error(error))
        case .method(let method):
            let (description, declaration) = (method.description, method.declaration)
            let isChecked = server.onThread {
                description.refusal(of: message.parameters, declaration.input)
            } finish: { [weak self] refusal in
                self?.parsed(message, refusal.map { .error($0) } ?? .method(method))
            }
            if !isChecked { parsed(message, server.table.route(message)) }
        }
    }

    /// A long message was parsed: its call starts, and then those behind it.
    private func parsed(_ message: CallMessage, _ route: InterfaceTable.Route) {
        guard isOpen else { return }
        isParsing = false
        if !isPeerGone || message.isOneway {
            isAdvancing = true
            begin(route, message)
            isAdvancing = false
            advance(onlyOneway: isPeerGone)
        }
        if isPeerGone, !isParsing { close(.peerClosed) }
    }

    /// The open call has its last reply.
    func finished(_ call: Call) {
        guard current === call else { return }
        current = nil
        guard !isAdvancing else { return }
        settle()
        noteHeld()
    }

    /// Continues with whatever is possible: starting received calls, reading, writing, or closing.
    private func settle() {
        guard isOpen else { return }
        let mayBegin = isIdle && output.count < limits.resumeBytes
        if mayBegin && input.hasMessage {
            resumeLater()
        } else if state == .draining && isIdle && output.isEmpty {
            return close(.peerClosed)
        }
        var wanted: Readiness = output.isEmpty ? [] : .output
        if state == .open && mayBegin && !isResumeScheduled { wanted.insert(.input) }
        guard wanted != interest else { return }
        interest = wanted
        watch?.interest = wanted
    }

    private func resumeLater() {
        guard !isResumeScheduled, let server else { return }
        isResumeScheduled = true
        server.loop.onceLater { [weak self] in
            guard let self else { return }
            isResumeScheduled = false
            advance()
        }
    }

    // MARK: out

    /// Sends what `body` writes in answer to a call, if it was not rejected: now if nothing waits, otherwise in order.
    func send(for call: Call?, _ body: (inout OutputQueue.Messages) -> Void) {
        guard isOpen else { return }
        if checksReplies { output.checked = call }
        output.write(body)
        if checksReplies { output.checked = nil }
        guard let server else { return }
        if let refusal = output.refusal { return close(refusal) }
        let isLater = isAdvancing || server.isBatching
        if server.isBatching && !isInBatch {
            isInBatch = true
            server.joinBatch(self)
        }
        if output.isBlocked {
            if !isLater { settle() }
        } else if !isLater || output.count > limits.resumeBytes {
            flush()
        }
    }

    /// Puts another connection behind this one in the server's batch.
    func precede(_ other: Connection) { (other.following, following) = (following, other) }

    /// Ends its part in the server's batch; returns the connection that follows.
    func leaveBatch() -> Connection? {
        let next = following
        (isInBatch, following) = (false, nil)
        return next
    }

    func replyDiffers(_ mismatch: String) { server?.observer.replyDiffers(mismatch) }

    /// Sends as much of what waits as the kernel accepts; with a full socket buffer, epoll reports when there is room.
    func flush() {
        var hasRoom = true
        while hasRoom, !output.isEmpty, isOpen {
            let offered = output.count
            let sent = unsafe output.consume { unsafe cshims_send(socket, $0.baseAddress, $0.count) }
            hasRoom = sent == offered
            output.isBlocked = !hasRoom
            if sent >= 0 || errno == EAGAIN { continue }
            close(errno == EPIPE || errno == ECONNRESET ? .peerClosed : .failed(.last("send")))
        }
        if output.isEmpty { output.isBlocked = false }
        if !isAdvancing { settle() }
    }

    // MARK: end

    /// Ends the connection; the open call and the service are notified from the loop.
    func close(_ reason: DisconnectReason) {
        guard isOpen, let server else { return }
        // A peer that sent garbage after valid calls still gets the replies to these.
        if !output.isBlocked && reason != .peerClosed {
            _ = unsafe output.consume { unsafe cshims_send(socket, $0.baseAddress, $0.count) }
        }
        state = .closed
        watch?.cancel()
        watch = nil
        Self.hangUp(socket)
        descriptor = nil
        self.server = nil
        server.ended(self, reason)
    }

    /// Lets the peer see the end of a socket that is then closed.
    ///
    /// Closing alone does not while a forked child still holds a copy, which it does until it executes its program. Tests
    /// that start programs do that.
    static func hangUp(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Ends the connection after giving the peer until `deadline` to read what waits.
    func stop(by deadline: Instant) {
        guard let server else { return }
        flush()
        while isOpen, !output.isEmpty {
            let rest = deadline.since(server.loop.now)
            guard rest > .zero, cshims_wait(socket, 1, rest.pollTimeout) > 0 else { break }
            flush()
        }
        close(.stopped)
    }

    func cancelCall() {
        let call = current
        current = nil
        call?.cancel()
    }
}
