import CShims
import System
import Glibc
import TestSupport

/// Waits until a descriptor is readable.
func awaitReadable(_ descriptor: Int32, _ seconds: Double = Patience.seconds) -> Bool {
    cshims_wait(descriptor, 0, Int32(seconds * 1_000)) > 0
}

/// A connection to touchsim, for commands.
final class LineClient {
    private let socket: Descriptor
    private var received: [UInt8] = []

    init(_ path: String) throws {
        socket = Descriptor(owning: try Socket.connect(path))
    }

    /// Sends a line.
    func send(_ line: String) throws {
        guard send(Array("\(line)\n".utf8)) else { throw SystemError.last("send") }
    }

    /// Sends bytes as long as they are accepted.
    ///
    /// - Returns: whether the peer accepted all of them.
    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard cshims_wait(socket.number, 1, Int32(Patience.seconds * 1_000)) > 0 else { return false }
            let count = unsafe rest.withUnsafeBytes { unsafe cshims_send(socket.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The next line, without its end.
    func answer() throws -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                return line
            }
            guard try receive() else { throw TimedOut(what: "a line; the peer hung up") }
        }
    }

    private func receive() throws -> Bool {
        guard awaitReadable(socket.number) else { throw TimedOut(what: "bytes on a connection") }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe cshims_receive(socket.number, &buffer, buffer.count)
        if count > 0 { received += buffer[..<count] }
        return count > 0 || count < 0 && errno == EAGAIN
    }
}
