public import System
public import TouchCore

/// Why a connection ended, or was refused.
public enum DisconnectReason: Equatable, Sendable, CustomStringConvertible {
    /// The peer closed it.
    case peerClosed
    /// The peer sent something that is not a call.
    case malformed(String)
    /// The peer sent a message longer than this many bytes.
    case messageTooLong(limit: Int)
    /// The peer did not complete a message within this time.
    case halfMessage(limit: Interval)
    /// Incomplete messages of the user, or of all users, exceed this many bytes.
    case tooMuchHeld(limit: Int)
    /// The peer did not read, and this many bytes wait.
    case tooSlow(waiting: Int)
    /// The service tried to send a message of this many bytes, more than allowed.
    case replyTooLong(bytes: Int)
    /// A system call failed.
    case failed(SystemError)
    /// The server stopped.
    case stopped
    /// This many connections are already open.
    case tooManyConnections(limit: Int)
    /// The user already has this many connections open.
    case tooManyOfUser(limit: Int)

    /// The reason, as a sentence for logs.
    public var description: String {
        switch self {
        case .peerClosed: "closed by the peer"
        case .malformed(let reason): "client bug: \(reason)"
        case .messageTooLong(let limit): "client bug: message longer than \(limit) bytes"
        case .halfMessage(let limit): "client bug: message not completed within \(limit.wholeSeconds) s"
        case .tooMuchHeld(let limit): "incomplete messages of the user, or of all users, exceed \(limit) bytes"
        case .tooSlow(let waiting): "the peer does not read: \(waiting) bytes are waiting"
        case .replyTooLong(let bytes): "reply too long: \(bytes) bytes"
        case .failed(let error): error.description
        case .stopped: "the server is stopping"
        case .tooManyConnections(let limit): "refused: \(limit) connections are open"
        case .tooManyOfUser(let limit): "refused: the user has \(limit) connections open"
        }
    }
}
