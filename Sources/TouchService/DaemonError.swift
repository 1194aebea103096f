internal import System
internal import TouchInput
internal import TouchVault
internal import Varlink

/// Why the daemon cannot start.
package enum DaemonError: Error, CustomStringConvertible {
    /// The kernel or systemd's library refused something.
    case system(String)
    /// The store of patterns and results cannot be used.
    case vault(String)
    /// The socket cannot be served.
    case socket(String)
    /// The seat cannot be read.
    case seat(String)

    init(_ error: SystemError) { self = .system(error.description) }
    init(_ error: VaultError) { self = .vault(error.description) }
    init(_ error: ListenError) { self = .socket(error.description) }
    init(_ error: SeatError) { self = .seat(error.description) }

    /// The sentence for the log.
    package var description: String {
        switch self {
        case .system(let sentence), .vault(let sentence), .socket(let sentence), .seat(let sentence): sentence
        }
    }
}
