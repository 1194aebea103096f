internal import CNats
internal import TouchConfiguration
internal import TouchCore

/// One connection to one server of the fleet, over TLS with certificates on both sides.
///
/// libnats has its own threads and its calls lock shared state, so a bus may be passed between threads. It does not
/// reconnect: messages without acknowledgement may still have arrived, so the owner opens a new one and compares.
@safe
final class Bus: @unchecked Sendable {
    static let patience = Interval.seconds(10)

    /// The server, for people.
    let server: String
    let connection: OpaquePointer
    let context: OpaquePointer
    private let isOwner: Bool

    /// Connects to one of the servers; no other client may read `inbox`, the prefix of replies.
    init(
        _ settings: Configuration.Fleet, to server: Configuration.FleetServer, inbox: String
    ) throws(FleetError) {
        self.server = "tls://\(server.host):\(server.port)"
        let options = try BusOptions(settings, to: server, inbox: inbox)
        let connection = unsafe try BusOpening.open(options, to: self.server)
        do throws(FleetError) { unsafe context = try Self.makeContext(connection) } catch {
            unsafe natsConnection_Destroy(connection)
            throw error
        }
        unsafe self.connection = connection
        isOwner = true
    }

    /// A bus on a connection that outlives it.
    init(borrowing connection: OpaquePointer) throws(FleetError) {
        unsafe (server, context, isOwner) = ("", try Self.makeContext(connection), false)
        unsafe self.connection = connection
    }

    /// The context of JetStream of a connection; the caller destroys it.
    private static func makeContext(_ connection: OpaquePointer) throws(FleetError) -> OpaquePointer {
        var options = unsafe jsOptions()
        unsafe jsOptions_Init(&options)
        unsafe options.Wait = patience.wholeMilliseconds
        var made: OpaquePointer?
        let status = unsafe natsConnection_JetStream(&made, connection, &options)
        guard status == NATS_OK, let made = unsafe made else {
            throw .failed(call: "natsConnection_JetStream", reason: reason(status))
        }
        return unsafe made
    }

    deinit {
        unsafe jsCtx_Destroy(context)
        if isOwner { unsafe natsConnection_Destroy(connection) }
    }

    var isOpen: Bool { unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }

    /// Publishes a message, waits until the stream has stored it, and returns its number there.
    ///
    /// For a while, the stream drops a second message with the same id. Its leader compares `last`, the number of the
    /// last message with this subject, 0 if there is none, unless nil.
    @discardableResult
    func publish(
        _ body: [UInt8], to subject: String, id: String? = nil, after last: UInt64? = nil
    ) throws(FleetError) -> UInt64 {
        var options = unsafe jsPubOptions()
        unsafe jsPubOptions_Init(&options)
        unsafe options.MaxWait = Self.patience.wholeMilliseconds
        if let last {
            unsafe options.ExpectLastSubjectSeq = last
            unsafe options.ExpectNoMessage = last == 0
        }
        var code = jsErrCode(0)
        var acknowledgement: UnsafeMutablePointer<jsPubAck>?
        let status = unsafe (id ?? "").withCString { text in
            unsafe options.MsgId = id == nil ? nil : text
            return unsafe js_Publish(&acknowledgement, context, subject, body, Int32(body.count), &options, &code)
        }
        if status == NATS_OK, let acknowledgement = unsafe acknowledgement {
            defer { unsafe jsPubAck_Destroy(acknowledgement) }
            let number = unsafe acknowledgement.pointee.Sequence
            // Known by its id, and not stored yet, or ever: asked again after a new connection.
            guard number > 0 else { throw .moved(subject: subject) }
            return number
        }
        if code == JSStreamWrongLastSequenceErr { throw .moved(subject: subject) }
        throw failure("publish to \(subject)", status)
    }

    /// The error of a call: the server's message about this connection, or else the library's text.
    func failure(_ call: String, _ status: natsStatus) -> FleetError {
        var text: UnsafePointer<CChar>?
        let last = unsafe natsConnection_GetLastError(connection, &text)
        if last != NATS_OK, let text = unsafe text, unsafe text.pointee != 0 {
            return .failed(call: call, reason: unsafe String(cString: text))
        }
        return .failed(call: call, reason: Self.reason(status))
    }

    static func reason(_ status: natsStatus) -> String {
        var last = NATS_OK
        let text = unsafe nats_GetLastError(&last).map { unsafe String(cString: $0) } ?? ""
        let name = unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) } ?? "error \(status.rawValue)"
        return last == status && !text.isEmpty ? "\(name) (\(text))" : name
    }
}
