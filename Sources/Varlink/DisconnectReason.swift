public import EventLoop

/// Why a connection ended, or was not taken at all.
public enum DisconnectReason: Equatable, Sendable, CustomStringConvertible {
    /// The peer closed it.
    case peerClosed
    /// The peer sent what is no call.
    case malformed(String)
    /// The peer sent a message longer than so many bytes.
    case messageTooLong(limit: Int)
    /// The peer began a message and did not end it within so many microseconds.
    case halfMessage(microseconds: Int64)
    /// Half messages of the user, or of all users, hold more than so many bytes.
    case tooMuchHeld(limit: Int)
    /// The peer did not read, and so many bytes wait.
    case tooSlow(waiting: Int)
    /// The service wanted to send a message of so many bytes, more than allowed.
    case replyTooLong(bytes: Int)
    /// The kernel refused something.
    case failed(SystemError)
    /// The server stopped.
    case stopped
    /// So many connections are open already.
    case tooManyConnections(limit: Int)
    /// The user has so many connections open already.
    case tooManyOfUser(limit: Int)

    /// The sentence for logs.
    public var description: String {
        switch self {
        case .peerClosed: "closed by the peer"
        case .malformed(let reason): "client bug: \(reason)"
        case .messageTooLong(let limit): "client bug: message longer than \(limit) bytes"
        case .halfMessage(let microseconds):
            "client bug: message not completed within \(microseconds / 1_000_000) s"
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
