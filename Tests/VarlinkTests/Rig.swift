import CShims
import EventLoop
import Glibc
import StrictJSON
import Testing
import Varlink

/// A server with the test interface and its loop, driven by hand: everything happens in ``settle()``.
final class Rig {
    let loop: EventLoop
    let server: Server
    let interface = TestInterface()
    /// Why connections ended, in order.
    private(set) var ends: [DisconnectReason] = []
    /// Why connections were refused, in order.
    private(set) var refusals: [DisconnectReason] = []

    init(limits: Limits = .standard, isPrivileged: @escaping (Peer) -> Bool = { _ in false }) throws {
        loop = try EventLoop()
        let identity = ServiceIdentity(
            vendor: "Vendor", product: "Product", version: "1.2", url: "https://example.org")
        server = try Server(
            loop: loop, identity: identity, interfaces: [interface], limits: limits, isPrivileged: isPrivileged)
        server.onReplyMismatch = { Issue.record("\($0)") }
        server.onDisconnect = { [weak self] _, reason in self?.ends.append(reason) }
        server.onRefuse = { [weak self] _, reason in self?.refusals.append(reason) }
    }

    /// Runs the loop until it is idle.
    func settle() throws {
        while try loop.runRound(timeoutMicroseconds: 0) {}
    }

    /// A peer on a new connection.
    ///
    /// - Parameter user: its user; nil: the real one.
    func peer(of user: UInt32? = nil) throws -> RawPeer {
        var numbers: [Int32] = [-1, -1]
        let result = unsafe numbers.withUnsafeMutableBufferPointer { pair in
            unsafe pair.baseAddress.map { unsafe cshims_stream_pair($0) } ?? -1
        }
        guard result == 0 else { throw SystemError.last("socketpair") }
        if let user {
            let peer = Peer(pid: 1, uid: user, gid: user, groups: [])
            try server.adopt(connected: Descriptor(owning: numbers[0]), of: peer)
        } else {
            try server.adopt(connected: Descriptor(owning: numbers[0]))
        }
        return RawPeer(Descriptor(owning: numbers[1]))
    }

    /// Sends whole messages as far as the server accepts them, running the loop in between.
    func send(_ messages: [String], from peer: RawPeer) throws {
        try send(messages.map { Array($0.utf8) + [0] }.joined().map { $0 }, from: peer)
    }

    /// Sends bytes in the same way.
    func send(_ bytes: [UInt8], from peer: RawPeer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = peer.send(rest)
            if sent <= 0 && peer.isBroken { break }
            rest = rest.dropFirst(max(sent, 0))
            try settle()
        }
        try settle()
    }

    deinit {
        server.stop()
    }
}

/// The client's end of a connection, without any protocol.
final class RawPeer {
    private var descriptor: Descriptor?
    private var received: [UInt8] = []
    /// Sending failed permanently.
    private(set) var isBroken = false
    /// The server has closed the connection.
    private(set) var sawEnd = false

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = consume descriptor
    }

    private var number: Int32 {
        switch descriptor {
        case .some(let descriptor): descriptor.number
        case .none: -1
        }
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Int {
        let sent = unsafe bytes.withUnsafeBytes { unsafe cshims_send(number, $0.baseAddress, $0.count) }
        if sent < 0 && errno != EAGAIN { isBroken = true }
        return sent
    }

    /// Reads pending data.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe cshims_receive(number, &buffer, buffer.count)
            if count > 0 {
                received.append(contentsOf: buffer[..<count])
                continue
            }
            if count == 0 || errno != EAGAIN { sawEnd = true }
            return
        }
    }

    /// The complete messages received so far, moved out.
    func messages() -> [String] {
        read()
        var pieces = received.split(separator: 0, omittingEmptySubsequences: false)
        received = Array(pieces.removeLast())
        return pieces.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the server has closed the connection; reads pending data.
    var isClosed: Bool {
        read()
        return sawEnd
    }

    func finishWriting() {
        shutdown(number, Int32(SHUT_WR))
    }

    func close() {
        descriptor = nil
    }
}
