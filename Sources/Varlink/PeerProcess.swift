internal import CShims
internal import System

/// The process that connected to a socket, held by the kernel's own handle: another one may get its number after its end.
public final class PeerProcess: Sendable {
    private let descriptor: Descriptor

    /// Opens it, right after it has connected; nil: it has ended, or lies in another namespace.
    ///
    /// Before Linux 6.5 it is found by its number.
    public init?(of socket: Int32, _ pid: Int32) {
        let number = cshims_peer_process(socket, pid)
        guard number >= 0 else { return nil }
        descriptor = Descriptor(owning: number)
    }

    /// Whether it runs, so that its number is its own.
    public var isAlive: Bool { cshims_wait(descriptor.number, 0, 0) == 0 }
}
