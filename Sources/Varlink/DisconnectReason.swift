public import System
public import TouchCore

/// Why a connection ended, or was refused.
public enum DisconnectReason: Equatable, Sendable, CustomStringConvertible {
    case peerClosed
    case malformed(String)
    case messageTooLong(limit: Int)
    case halfMessage(limit: Interval)
    case tooMuchHeld(limit: Int)
    case tooSlow(waiting: Int)
    case replyTooLong(bytes: Int)
    case failed(SystemError)
    case stopped
    case tooManyConnections(limit: Int)
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
