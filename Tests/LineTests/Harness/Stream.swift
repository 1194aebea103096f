import CLineShims
import System
import Glibc
import StrictJSON
import TestSupport
import TouchCore
import Varlink

enum Socket {
    /// Connects; as another user, from a thread that changes its user and then ends.
    static func connect(_ path: String, as identity: Identity? = nil) throws -> Int32 {
        guard let identity else { return try Descriptor(connectedTo: path).release() }
        let answers = Mailbox<Result<Int32, SystemError>>("a connection of user \(identity.user)")
        onThread {
            let reason = unsafe cline_become(identity.user, identity.group, identity.groups, identity.groups.count)
            answers.put(
                Result { () throws(SystemError) in
                    guard reason == 0 else { throw SystemError(call: "setresuid", code: reason) }
                    return try Descriptor(connectedTo: path).release()
                })
            answers.finish()
        }
        guard let answer = try answers.next() else { throw TimedOut(what: "a connection") }
        return try answer.get()
    }

    static func client(_ path: String, as identity: Identity? = nil) throws -> Client {
        Client(
            connected: Descriptor(owning: try connect(path, as: identity)),
            timeout: Interval(seconds: Patience.seconds))
    }
}

/// A call with `more` that has been sent, its replies read by a separate thread.
final class Stream: Replies, Sendable {
    let replies: Mailbox<JSONObject>
    private let socket: Int32

    init(_ method: String, _ parameters: JSONObject, on path: String, as identity: Identity? = nil) throws {
        replies = Mailbox("replies of \(method)")
        socket = try Socket.connect(path, as: identity)
        nonisolated(unsafe) let client = Client(connected: Descriptor(owning: dup(socket)))
        do throws(ClientError) {
            try unsafe client.beginStream(method, parameters)
        } catch {
            // Reported to whoever waits for a reply.
            replies.finish(error)
            return
        }
        // Not `self`, which disconnects when it is released.
        onThread { [replies] in
            do {
                try unsafe client.replies {
                    replies.put($0)
                    return true
                }
                replies.finish()
            } catch { replies.finish(error) }
        }
    }

    var failure: ClientError? { replies.failure as? ClientError }

    var all: [JSONObject] { replies.all }
    var isOver: Bool { replies.isFinished }

    func nextIfAny() throws -> JSONObject? { try replies.next() }

    func hangUp() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    deinit {
        hangUp()
        close(socket)
    }
}
