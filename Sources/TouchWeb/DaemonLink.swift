internal import System
internal import EventLoop
internal import CShims
internal import Glibc
internal import Varlink

/// One connection to a Unix socket whose messages end with a given byte.
///
/// Its owner is called from the loop, never from within a call.
final class DaemonLink {
    protocol Owner: AnyObject {
        func linkReceived(_ message: Span<UInt8>)
        func linkDrained()
        /// The peer has closed the connection, or sent a message that is too long.
        func linkEnded()
    }

    private let socket: Descriptor
    private let ending: UInt8
    private unowned let owner: any Owner
    private var watch: Watch?
    private var input: InputBuffer
    private let output = OutputQueue()
    private var isPaused = false

    static let maxLength = Varlink.Limits.standard.messageBytes
    /// With more bytes pending than this, the sender is held back.
    static let enough = 64 << 10

    init(_ path: String, ending: UInt8, on loop: EventLoop, owner: any Owner) throws(SystemError) {
        socket = try Descriptor(cshims_stream_socket(1), "socket")
        self.ending = ending
        self.owner = owner
        input = InputBuffer(ending: ending)
        guard unsafe cshims_connect(socket.number, path) == 0 else { throw .last("connect") }
        watch = try loop.watch(socket.number, for: .input) { [unowned self] in handle($0) }
    }

    var isFull: Bool { output.count > Self.enough }

    func send(_ message: [UInt8]) {
        var whole = message
        whole.append(ending)
        output.append(whole)
        flush()
    }

    func pause(_ isPaused: Bool) {
        self.isPaused = isPaused
        takeInterest()
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.output) {
            flush()
            if output.isEmpty { owner.linkDrained() }
        }
        if !readiness.isDisjoint(with: [.input, .hangUp, .failed]) { receive(untilEnd: readiness.contains(.hangUp)) }
    }

    /// Reads once, or everything if the peer has closed the connection.
    private func receive(untilEnd: Bool) {
        repeat {
            let count = unsafe withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { bytes in
                let count = unsafe cshims_receive(socket.number, bytes.baseAddress, bytes.count)
                if count > 0 { unsafe input.append(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
                return count
            }
            if count < 0 && errno == EAGAIN { return }
            guard count > 0, deliver() else {
                watch?.cancel()
                return owner.linkEnded()
            }
        } while untilEnd && watch != nil
    }

    private func deliver() -> Bool {
        while true {
            switch input.next(limit: Self.maxLength) {
            case .message(let range): owner.linkReceived(input.bytes.span.extracting(range))
            case .incomplete: return true
            case .tooLong: return false
            }
        }
    }

    private func flush() {
        while !output.isEmpty {
            let sent = unsafe output.consume { bytes in
                unsafe cshims_send(socket.number, bytes.baseAddress, bytes.count)
            }
            // A broken connection is reported by a hang-up.
            if sent <= 0 { break }
        }
        takeInterest()
    }

    private func takeInterest() {
        var interest: Readiness = isPaused ? [] : .input
        if !output.isEmpty { interest.insert(.output) }
        watch?.interest = interest
    }
}
