internal import CNats
internal import TouchCore

struct StoredMessage: Sendable {
    let subject: String
    let number: UInt64
    /// When the stream stored it; 1970 if unknown.
    let stored: WallTime
    let body: [UInt8]

    /// The kiosk in its subject, which its certificate permits, rather than in its body.
    var kiosk: String? {
        let parts = subject.split(separator: ".")
        return parts.count == 4 ? String(parts[2]) : nil
    }
}

extension Bus {
    /// The last message of a stream with that subject; nil if there is none.
    ///
    /// Requested by subject, so that a kiosk can be permitted to read only its own messages. Any replica may answer, so
    /// it may be an older one. A replica that hangs gets its share of the requests until the other servers notice, which
    /// takes minutes, so another one is asked soon.
    func last(of subject: String, in stream: String) throws(FleetError) -> StoredMessage? {
        var reply: OpaquePointer?
        var status = NATS_TIMEOUT
        for patience in Self.patienceOfReading where status == NATS_TIMEOUT && !isRefused {
            status = unsafe natsConnection_Request(
                &reply, connection, "$JS.API.DIRECT.GET.\(stream).\(subject)", nil, 0, patience.wholeMilliseconds)
        }
        guard status == NATS_OK, let reply = unsafe reply else {
            throw failure("read the last message of \(subject)", status)
        }
        defer { unsafe natsMsg_Destroy(reply) }
        if let number = unsafe Self.header("Nats-Sequence", of: reply).flatMap({ UInt64($0) }) {
            let body = unsafe Self.body(of: reply)
            return StoredMessage(subject: subject, number: number, stored: WallTime(microseconds: 0), body: body)
        }
        let code = unsafe Self.header("Status", of: reply)
        guard code == "404" else {
            throw .failed(call: "read the last message of \(subject)", reason: "status \(code ?? "missing")")
        }
        return nil
    }

    /// Whether the server has refused something on this connection; the call that it refuses gets no reply.
    private var isRefused: Bool {
        var text: UnsafePointer<CChar>?
        return unsafe natsConnection_GetLastError(connection, &text) == NATS_NOT_PERMITTED
    }

    /// Timeouts of the requests for a stored message; the last for a slow network.
    private static let patienceOfReading: [Interval] = [1, 1, 1, 2, 5].map { .seconds($0) }

    static func header(_ name: String, of message: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK, let value = unsafe value else { return nil }
        return unsafe String(cString: value)
    }

    static func body(of message: OpaquePointer) -> [UInt8] {
        let count = Int(unsafe natsMsg_GetDataLength(message))
        guard count > 0, let start = unsafe natsMsg_GetData(message) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// Messages of a stream in order, from a given start.
///
/// libnats notices a gap in the received messages and requests them again from there (an ordered consumer).
@safe
final class StreamReader {
    enum Start {
        case oldest
        case lastOfEachSubject
        /// With the first message that was stored at that time or later.
        case at(WallTime)
    }

    private let subscription: OpaquePointer
    /// How many matching messages the stream had at the start.
    let pending: Int
    /// When the server began, by its clock.
    let opened: WallTime

    init(_ bus: Bus, _ stream: String, subject: String, from start: Start) throws(FleetError) {
        var options = unsafe jsSubOptions()
        unsafe jsSubOptions_Init(&options)
        unsafe options.Ordered = true
        switch start {
        case .oldest: unsafe options.Config.DeliverPolicy = js_DeliverAll
        case .lastOfEachSubject: unsafe options.Config.DeliverPolicy = js_DeliverLastPerSubject
        case .at(let time):
            unsafe options.Config.DeliverPolicy = js_DeliverByStartTime
            unsafe options.Config.OptStartTime = time.microseconds * 1_000
        }
        var made: OpaquePointer?
        var code = jsErrCode(0)
        let status = unsafe stream.withCString { stream in
            unsafe options.Stream = stream
            return unsafe js_SubscribeSync(&made, bus.context, subject, nil, &options, &code)
        }
        guard status == NATS_OK, let made = unsafe made else {
            throw bus.failure("read stream \(stream)", status)
        }
        unsafe subscription = made
        var found: UnsafeMutablePointer<jsConsumerInfo>?
        guard unsafe natsSubscription_GetConsumerInfo(&found, made, nil, &code) == NATS_OK, let found = unsafe found
        else {
            (pending, opened) = (0, WallTime(microseconds: 0))
            throw .failed(call: "read stream \(stream)", reason: "no consumer")
        }
        pending = unsafe Int(found.pointee.NumPending) + Int(found.pointee.Delivered.Consumer)
        opened = WallTime(microseconds: unsafe found.pointee.Created / 1_000)
        unsafe jsConsumerInfo_Destroy(found)
    }

    deinit {
        unsafe natsSubscription_Unsubscribe(subscription)
        unsafe natsSubscription_Destroy(subscription)
    }

    func next(within timeout: Interval) throws(FleetError) -> StoredMessage? {
        var message: OpaquePointer?
        let status = unsafe natsSubscription_NextMsg(&message, subscription, timeout.wholeMilliseconds)
        if status == NATS_TIMEOUT { return nil }
        guard status == NATS_OK, let message = unsafe message else {
            throw .failed(call: "read", reason: Bus.reason(status))
        }
        defer { unsafe natsMsg_Destroy(message) }
        var facts: UnsafeMutablePointer<jsMsgMetaData>?
        guard unsafe natsMsg_GetMetaData(&facts, message) == NATS_OK, let facts = unsafe facts else {
            throw .failed(call: "read", reason: "a message that is not from a stream")
        }
        defer { unsafe jsMsgMetaData_Destroy(facts) }
        return StoredMessage(
            subject: unsafe String(cString: natsMsg_GetSubject(message)),
            number: unsafe facts.pointee.Sequence.Stream,
            stored: WallTime(microseconds: unsafe facts.pointee.Timestamp / 1_000),
            body: unsafe Bus.body(of: message))
    }
}
