import Glibc
package import System
package import TouchDevice

/// Why a virtual panel could not be made or used.
package enum PanelError: Error, Equatable, Sendable {
    /// A finger cannot do that.
    case finger(FingerFault)
    /// The description lacks position axes.
    case noPositionAxes
    /// A speed in millimeters needs a panel with a resolution.
    case noResolution
    /// A gesture would need more reports than this.
    case tooManyReports(Int)
    /// The panel is made by uinput, which cannot simulate lost events.
    case cannotLoseEvents
    /// The panel is made by uinput, whose node cannot be revoked.
    case cannotRevoke
    /// The panel is unplugged.
    case unplugged
    /// The panel is plugged in already.
    case plugged
    /// A reader did not read events for this many seconds and was disconnected.
    case readerStalled(seconds: Int)
    /// No reader opened the panel within this time.
    case notOpened(milliseconds: Int)
    /// A system call failed.
    case failed(SystemError)
    /// A call of a library failed; its name, and what the library says.
    case library(call: String, reason: String)
    /// A file has invalid content.
    case unreadable(path: String, reason: String)
    /// A script has an invalid line; where, and why.
    case badScript(String)
    /// The touchsim at this socket did not reply.
    case noAnswer(String)
    /// Nothing answers at this control socket.
    case unreachable(path: String, SystemError)
    /// A file of the installation was not found.
    case missing(String)
}

extension PanelError: CustomStringConvertible {
    /// The error, as a sentence for users.
    package var description: String {
        switch self {
        case .finger(let fault): "\(fault)"
        case .noPositionAxes: "the description has no axes for positions"
        case .noResolution:
            "the panel reports no size: give the speed in view pixels per second, not mm/s"
        case .tooManyReports(let most): "more than \(most) reports at this speed and rate"
        case .cannotLoseEvents: "losing events requires the umockdev backend"
        case .cannotRevoke: "revoking requires the umockdev backend"
        case .unplugged: "the panel is unplugged"
        case .plugged: "the panel is already plugged in"
        case .readerStalled(let seconds): "a reader read no events for \(seconds) s and was disconnected"
        case .notOpened(let milliseconds): "no program opened the panel within \(milliseconds) ms"
        case .failed(let error): "\(error)"
        case .library(let call, let reason): "\(call): \(reason)"
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .badScript(let problem): problem
        case .unreachable(let path, let error) where [ENOENT, ECONNREFUSED].contains(error.code):
            "touchsim is not running at \(path) (start one with --control \(path))"
        case .unreachable(_, let error): "\(error)"
        case .noAnswer(let path): "no answer from the touchsim at \(path)"
        case .missing(let what): "\(what): not found"
        }
    }
}

extension PanelError {
    /// Runs calls of the system as a part of a panel's work.
    static func wrap<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(PanelError) -> Result {
        do throws(SystemError) { return try body() } catch { throw .failed(error) }
    }
}
