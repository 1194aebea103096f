import System
import CShims
import EventLoop
import Glibc
import StrictJSON
import Testing
import TouchCore
import Varlink

/// A server with the test interface and its loop, driven by hand: everything happens in ``settle()``.
final class Rig {
    let loop: EventLoop
    let server: Server
    let interface = TestInterface()
    let reports = Reports()

    /// Why connections ended, in order.
    var ends: [DisconnectReason] { reports.ends }
    /// Why connections were refused, in order.
    var refusals: [DisconnectReason] { reports.refusals }
    /// Copies of the server's ends are kept, as by a program that is being started.
    var keepsCopies = false
    private var copies: [Int32] = []

    init(limits: Limits = .standard, isPrivileged: @escaping (Peer) -> Bool = { _ in false }) throws {
        loop = try EventLoop()
        let identity = ServiceIdentity(
            vendor: "Vendor", product: "Product", version: "1.2", url: "https://example.org")
        server = Server(
            loop: loop, identity: identity, interfaces: [interface], limits: limits, observer: reports,
            checksReplies: true, isPrivileged: isPrivileged)
    }

    /// Runs the loop until it is idle, and no thread works for it.
    func settle() throws {
        while try loop.runRound(timeout: server.isParsing ? .seconds(10) : .zero) {}
    }

    /// A peer on a new connection.
    ///
    /// - Parameter user: its user; nil: the real one.
    func peer(of user: UInt32? = nil) throws -> RawPeer {
        let (number, peer) = try RawPeer.pair()
        if keepsCopies { copies.append(dup(number)) }
        if let user {
            let known = Peer(pid: 1, uid: user, gid: user, groups: [])
            try server.adopt(connected: Descriptor(owning: number), of: known)
        } else {
            try server.adopt(connected: Descriptor(owning: number))
        }
        return peer
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
        for copy in copies { close(copy) }
        for mismatch in reports.mismatches { Issue.record("\(mismatch)") }
    }
}

/// What a server reported, in order.
final class Reports: ServerObserver {
    private(set) var peers: [Peer] = []
    private(set) var ends: [DisconnectReason] = []
    private(set) var refusals: [DisconnectReason] = []
    /// Replies that violate the interface's description; those left at the end fail the test.
    var mismatches: [String] = []

    func connected(_ connection: Connection) { peers.append(connection.peer) }
    func disconnected(_ connection: Connection, _ reason: DisconnectReason) { ends.append(reason) }
    func refused(_ peer: Peer, _ reason: DisconnectReason) { refusals.append(reason) }
    func replyDiffers(_ mismatch: String) { mismatches.append(mismatch) }
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

    /// A peer, and the other end of its connection.
    static func pair() throws -> (other: Int32, RawPeer) {
        var numbers: [Int32] = [-1, -1]
        guard unsafe cshims_stream_pair(&numbers) == 0 else { throw SystemError.last("socketpair") }
        return (numbers[0], RawPeer(Descriptor(owning: numbers[1])))
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
