public import EventLoop

/// Why a server cannot listen at a path.
public enum ListenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Somebody serves that socket.
    case inUse(path: String)
    /// A file that is not a socket is there.
    case notASocket(path: String)
    /// The kernel refused something.
    case refused(path: String, SystemError)

    /// The sentence for people.
    public var description: String {
        switch self {
        case .inUse(let path): "\(path): another process serves this socket"
        case .notASocket(let path): "\(path): exists and is not a socket"
        case .refused(let path, let error): "\(path): \(error)"
        }
    }
}
