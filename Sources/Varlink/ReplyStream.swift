package import StrictJSON

/// Writes replies of one call into the output queue of its connection.
///
/// It holds the connection's own queue while replies are written, so that ten replies cost
/// one access to the connection.
package struct ReplyStream: ~Copyable {
    /// The queue, swapped in and out: with two owners, writing would copy it.
    var output = OutputQueue()
    private let isBlocked: Bool
    private let messageBytes: Int
    private let queueBytes: Int
    private let check: ((ArraySlice<UInt8>) -> Void)?
    /// Why the connection must end; nothing is written after that.
    private(set) var refusal: DisconnectReason?

    init(isBlocked: Bool, limits: borrowing Limits, check: ((ArraySlice<UInt8>) -> Void)?) {
        self.isBlocked = isBlocked
        messageBytes = limits.messageBytes
        queueBytes = limits.queueBytes
        self.check = check
    }

    /// Writes a reply that others follow; `body` writes the members of the parameters.
    package mutating func reply(_ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void) {
        message(delivery.key) { $0.writeReply(continues: true, body) }
    }

    /// Writes a reply that others follow; `body` writes all of it, from ``ReplyText/opening`` to ``ReplyText/continuing``.
    package mutating func whole(_ delivery: Delivery, _ body: (inout JSONWriter) -> Void) {
        message(delivery.key, body)
    }

    /// Writes a reply that was encoded for many.
    mutating func reply(_ reply: borrowing EncodedReply, _ delivery: Delivery) {
        message(delivery.key) { $0.bytes.append(contentsOf: reply.message) }
    }

    /// Writes a whole message with its closing zero byte.
    mutating func message(_ key: UInt64?, _ write: (inout JSONWriter) -> Void) {
        guard refusal == nil else { return }
        // While the reader keeps up, nothing is replaced: a batch is about to be sent.
        if isBlocked, let key { output.remove(key: key) }
        let before = output.count
        let start = output.open()
        write(&output.writer)
        check?(output.writer.bytes[start...])
        let size = output.writer.bytes.count - start
        if size - 1 > messageBytes {
            refusal = .replyTooLong(bytes: size - 1)
        } else if isBlocked, before > 0, before + size > queueBytes {
            refusal = .tooSlow(waiting: before)
        }
        output.close(from: start, key: key, isKept: refusal == nil)
    }
}

/// The fixed parts of a reply that others follow, for code that writes whole ones.
package enum ReplyText {
    /// The part before the members of the parameters.
    package static var opening: StaticString { "{\"parameters\":{" }
    /// The part after them.
    package static var continuing: StaticString { "},\"continues\":true}\0" }
}
