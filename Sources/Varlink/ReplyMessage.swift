public import StrictJSON

/// How a reply within a stream is treated when its reader lags.
public enum Delivery: Equatable, Sendable {
    /// It is queued; a reader with too much queued is disconnected.
    case mustDeliver
    /// A newer reply with the same key replaces it while it is queued: only the newest state matters.
    case coalesce(key: UInt64)

    var key: UInt64? {
        switch self {
        case .mustDeliver: nil
        case .coalesce(let key): key
        }
    }
}

/// A reply with `continues`, encoded once to be sent to many subscribers.
///
/// Keep one and encode into it again to reuse its memory.
public struct EncodedReply: Sendable {
    private var writer = JSONWriter()

    /// Makes a reply without parameters.
    public init() {
        encode { _ in }
    }

    /// Replaces the content by an existing reply.
    public mutating func encode(_ parameters: JSONObject) {
        encode { $0.members(of: parameters) }
    }

    /// Replaces the content; `body` writes the members of the parameters.
    public mutating func encode(_ body: (inout JSONWriter) -> Void) {
        writer.clear()
        writer.writeReply(continues: true, body)
    }

    var message: [UInt8] { writer.bytes }
}

extension JSONWriter {
    /// Appends a whole reply; `body` writes the members of the parameters.
    mutating func writeReply(continues: Bool, _ body: (inout JSONWriter) -> Void) {
        literal(ReplyText.opening)
        body(&self)
        literal(continues ? ReplyText.continuing : "}}\0")
    }

    mutating func writeError(_ error: VarlinkError) {
        literal("{")
        member("error", error.name)
        key("parameters")
        value(error.parameters)
        endObject()
        bytes.append(0)
    }
}
