internal import CNats
internal import System
internal import TouchCore

extension Bus {
    /// Sends a request to the subscriber of a subject and returns the answer; nil if none is there, or permitted.
    func ask(
        _ subject: String, _ body: [UInt8], within timeout: Interval
    ) throws(FleetError) -> [UInt8]? {
        var reply: OpaquePointer?
        let status = unsafe natsConnection_Request(
            &reply, connection, subject, body, Int32(body.count), timeout.wholeMilliseconds)
        if status == NATS_NO_RESPONDERS { return nil }
        guard status == NATS_OK, let reply = unsafe reply else { throw failure("ask \(subject)", status) }
        defer { unsafe natsMsg_Destroy(reply) }
        return unsafe Self.body(of: reply)
    }

    /// Publishes the parts of a bundle; they are stored on return.
    func deliver(_ parts: [BundlePart], of kiosk: String) throws(FleetError) {
        let subject = FleetNames.subject(kiosk, "bundle")
        let end = Instant.now.advanced(by: Self.bundlePatience)
        for part in parts {
            guard .now < end else {
                throw .failed(call: "publish to \(subject)", reason: "it takes too long")
            }
            try publish(part.body(of: kiosk), to: subject, id: part.messageID(of: kiosk))
        }
    }

    /// How long a bundle may take: the servers let an answer pass for two minutes.
    private static let bundlePatience = Interval.seconds(45)
}

/// Commands for a kiosk as they arrive: each is passed to a gate, and its answer is sent back.
///
/// libnats calls from a thread of the subscription, one message after the other. That thread may outlive the
/// subscription, so it uses only the gate and the connection that it is given.
@safe
final class CommandSubscription {
    private let subscription: OpaquePointer
    private let gate: CommandGate

    /// Further waiting messages are dropped: each takes a process.
    private static let (maxWaiting, maxWaitingBytes): (Int32, Int32) = (16, 1 << 20)

    init(_ bus: Bus, _ subject: String, _ gate: CommandGate) throws(FleetError) {
        self.gate = gate
        var made: OpaquePointer?
        let status = unsafe natsConnection_Subscribe(
            &made, bus.connection, subject,
            { connection, _, message, closure in
                guard let message = unsafe message, let closure = unsafe closure, let connection = unsafe connection
                else { return }
                defer { unsafe natsMsg_Destroy(message) }
                guard let reply = unsafe natsMsg_GetReply(message) else { return }
                let gate = unsafe Unmanaged<CommandGate>.fromOpaque(closure).takeUnretainedValue()
                let answer = gate.answer(to: unsafe Bus.body(of: message)) { parts, kiosk throws(FleetError) in
                    unsafe try Bus(borrowing: connection).deliver(parts, of: kiosk)
                }
                unsafe natsConnection_Publish(connection, reply, answer, Int32(answer.count))
            }, Unmanaged.passUnretained(gate).toOpaque())
        guard status == NATS_OK, let made = unsafe made else { throw bus.failure("subscribe to \(subject)", status) }
        unsafe subscription = made
        unsafe natsSubscription_SetPendingLimits(made, Self.maxWaiting, Self.maxWaitingBytes)
    }

    deinit {
        unsafe natsSubscription_Unsubscribe(subscription)
        unsafe natsSubscription_Destroy(subscription)
    }
}
