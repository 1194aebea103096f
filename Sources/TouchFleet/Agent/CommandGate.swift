internal import CShims
internal import EventLoop
internal import Glibc
internal import Journal
internal import TouchCore
internal import TouchOperator

/// Passes a command to touchd-operator and its answer back, without reading either.
final class CommandGate: Sendable {
    private let kiosk: String
    private let socket: String
    private let log: Journal

    /// How long touchd-operator may take, in milliseconds.
    private static let patience = Interval.seconds(30)
    /// The longest answer, in bytes.
    private static let maxAnswer = 64 << 10

    init(kiosk: String, socket: String, _ log: Journal) {
        (self.kiosk, self.socket, self.log) = (kiosk, socket, log)
    }

    /// The answer to a message of the servers, from any thread.
    func answer(to message: [UInt8]) -> [UInt8] {
        guard message.count <= CommandToken.maxBytes else {
            log.warning("refused, malformed: a command of \(message.count) bytes")
            return CommandAnswer(
                .refused, of: kiosk, reason: CommandRefusal.malformed.code, "\(CommandRefusal.malformed)"
            ).bytes
        }
        do throws(SystemError) { return try pass(message) } catch {
            log.warning("cannot pass a command on: \(error)")
            return CommandAnswer(
                .failed, of: kiosk, reason: "no_operator",
                "\(error) (systemctl enable --now touchd-operator.socket)"
            ).bytes
        }
    }

    private func pass(_ message: [UInt8]) throws(SystemError) -> [UInt8] {
        let number = cshims_stream_socket(0)
        guard number >= 0 else { throw .last("socket") }
        let line = Descriptor(owning: number)
        guard unsafe cshims_connect(line.number, socket) == 0 else { throw .last("connect \(socket)") }
        var rest = (message + [0x0a])[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe cshims_send(line.number, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .last("send \(socket)") }
            rest = rest.dropFirst(count)
        }
        let end = Instant.now.advanced(by: Self.patience)
        var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while answer.last != 0x0a {
            let left = end.since(.now)
            guard left > .zero, cshims_wait(line.number, 0, left.pollTimeout) > 0 else {
                throw SystemError(call: "read \(socket)", code: ETIMEDOUT)
            }
            let count = unsafe read(line.number, &part, part.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw SystemError(call: "read \(socket)", code: ECONNRESET) }
            answer += part.prefix(count)
            guard answer.count <= Self.maxAnswer else { throw SystemError(call: "read \(socket)", code: EFBIG) }
        }
        return answer.dropLast()
    }
}
