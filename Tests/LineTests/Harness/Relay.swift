import CShims
import System
import Glibc
import Synchronization

/// A socket in front of the daemon's that passes everything on and keeps a copy of each byte.
final class Relay: Sendable {
    let path: String
    private let target: String
    private let kept = Mutex<[UInt8]>([])
    private let listener: Int32

    init(to target: String, at path: String) throws {
        (self.path, self.target) = (path, target)
        listener = cshims_stream_socket(0)
        guard listener >= 0, unsafe cshims_bind(listener, path) == 0, listen(listener, 16) == 0 else {
            throw SystemError.last("listen")
        }
        onThread { [listener, weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let self else {
                    close(client)
                    return
                }
                self.join(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Every byte so far, of all connections and both ways.
    var bytes: [UInt8] { kept.withLock { $0 } }

    private func join(_ client: Int32) {
        guard let daemon = try? Socket.connect(target) else {
            close(client)
            return
        }
        onThread { self.copy(from: client, to: daemon) }
        onThread { self.copy(from: daemon, to: client) }
    }

    private func copy(from source: Int32, to sink: Int32) {
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe recv(source, &part, part.count, 0), count > 0 {
            let taken = Array(part.prefix(count))
            kept.withLock { $0 += taken }
            var sent = 0
            while sent < count {
                let step = unsafe taken.withUnsafeBytes { bytes in
                    unsafe cshims_send(sink, bytes.baseAddress.map { unsafe $0 + sent }, count - sent)
                }
                guard step > 0 else { break }
                sent += step
            }
        }
        // This also ends the other direction; descriptors stay in use until the test is over.
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
