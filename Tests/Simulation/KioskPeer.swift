private import CShims
private import System
private import Glibc
package import StrictJSON
package import TestSupport
private import TouchService
package import Varlink

/// A peer of a kiosk's daemon, with one end of a socket and no protocol code.
package final class KioskPeer {
    private unowned let kiosk: Kiosk
    private let user: UInt32?
    private var isPresenting = false
    private let socket: Descriptor
    private var incomplete: [UInt8] = []
    private var arrived: [[UInt8]] = []
    private var taken = 0
    /// Whether it reads nothing: the daemon's messages stay in the socket, which fills.
    package var isDeaf = false
    package private(set) var isEnded = false

    /// One of a user, or of the test's, at that server, or at the daemon's.
    package init(of kiosk: Kiosk, as identity: Identity? = nil, server: Server? = nil) throws {
        self.kiosk = kiosk
        user = identity?.user
        guard let server = server ?? kiosk.runningDaemon?.server, kiosk.disk?.isOff != true else {
            throw ClientError.closed
        }
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { throw SystemError.last("socketpair") }
        socket = Descriptor(owning: ends[1])
        let end = Descriptor(owning: ends[0])
        if let identity {
            var peer = Peer(pid: getpid(), uid: identity.user, gid: identity.group, groups: identity.groups)
            peer.isReader = identity.isReader
            peer.process = PeerProcess(of: end.number, peer.pid)
            try server.adopt(connected: end, of: peer)
        } else {
            try server.adopt(connected: end)
        }
        kiosk.follow(self)
    }

    private static let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Calls a method; the daemon has received the call when this returns.
    package func call(_ method: String, _ parameters: JSONObject = [:], more: Bool = false) throws {
        if method == "io.touchd.scene.Present" { isPresenting = true }
        let message: JSONObject = [
            "method": .string(method), "parameters": .object(parameters), "more": more ? true : nil,
        ]
        try send(Array(message.description.utf8) + [0])
    }

    /// The reply to a call: its parameters, or those of its error with the error's name in `error`.
    package func answer(to method: String, _ parameters: JSONObject = [:], more: Bool = false) throws -> JSONObject {
        _ = messages()
        try call(method, parameters, more: more)
        guard let message = try messages().first ?? next() else { throw Silence("a reply to \(method)") }
        let reply = try JSONObject(parsing: String(decoding: message, as: UTF8.self))
        var answer = reply["parameters"]?.objectValue ?? [:]
        if let error = reply["error"] { answer["error"] = error }
        return answer
    }

    /// The parameters of the next message that contains a text.
    package func reply(with text: String) throws -> JSONObject {
        let message = try messages(until: text).last { $0.contains(text.utf8) } ?? []
        return try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?.objectValue ?? [:]
    }

    /// Waits for messages until one of them contains a text.
    package func messages(until text: String) throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        while let message = try next() {
            all.append(message)
            if message.contains(text.utf8) { return all + messages() }
        }
        throw Silence("a message with \(text), but the end")
    }

    /// Sends bytes; false if the daemon does not accept them all.
    @discardableResult
    package func send(_ bytes: [UInt8]) throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe cshims_send(socket.number, $0.baseAddress, $0.count) }
            if count < 0, errno != EAGAIN { return false }
            rest = rest.dropFirst(max(count, 0))
            try kiosk.settle()
        }
        return true
    }

    package func hangUp() {
        shutdown(socket.number, Int32(SHUT_RDWR))
        isEnded = true
        try? kiosk.settle()
    }

    package func finishWriting() throws {
        shutdown(socket.number, Int32(SHUT_WR))
        try kiosk.settle()
    }

    /// What arrives from now on is lost.
    func lose() {
        read()
        isEnded = true
    }

    /// Reads what has arrived; ``messages()`` returns it.
    func read() {
        while !isEnded, !isDeaf {
            let count = unsafe cshims_receive(socket.number, &kiosk.received, kiosk.received.count)
            if count < 0, errno == EAGAIN { break }
            isEnded = count <= 0
            incomplete += kiosk.received[..<max(count, 0)]
        }
        while let end = incomplete.firstIndex(of: 0) {
            arrived.append(Array(incomplete[..<end]))
            kiosk.keep(arrived[arrived.count - 1], of: user, isPresenting: isPresenting)
            incomplete.removeFirst(end + 1)
        }
    }

    /// The messages received since the last call, without their terminating byte.
    package func messages() -> [[UInt8]] {
        read()
        defer { taken = arrived.count }
        return Array(arrived[taken...])
    }

    package func texts() -> [String] { messages().map { String(decoding: $0, as: UTF8.self) } }

    package var all: [[UInt8]] {
        read()
        return arrived
    }

    /// All further messages, until the daemon ends the connection.
    package func untilEnd() throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        while let message = try next() { messages.append(message) }
        return messages
    }

    /// Waits for the next message, at most an hour; nil if the connection ends before.
    package func next() throws -> [UInt8]? {
        guard
            try kiosk.until({
                kiosk.readPeers()
                read()
                return taken < arrived.count || isEnded
            })
        else { throw Silence("a message; came so far: \(all.suffix(5).map { String(decoding: $0, as: UTF8.self) })") }
        guard taken < arrived.count else { return nil }
        defer { taken += 1 }
        return arrived[taken]
    }
}

/// A call with `more` that has been sent, and its replies.
package final class KioskStream: Replies {
    private let peer: KioskPeer
    private let method: String
    /// The replies that were looked at.
    private var parsed: [JSONObject] = []
    private var taken = 0
    private var isFinished = false
    package var isOver: Bool { isFinished || peer.isEnded }
    package private(set) var failure: ClientError?

    package init(
        _ method: String, _ parameters: JSONObject, on kiosk: Kiosk, as identity: Identity? = nil, more: Bool = true
    ) throws {
        self.method = method
        peer = try KioskPeer(of: kiosk, as: identity)
        try peer.call(method, parameters, more: more)
    }

    package var all: [JSONObject] {
        for message in peer.messages() { parse(message) }
        return parsed
    }

    private func parse(_ message: [UInt8]) {
        guard !isFinished else { return }
        do {
            let reply = try JSONObject(parsing: String(decoding: message, as: UTF8.self))
            let parameters = reply["parameters"]?.objectValue ?? [:]
            if let error = reply["error"]?.stringValue {
                (isFinished, failure) = (true, .remote(VarlinkError(error, parameters)))
            } else {
                parsed.append(parameters)
                isFinished = reply["continues"] != true
            }
        } catch { (isFinished, failure) = (true, .violation("\(error)")) }
    }

    package func nextIfAny() throws -> JSONObject? {
        _ = all
        while taken == parsed.count, !isFinished {
            guard let message = try peer.next() else {
                (isFinished, failure) = (true, .closed)
                break
            }
            parse(message)
        }
        guard taken < parsed.count else { return nil }
        defer { taken += 1 }
        return parsed[taken]
    }

    package func hangUp() { peer.hangUp() }
}
