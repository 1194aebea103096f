import CShims
import Glibc
import Synchronization
import System
import TouchCore
import TouchDevice

/// The event node of a test bed: every program that opens it gets its own stream.
///
/// The preloaded shim (Sources/TouchsimPreload) turns open() into a connection to this server. A stream carries
/// `struct input_event` like evdev, in whole frames, so a reader never sees half an event.
final class NodeServer: Sendable {
    /// How long a reader, perhaps stopped for a moment, may leave a full stream unread before it is disconnected.
    static let patience = 10

    /// As in touchsim_preload.h.
    private static let grabSuffix = ".grab"

    private let path: String
    private let state = Mutex(State())

    private struct State {
        var listener: Int32 = -1
        var readers: [Int32] = []
        /// The socket on which programs request to grab the node.
        var desk: Int32 = -1
        var holder: Int32?
        var lastOpened = Instant.zero
        /// How many of the next openers have the node revoked at once.
        var revocations = 0
    }

    init(path: String) { self.path = path }

    deinit { close() }

    func open() throws(PanelError) {
        let number = try Descriptor(listeningAt: path, mode: 0o666).release()
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        let desk = try Descriptor(listeningAt: path + Self.grabSuffix, mode: 0o666).release()
        state.withLock { ($0.listener, $0.desk) = (number, desk) }
        Descriptor.accept(on: desk) { [weak self] line in
            defer { Glibc.close(line) }
            self?.answerGrab(on: line)
            return self != nil
        }
        RunningThread.detached { [weak self] in
            var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&waiting, 1, -1) >= 0 || errno == EINTR {
                guard let self else { return }
                let isServed = state.withLock { state in
                    guard state.listener == number else { return false }
                    Self.adoptOpeners(&state)
                    return true
                }
                if !isServed { return }
            }
        }
    }

    /// Accepts all programs that have opened the node.
    ///
    /// open() succeeds before this server is notified, so this runs before every frame: no opener misses a frame that
    /// was written after its open().
    private static func adoptOpeners(_ state: inout State) {
        while state.listener >= 0 {
            let reader = cshims_accept(state.listener)
            guard reader >= 0 else { return }
            state.lastOpened = .now
            guard state.revocations == 0 else {
                state.revocations -= 1
                Glibc.close(reader)
                continue
            }
            state.readers.append(reader)
        }
    }

    /// Disconnects every reader, which then sees ENODEV, and refuses new ones.
    func close() {
        let (listener, desk, readers) = state.withLock { state in
            defer { state = State(lastOpened: state.lastOpened) }
            return (state.listener, state.desk, state.readers)
        }
        unsafe unlink(path)
        unsafe unlink(path + Self.grabSuffix)
        for socket in [desk, listener] where socket >= 0 {
            shutdown(socket, Int32(SHUT_RDWR))
            Glibc.close(socket)
        }
        for reader in readers { Glibc.close(reader) }
    }

    /// Revokes the node from every reader, which then sees ENODEV, and from the next `count` openers; the node stays.
    func revoke(alsoNext count: Int) {
        state.withLock { state in
            Self.adoptOpeners(&state)
            for reader in state.readers { Glibc.close(reader) }
            state.readers.removeAll()
            (state.holder, state.revocations) = (nil, count)
        }
    }

    /// Current number of readers; those that closed the node are dropped first.
    var readers: Int {
        let present = state.withLock { $0.readers }
        for reader in present where Self.hasHungUp(reader) { forget(reader) }
        return state.withLock { $0.readers.count }
    }

    var lastOpened: Instant { state.withLock { $0.lastOpened } }

    /// Sends one frame to every reader, waiting for slow ones; disconnects one that did not read for `patience`.
    func write(_ events: [InputEvent]) throws(PanelError) {
        let stamp = Instant.now.microseconds
        let records = events.map { cshims_input_event(stamp, $0.type, $0.code, $0.value) }
        var stalled = false
        let readers = state.withLock { state in
            Self.adoptOpeners(&state)
            Self.forgetDeadHolder(&state)
            return state.holder.map { [$0] } ?? state.readers
        }
        for reader in readers {
            switch Self.send(records, to: reader) {
            case .sent: break
            case .gone: forget(reader)
            case .stalled:
                forget(reader)
                stalled = true
            }
        }
        if stalled { throw PanelError("a reader read no events for \(Self.patience) s and was disconnected") }
    }

    func drain(seconds: Int) {
        let end = Instant.now.advanced(by: .seconds(Int64(seconds)))
        while state.withLock({ $0.readers }).contains(where: { cshims_unread($0) > 0 && !Self.hasHungUp($0) }),
            Instant.now < end
        {
            RunningThread.sleep(until: Instant.now.advanced(by: .microseconds(500)))
        }
    }

    private func forget(_ reader: Int32) {
        let known = state.withLock { state in
            if state.holder == reader { state.holder = nil }
            let index = state.readers.firstIndex(of: reader)
            if let index { state.readers.remove(at: index) }
            return index != nil
        }
        if known { Glibc.close(reader) }
    }

    /// Replies to one EVIOCGRAB like evdev: one holder at a time, and only it can release the node.
    private func answerGrab(on line: Int32) {
        var request = [UInt8](repeating: 0, count: 1 + MemoryLayout<sockaddr_un>.size)
        let count = unsafe recv(line, &request, request.count, 0)
        guard count > 1 else { return }
        var answer = state.withLock { state -> UInt8 in
            Self.adoptOpeners(&state)
            Self.forgetDeadHolder(&state)
            let name = request[1..<count]
            guard let reader = state.readers.first(where: { Self.name(of: $0).elementsEqual(name) }) else {
                return UInt8(ENODEV)
            }
            if request[0] == UInt8(ascii: "1") {
                guard state.holder == nil else { return UInt8(EBUSY) }
                state.holder = reader
            } else {
                guard state.holder == reader else { return UInt8(EINVAL) }
                state.holder = nil
            }
            return 0
        }
        _ = unsafe Glibc.send(line, &answer, 1, Int32(MSG_NOSIGNAL))
    }

    private static func forgetDeadHolder(_ state: inout State) {
        if let holder = state.holder, hasHungUp(holder) { state.holder = nil }
    }

    /// The name that the kernel gave to the peer of a stream.
    private static func name(of reader: Int32) -> [UInt8] {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let answer = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getpeername(reader, $0, &length) }
        }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        guard answer == 0, Int(length) > start else { return [] }
        return unsafe withUnsafeBytes(of: &address) { bytes in unsafe Array(bytes[start..<Int(length)]) }
    }

    private enum Outcome { case sent, gone, stalled }

    private static func send(_ records: [input_event], to reader: Int32) -> Outcome {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let size = records.count * MemoryLayout<input_event>.stride
        while true {
            // A frame is far smaller than the socket buffer, so a stream accepts it completely or not at all.
            let count = unsafe records.withUnsafeBytes { unsafe Glibc.send(reader, $0.baseAddress, size, flags) }
            if count == size { return .sent }
            guard count < 0, errno == EAGAIN || errno == EINTR else { return .gone }
            var poll = pollfd(fd: reader, events: Int16(POLLOUT), revents: 0)
            if unsafe Glibc.poll(&poll, 1, Int32(patience * 1000)) == 0 { return .stalled }
        }
    }

    private static func hasHungUp(_ reader: Int32) -> Bool {
        var poll = pollfd(fd: reader, events: 0, revents: 0)
        return unsafe Glibc.poll(&poll, 1, 0) > 0
    }
}
