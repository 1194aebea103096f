internal import System
internal import CShims
internal import EventLoop
internal import Glibc
internal import TouchCore

/// A socket on which a server accepts connections.
final class Listener {
    private let socket: Int32
    private var descriptor: Descriptor?
    private var watch: Watch?
    private var pause: Timer?
    private unowned let server: Server
    /// Its file, if it made that itself.
    private let file: SocketFile?
    /// The same, whoever made it.
    private let place: SocketFile?
    /// Whether peers of this socket may only read.
    private let isForReaders: Bool

    /// The pause after a failed `accept`; clients wait in the kernel's queue.
    private static let pauseLength = Interval.milliseconds(100)

    init(
        inherited descriptor: consuming Descriptor, isForReaders: Bool = false, for server: Server
    ) throws(SystemError) {
        self.server = server
        self.isForReaders = isForReaders
        socket = descriptor.number
        file = nil
        place = SocketFile(of: socket)
        guard cshims_set_nonblocking(socket) == 0 else { throw .last("fcntl") }
        self.descriptor = consume descriptor
        try start()
    }

    init(path: String, mode: UInt32, for server: Server) throws(ListenError) {
        self.server = server
        isForReaders = false
        let number = cshims_stream_socket(1)
        guard number >= 0 else { throw .refused(path: path, .last("socket")) }
        let descriptor = Descriptor(owning: number)
        file = try SocketFile.bind(number, to: path, mode: mode)
        place = file
        socket = number
        self.descriptor = consume descriptor
        guard Glibc.listen(number, server.limits.backlog) == 0 else { throw .refused(path: path, .last("listen")) }
        do throws(SystemError) {
            try start()
        } catch {
            throw .refused(path: path, error)
        }
    }

    /// Whether clients find it, and may connect if it was made for others than root.
    var isInPlace: Bool { place.map { $0.isInPlace && (file != nil || $0.isOpen) } ?? true }

    private func start() throws(SystemError) {
        watch = try server.loop.watch(socket, for: .input) { [unowned self] _ in self.accept() }
        pause = try server.loop.timer(priority: .normal) { [unowned self] in self.watch?.interest = .input }
    }

    private func accept() {
        for _ in 0..<server.limits.acceptsPerTurn {
            let number = cshims_accept(socket)
            guard number >= 0 else {
                if errno == EAGAIN { return }
                server.observer.acceptFailed(.last("accept4"))
                watch?.interest = []
                pause?.arm(at: server.loop.now.advanced(by: Self.pauseLength))
                return
            }
            do throws(SystemError) {
                var peer = try Peer(of: number)
                peer.isReader = isForReaders
                peer.process = PeerProcess(of: number, peer.pid)
                try server.adopt(connected: Descriptor(owning: number), of: peer)
            } catch {
                server.observer.acceptFailed(error)
            }
        }
    }

    func stop() {
        watch?.cancel()
        pause?.cancel()
        file?.remove()
        descriptor = nil
    }
}
