internal import StrictJSON

/// One subject of a stream, published by one kiosk, each message once.
///
/// A message that was sent but not acknowledged may or may not be stored, now or in a moment. So each message is stored
/// only if the stream's leader has the one before it as the last of this subject. After each connection, the lane
/// requests the last message from the stream; message ids (`Nats-Msg-Id`) keep out what an earlier connection may
/// still deliver. A message counts as stored only if it is this one: another machine with this kiosk's name may have
/// sent one with its number.
struct Lane {
    private let bus: Bus
    private let subject: String
    /// The last message's number in the stream; 0: there is none.
    private var number: UInt64
    /// The stream's last message, as far as known.
    private(set) var stored: Place?

    /// Requests the last message from the stream.
    init(_ bus: Bus, _ stream: String, _ subject: String) throws(FleetError) {
        (self.bus, self.subject) = (bus, subject)
        let last = try bus.last(of: subject, in: stream)
        number = last?.number ?? 0
        stored = last.flatMap { message in (try? JSONObject(parsing: message.body)).flatMap { Place($0) } }
    }

    /// Publishes a message unless the stream has it; it is stored on return.
    mutating func publish(_ message: FleetMessage, _ epoch: Place.Epoch) throws(FleetError) {
        if let stored, stored.epoch == epoch, message.sequence <= stored.sequence,
            message.sequence < stored.sequence || message.resultID == stored.id
        {
            return
        }
        number = try bus.publish(message.body, to: subject, id: message.id, after: number)
        stored = Place(epoch: epoch, sequence: message.sequence, id: message.resultID)
    }
}
