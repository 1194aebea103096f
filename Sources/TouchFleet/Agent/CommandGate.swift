internal import System
internal import Glibc
internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import TouchOperator

/// Passes a command to touchd-operator and its answer back, and a bundle that follows the answer to the servers.
final class CommandGate: Sendable {
    private let kiosk: String
    private let socket: String
    private let log: Journal

    private static let patience = Interval.seconds(50)
    /// The longest answer, with a bundle, in bytes.
    private static let maxAnswer = BundleFacts.maxBytes + (64 << 10)

    init(kiosk: String, socket: String, _ log: Journal) {
        (self.kiosk, self.socket, self.log) = (kiosk, socket, log)
    }

    /// The answer to a message of the servers, from any thread; `deliver` sends the parts of a bundle to them.
    func answer(to message: [UInt8], deliver: ([BundlePart], String) throws(FleetError) -> Void) -> [UInt8] {
        guard message.count <= CommandToken.maxBytes else {
            log.warning("refused, malformed: a command of \(message.count) bytes")
            return CommandAnswer(
                .refused, of: kiosk, reason: CommandRefusal.malformed.code, "\(CommandRefusal.malformed)"
            ).bytes
        }
        let reply: [UInt8]
        do throws(SystemError) { reply = try pass(message) } catch {
            log.warning("cannot pass a command on: \(error)")
            return failure("no_operator", "\(error) (systemctl enable --now touchd-operator.socket)")
        }
        let answer = Array(reply.prefix { $0 != 0x0a })
        let attachment = Array(reply.dropFirst(answer.count + 1))
        guard !attachment.isEmpty else { return answer }
        do throws(FleetError) {
            guard let json = try? JSONObject(parsing: answer),
                let facts = json["bundle"]?.objectValue.flatMap({ BundleFacts($0) }),
                facts == BundleFacts(id: facts.id, attachment)
            else { throw .failed(call: "read the bundle", reason: "the answer of touchd-operator is not about it") }
            try deliver(BundlePart.parts(of: attachment, facts), kiosk)
            return answer
        } catch {
            log.warning("cannot deliver a bundle: \(error)")
            let hint = "touchctl fleet setup makes its stream"
            return failure("undelivered", "the bundle was made, and not delivered: \(error) (\(hint))")
        }
    }

    private func failure(_ reason: String, _ message: String) -> [UInt8] {
        CommandAnswer(.failed, of: kiosk, reason: reason, message).bytes
    }

    private func pass(_ message: [UInt8]) throws(SystemError) -> [UInt8] {
        let line = try Descriptor(connectedTo: socket)
        // A process that refuses without reading all of the token resets the connection behind its answer.
        do throws(SystemError) { try line.send(message + [0x0a], to: socket) } catch {
            guard [EPIPE, ECONNRESET].contains(error.code) else { throw error }
        }
        let answer = try line.answer(of: socket, isLine: false, within: Self.patience, maxBytes: Self.maxAnswer)
        guard answer.contains(0x0a) else { throw SystemError(call: "read \(socket)", code: ECONNRESET) }
        return answer
    }
}
