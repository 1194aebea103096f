internal import Glibc
internal import System

/// Why a virtual panel could not be made or used.
package struct PanelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error, as a sentence for users.
    package let description: String

    init(_ description: String) { self.description = description }

    /// The panel reports no positions.
    package static let noPositionAxes = PanelError("the description has no axes for positions")
    static let noResolution = PanelError(
        "the panel reports no size: give the speed in view pixels per second, not mm/s")
    static let cannotLoseEvents = PanelError("losing events requires the umockdev backend")
    static let unplugged = PanelError("the panel is unplugged")

    static func tooManyReports(_ most: Int) -> PanelError {
        PanelError("more than \(most) reports at this speed and rate")
    }
    static func failed(_ error: SystemError) -> PanelError { PanelError("\(error)") }
    /// A call of a library failed, with what the library says.
    static func library(call: String, reason: String) -> PanelError { PanelError("\(call): \(reason)") }
    static func unreadable(path: String, reason: String) -> PanelError { PanelError("\(path): \(reason)") }

    /// Nothing answers at this control socket.
    static func unreachable(path: String, _ error: SystemError) -> PanelError {
        guard [ENOENT, ECONNREFUSED].contains(error.code) else { return .failed(error) }
        return PanelError("touchsim is not running at \(path) (start one with --control \(path))")
    }

    /// Runs calls of the system as a part of a panel's work.
    static func wrap<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(PanelError) -> Result {
        do throws(SystemError) { return try body() } catch { throw .failed(error) }
    }
}
