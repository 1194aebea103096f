internal import System
internal import TouchInput
internal import TouchVault
internal import Varlink

/// Why the daemon cannot start: the kernel or systemd's library, the store, the socket or the seat.
package struct DaemonError: Error, CustomStringConvertible {
    /// The sentence for the log.
    package let description: String

    init(_ error: SystemError) { description = error.description }
    init(_ error: VaultError) { description = error.description }
    init(_ error: ListenError) { description = error.description }
    init(_ error: SeatError) { description = error.description }
}
