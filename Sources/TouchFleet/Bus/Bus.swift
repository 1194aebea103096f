internal import CNats
internal import Glibc
package import TouchConfiguration
internal import TouchCore

/// One connection to one server of the fleet, over TLS with certificates on both sides.
///
/// libnats has its own threads and its calls lock shared state, so a bus may be passed between threads. It does not
/// reconnect: messages without acknowledgement may still have arrived, so the owner opens a new one and compares.
@safe
package final class Bus: @unchecked Sendable {
    /// Timeout of a server's reply, in milliseconds.
    static let patience = Interval.seconds(10)

    /// The server, for people.
    package let server: String
    let connection: OpaquePointer
    let context: OpaquePointer

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: certificates and names.
    ///   - server: one of the servers.
    ///   - inbox: the prefix of inboxes, so that other clients cannot read replies to this connection.
    package init(
        _ settings: Configuration.Fleet, to server: Configuration.FleetServer, inbox: String
    ) throws(BusError) {
        self.server = "tls://\(server.host):\(server.port)"
        let options = try BusOptions(settings, to: server, inbox: inbox)
        var (made, context): (OpaquePointer?, OpaquePointer?)
        let status = unsafe natsConnection_Connect(&made, options.handle)
        guard status == NATS_OK, let connection = unsafe made else {
            // With TLS 1.3 a server refuses a certificate after the handshake, by closing, and its log says why.
            let isClosed = [NATS_PROTOCOL_ERROR, NATS_IO_ERROR].contains(status)
            let hint = isClosed ? "; the server may have refused the certificate: see its log" : ""
            throw .unreachable(server: self.server, reason: Self.reason(status) + hint)
        }
        var jetStream = unsafe jsOptions()
        unsafe jsOptions_Init(&jetStream)
        unsafe jetStream.Wait = Self.patience.wholeMilliseconds
        let second = unsafe natsConnection_JetStream(&context, connection, &jetStream)
        guard second == NATS_OK, let context = unsafe context else {
            unsafe natsConnection_Destroy(connection)
            throw .failed(call: "natsConnection_JetStream", reason: Self.reason(second))
        }
        unsafe self.connection = connection
        unsafe self.context = context
    }

    deinit {
        unsafe jsCtx_Destroy(context)
        unsafe natsConnection_Destroy(connection)
    }

    /// Whether the connection is open, as far as known.
    package var isOpen: Bool { unsafe natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }

    /// Publishes a message and waits until the stream has stored it.
    ///
    /// - Parameters:
    ///   - id: identifies the message; for a while, the stream drops a second one with the same id.
    ///   - last: the number in the stream of the last message with this subject, 0 if there is none; nil: not compared.
    ///     The stream's leader compares.
    /// - Returns: the message's number in the stream.
    @discardableResult
    package func publish(
        _ body: [UInt8], to subject: String, id: String? = nil, after last: UInt64? = nil
    ) throws(BusError) -> UInt64 {
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
            return unsafe acknowledgement.pointee.Sequence
        }
        if code == JSStreamWrongLastSequenceErr { throw .moved(subject: subject) }
        throw failure("publish to \(subject)", status)
    }

    /// The error of a call: the server's message about this connection, or else the library's text.
    func failure(_ call: String, _ status: natsStatus) -> BusError {
        var text: UnsafePointer<CChar>?
        let last = unsafe natsConnection_GetLastError(connection, &text)
        if last != NATS_OK, let text = unsafe text, unsafe text.pointee != 0 {
            return .failed(call: call, reason: unsafe String(cString: text))
        }
        return .failed(call: call, reason: Self.reason(status))
    }

    /// The error, in the words of the library.
    static func reason(_ status: natsStatus) -> String {
        var last = NATS_OK
        let text = unsafe nats_GetLastError(&last).map { unsafe String(cString: $0) } ?? ""
        let name = unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) } ?? "error \(status.rawValue)"
        return last == status && !text.isEmpty ? "\(name) (\(text))" : name
    }
}
