internal import EventLoop
public import StrictJSON

/// How a reply within a stream is treated when its reader lags.
public enum Delivery: Equatable, Sendable {
    /// It waits its turn; a reader for which too much waits is disconnected.
    case mustDeliver
    /// A newer one with the same key takes its place while it waits: only the newest state matters.
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
/// Keep one and encode again: its memory is reused.
public struct EncodedReply: Sendable {
    private var writer = JSONWriter()

    /// Makes a reply without parameters.
    public init() {
        encode { _ in }
    }

    /// Encodes a reply made before, in place of the last one.
    public mutating func encode(_ parameters: JSONObject) {
        encode { $0.members(of: parameters) }
    }

    /// Encodes anew; `body` writes the members of the parameters.
    public mutating func encode(_ body: (inout JSONWriter) -> Void) {
        writer.clear()
        writer.writeReply(continues: true, body)
    }

    /// The message with its closing zero byte.
    var message: [UInt8] { writer.bytes }
}

extension JSONWriter {
    /// Writes a whole reply behind what is there; `body` writes the members of the parameters.
    mutating func writeReply(continues: Bool, _ body: (inout JSONWriter) -> Void) {
        literal(ReplyText.opening)
        body(&self)
        literal(continues ? ReplyText.continuing : "}}\0")
    }

    /// Writes a whole error reply behind what is there.
    mutating func writeError(_ error: VarlinkError) {
        literal("{")
        member("error", error.name)
        key("parameters")
        value(error.parameters)
        endObject()
        bytes.append(0)
    }

    /// Writes the members of an object made before.
    mutating func members(of object: JSONObject) {
        for (key, value) in object {
            self.key(key)
            self.value(value)
        }
    }
}
