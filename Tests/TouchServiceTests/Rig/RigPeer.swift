import CShims
import EventLoop
import Glibc
import StrictJSON
import TouchCore
import Varlink

@testable import TouchService

/// A peer of a ``DaemonRig``, with one end of a socket and no protocol code.
final class RigPeer {
    /// An expected message did not arrive.
    struct Silence: Error {}

    private unowned let rig: DaemonRig
    private let socket: Descriptor
    private var incomplete: [UInt8] = []
    private var arrived: [[UInt8]] = []
    /// Whether the daemon ended the connection.
    private(set) var isEnded = false

    /// - Parameters:
    ///   - user: its user; nil: the test's.
    ///   - server: the server it connects to; nil: the daemon's.
    init(of rig: DaemonRig, user: UInt32? = nil, server: Server? = nil) throws {
        self.rig = rig
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Self.kind, 0, &ends) == 0 else { throw SystemError.last("socketpair") }
        socket = Descriptor(owning: ends[1])
        let end = Descriptor(owning: ends[0])
        if let user {
            try rig.daemon.server.adopt(connected: end, of: Peer(pid: 1, uid: user, gid: user, groups: []))
        } else {
            try (server ?? rig.daemon.server).adopt(connected: end)
        }
    }

    private static let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Calls a method; ``next()`` reads the replies.
    func call(_ method: String, _ parameters: JSONObject, more: Bool = false) throws {
        let message: JSONObject = [
            "method": .string(method), "parameters": .object(parameters), "more": more ? true : nil,
        ]
        try send(Array(message.description.utf8) + [0])
    }

    /// The immediate reply to a call: its parameters, or those of its error with the error's name in `error`.
    func answer(to method: String, _ parameters: JSONObject = [:], more: Bool = false) throws -> JSONObject {
        _ = messages()
        try call(method, parameters, more: more)
        try rig.settle()
        guard let message = messages().first else { throw Silence() }
        let reply = try JSONObject(parsing: String(decoding: message, as: UTF8.self))
        var answer = reply["parameters"]?.objectValue ?? [:]
        if let error = reply["error"] { answer["error"] = error }
        return answer
    }

    /// Sends bytes, running the loop so that they are read.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe cshims_send(socket.number, $0.baseAddress, $0.count) }
            if count < 0, errno != EAGAIN { break }
            rest = rest.dropFirst(max(count, 0))
            try rig.settle()
        }
    }

    /// The parameters of the next message that contains a text.
    func reply(with text: String) throws -> JSONObject {
        let message = try messages(until: text).last { $0[...].holds(text) } ?? []
        return try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?.objectValue ?? [:]
    }

    /// The messages received so far, without their terminating byte; each once.
    func messages() -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        while !isEnded {
            let count = unsafe cshims_receive(socket.number, &buffer, buffer.count)
            if count < 0, errno == EAGAIN { break }
            isEnded = count <= 0
            incomplete += buffer[..<max(count, 0)]
        }
        while let end = incomplete.firstIndex(of: 0) {
            arrived.append(Array(incomplete[..<end]))
            incomplete.removeFirst(end + 1)
        }
        defer { arrived = [] }
        return arrived
    }

    /// Waits for messages until one of them contains a text.
    ///
    /// - Throws: ``Silence`` if none comes.
    func messages(until text: String) throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        for _ in 0..<1_000 {
            let new = messages()
            all += new
            if new.contains(where: { $0[...].holds(text) }) { return all }
            guard !isEnded else { break }
            _ = try rig.daemon.loop.runRound(timeout: .seconds(1))
        }
        throw Silence()
    }
}
