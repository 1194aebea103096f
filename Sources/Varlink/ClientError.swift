public import EventLoop
public import TouchCore

/// Why a call of a client has no result.
public enum ClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing listens at the address.
    case unreachable(address: String, SystemError)
    /// The service answered with an error.
    case remote(VarlinkError)
    /// The service sent something that is not a reply to the call.
    case violation(String)
    /// No reply arrived in time.
    case timedOut(after: Interval)
    /// The connection ended before the reply.
    case closed
    /// The call exceeds the maximum message size.
    case tooLong(bytes: Int)

    /// The error, as a sentence for users.
    public var description: String {
        switch self {
        case .unreachable(let address, let error): "\(address): \(error)"
        case .remote(let error): error.description
        case .violation(let reason): "service bug: \(reason)"
        case .timedOut(let timeout): "no answer within \(timeout.seconds) s"
        case .closed: "the service closed the connection"
        case .tooLong(let bytes): "call too long: \(bytes) bytes"
        }
    }
}
