internal import StrictJSON

/// One subject of a stream that one kiosk alone publishes to, each message once.
///
/// A message that was sent and not acknowledged may be stored or not, now or in a moment. So each message is stored only if
/// the stream's leader has the one before it as the last of this subject. After each connection the stream is asked for its
/// last message; names of messages (`Nats-Msg-Id`) keep off what an earlier connection may still deliver.
struct Lane {
    private let bus: Bus
    private let subject: String
    /// The last message's number in the stream; 0: there is none.
    private var number: UInt64
    /// What the stream has.
    private(set) var stored: Place?

    /// Asks the stream.
    init(_ bus: Bus, _ stream: String, _ subject: String) throws(BusError) {
        (self.bus, self.subject) = (bus, subject)
        let last = try bus.last(of: subject, in: stream)
        number = last?.number ?? 0
        stored = last.flatMap { message in (try? JSONObject(parsing: message.body)).flatMap { Place($0) } }
    }

    /// Publishes a message unless the stream has it; on return it is stored.
    mutating func publish(_ message: FleetMessage, _ epoch: Place.Epoch) throws(BusError) {
        if let stored, stored.epoch == epoch, message.sequence <= stored.sequence { return }
        number = try bus.publish(message.body, to: subject, id: message.id, after: number)
        stored = Place(epoch: epoch, sequence: message.sequence, id: message.resultID)
    }
}
