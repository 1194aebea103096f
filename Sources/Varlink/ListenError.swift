public import System

/// Why a server cannot listen at a path.
public enum ListenError: Error, Equatable, Sendable, CustomStringConvertible {
    case inUse(path: String)
    case notASocket(path: String)
    case refused(path: String, SystemError)

    /// The error, as a sentence for users.
    public var description: String {
        switch self {
        case .inUse(let path): "\(path): another process serves this socket (stop it, or set another socket)"
        case .notASocket(let path): "\(path): exists and is not a socket"
        case .refused(let path, let error): "\(path): \(error)"
        }
    }
}
