public import System
internal import Glibc
public import TouchCore

/// Why a call of a client has no result.
public enum ClientError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreachable(address: String, SystemError)
    case remote(VarlinkError)
    case violation(String)
    case timedOut(after: Interval)
    case closed
    case tooLong(bytes: Int)

    /// The error, as a sentence for users.
    public var description: String {
        switch self {
        case .unreachable(let address, let error): Self.sentence(address, error)
        case .remote(let error): error.description
        case .violation(let reason): "service bug: \(reason)"
        case .timedOut(let timeout): "no answer within \(timeout.seconds) s"
        case .closed: "the service closed the connection"
        case .tooLong(let bytes): "call too long: \(bytes) bytes"
        }
    }

    /// The units of Debian's packages that listen at sockets of touchd, and the groups that may open them.
    private static let units = [
        "/run/touchd/touchd.sock": (name: "touchd.socket", groups: "group touchd, or of touchd-monitor to read"),
        "/run/touchd/monitor.sock": (name: "touchd-monitor.socket", groups: "group touchd-monitor"),
    ]

    /// Why nothing answers at an address, and what to do.
    private static func sentence(_ address: String, _ error: SystemError) -> String {
        let unit = units[address]
        return switch error.code {
        case ENOENT, ECONNREFUSED:
            unit.map { "touchd is not running (systemctl start \($0.name))" }
                ?? "touchd is not running at \(address) (start it, or name its socket)"
        case EACCES:
            "\(address): \(error) (run it as root, or as a member of \(unit?.groups ?? "the group of this socket"))"
        default: "\(address): \(error)"
        }
    }
}
