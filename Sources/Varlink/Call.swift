public import StrictJSON

/// One call being answered.
///
///     open ──replyContinuing──▶ open      (only with `more`)
///      ├── reply ──▶ finished
///      ├── fail ───▶ finished
///      └── peer or server goes away ──▶ cancelled, then ``onCancelled``
///
/// Replies may be sent later, from the loop. What is sent after a cancellation is dropped.
public final class Call {
    private enum State {
        case open, finished, cancelled
    }

    /// The name of the method, without its interface.
    public let method: String
    /// What the caller sent, checked against the description of the interface.
    public let parameters: JSONObject
    /// Whether the caller accepts several replies (`more`).
    public let wantsMore: Bool
    /// Whether the caller wants no reply (`oneway`).
    public let isOneway: Bool
    /// The connection it arrived on.
    public let connection: Connection
    /// Called once if the peer goes away, or the server stops, while the call is open.
    ///
    /// It is called from the loop, never within a function that replies.
    public var onCancelled: (() -> Void)?

    private var state = State.open
    private let declaration: InterfaceDescription.Method
    private let description: InterfaceDescription

    init(
        _ message: CallMessage, _ declaration: InterfaceDescription.Method, of description: InterfaceDescription,
        on connection: Connection
    ) {
        (method, parameters) = (declaration.name, message.parameters)
        (wantsMore, isOneway) = (message.wantsMore, message.isOneway)
        (self.declaration, self.description, self.connection) = (declaration, description, connection)
    }

    /// Whether a reply can still reach the caller.
    public var isOpen: Bool { state == .open && connection.isOpen }

    /// Finishes the call with a reply.
    public func reply(_ parameters: JSONObject = [:]) {
        reply { $0.members(of: parameters) }
    }

    /// Finishes the call with a reply; `body` writes the members of the parameters.
    public func reply(_ body: (inout JSONWriter) -> Void) {
        guard finish() else { return }
        connection.send(for: self) { $0.write { $0.writeReply(continues: false, body) } }
        connection.finished(self)
    }

    /// Finishes the call with an error.
    public func fail(_ error: VarlinkError) {
        guard finish() else { return }
        connection.send(for: self) { $0.write { $0.writeError(error) } }
        connection.finished(self)
    }

    /// Sends a reply that others follow, to a caller that ``wantsMore``.
    public func replyContinuing(_ parameters: JSONObject = [:], _ delivery: Delivery = .mustDeliver) {
        replyContinuing(delivery) { $0.members(of: parameters) }
    }

    /// The same; `body` writes the members of the parameters straight into the message.
    public func replyContinuing(_ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void) {
        stream { $0.reply(delivery, body) }
    }

    /// Sends as many replies that others follow as `body` writes.
    package func stream(_ body: (inout OutputQueue.Messages) -> Void) {
        precondition(wantsMore, "\(method): only a call with 'more' takes several replies")
        precondition(state != .finished, "\(method): a finished call takes no reply")
        if isOpen { connection.send(for: self, body) }
    }

    /// Sends a reply that others follow and that has been encoded for many.
    public func replyContinuing(_ reply: EncodedReply, _ delivery: Delivery = .mustDeliver) {
        stream { $0.write(delivery) { $0.bytes.append(contentsOf: reply.message) } }
    }

    /// Ends the call because its peer is gone or the server stops.
    func cancel() {
        guard state == .open else { return }
        state = .cancelled
        let handler = onCancelled
        onCancelled = nil
        handler?()
    }

    /// Whether the final reply has a recipient.
    private func finish() -> Bool {
        precondition(state != .finished, "\(method): a call is finished once")
        guard state == .open else { return false }
        state = .finished
        // Breaks a retain cycle: the handler may hold the call, and be held by what it waits for.
        onCancelled = nil
        guard connection.isOpen else { return false }
        guard isOneway else { return true }
        connection.finished(self)
        return false
    }

    func check(_ message: ArraySlice<UInt8>) {
        if let mismatch = mismatch(in: message) { connection.replyDiffers(mismatch) }
    }

    /// How a reply violates the interface's description; `nil` if it conforms.
    private func mismatch(in message: ArraySlice<UInt8>) -> String? {
        let name = "\(description.name).\(method)"
        guard let reply = try? JSONObject(parsing: Array(message.dropLast())) else {
            return "\(name): the reply is not JSON"
        }
        let parameters = reply["parameters"]?.objectValue ?? [:]
        guard let error = reply["error"]?.stringValue else {
            return description.mismatch(parameters, declaration.output).map { "\(name): reply has a wrong '\($0)'" }
        }
        if error.hasPrefix("org.varlink.service.") { return nil }
        guard error.hasPrefix(description.name + "."),
            let declared = description.errors[String(error.dropFirst(description.name.count + 1))]
        else { return "\(name): undeclared error \(error)" }
        return description.mismatch(parameters, declared).map { "\(name): \(error) has a wrong '\($0)'" }
    }
}
