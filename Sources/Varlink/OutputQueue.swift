package import StrictJSON

/// The output queue of one connection.
///
/// A message with a key can be replaced by a newer one until its first byte is sent: the old one is removed
/// and the new one appended, so that a slow reader gets the newest state, in order.
///
/// Its memory is moved into a local while it is written or sent, so that the compiler need not guard it.
package final class OutputQueue {
    fileprivate struct Keyed {
        let key: UInt64
        var place: Int
        let count: Int
    }

    fileprivate struct Content {
        /// Unsent bytes, after those already sent; messages are appended.
        var writer = JSONWriter()
        var keyed: [Keyed] = []
    }

    /// nil while it is written or sent.
    private var content: Content? = Content()
    private var start = 0
    /// Whether the reader does not keep up.
    var isBlocked = false
    /// Why the connection must end; nothing is written after that.
    fileprivate(set) var refusal: DisconnectReason?
    /// The call whose replies are compared with its interface, in debug builds.
    var checked: Call?
    fileprivate let messageBytes: Int
    fileprivate let queueBytes: Int

    /// Memory beyond this is freed once everything has been sent.
    private static let keptCapacity = 64 << 10

    /// Makes an empty queue without limits.
    package init() { (messageBytes, queueBytes) = (.max, .max) }

    init(_ limits: Limits) { (messageBytes, queueBytes) = (limits.messageBytes, limits.queueBytes) }

    /// The number of unsent bytes.
    package var count: Int { (content?.writer.bytes.count ?? 0) - start }
    /// Whether everything has been sent.
    package var isEmpty: Bool { count == 0 }

    /// Appends a message that is never replaced.
    package func append(_ message: [UInt8]) { write { $0.content.writer.bytes.append(contentsOf: message) } }

    /// What is written while the queue lends its memory.
    package struct Messages: ~Copyable {
        fileprivate var content: Content
        fileprivate let queue: OutputQueue

        /// Writes a reply that others follow; `body` writes the members of the parameters.
        package mutating func reply(_ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void) {
            write(delivery) { $0.writeReply(continues: true, body) }
        }

        /// Writes a whole message with its closing zero byte; one that others follow begins with ``ReplyText/opening`` and ends
        /// with ``ReplyText/continuing``.
        package mutating func write(
            _ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void
        ) {
            guard queue.refusal == nil else { return }
            // While the reader keeps up, nothing is replaced: a batch is about to be sent.
            if queue.isBlocked, let key = delivery.key { remove(key: key) }
            let place = content.writer.bytes.count
            let before = place - queue.start
            body(&content.writer)
            queue.checked?.check(content.writer.bytes[place...])
            let size = content.writer.bytes.count - place
            if size - 1 > queue.messageBytes {
                queue.refusal = .replyTooLong(bytes: size - 1)
            } else if queue.isBlocked, before > 0, before + size > queue.queueBytes {
                queue.refusal = .tooSlow(waiting: before)
            }
            guard queue.refusal == nil else { return content.writer.bytes.removeSubrange(place...) }
            if let key = delivery.key { content.keyed.append(Keyed(key: key, place: place, count: size)) }
        }

        private mutating func remove(key: UInt64) {
            guard let index = content.keyed.lastIndex(where: { $0.key == key }) else { return }
            let old = content.keyed.remove(at: index)
            content.writer.bytes.removeSubrange(old.place..<old.place + old.count)
            for later in index..<content.keyed.count { content.keyed[later].place -= old.count }
        }
    }

    /// Appends messages; `body` writes nothing else to the same connection.
    @inline(__always)
    package func write(_ body: (inout Messages) -> Void) {
        guard let content = content.take() else { preconditionFailure("a message is not written while another one is") }
        var own = Messages(content: content, queue: self)
        body(&own)
        self.content = own.content
    }

    /// Passes the unsent bytes to `send`, and removes as many as that returns.
    package func consume(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
        guard var own = content.take() else { preconditionFailure("what is being written is not sent") }
        let sent = unsafe own.writer.bytes.span.bytes.extracting(droppingFirst: start).withUnsafeBytes(send)
        start += max(sent, 0)
        if start == own.writer.bytes.count {
            own.writer.bytes.removeAll(keepingCapacity: own.writer.bytes.capacity <= Self.keptCapacity)
            // There are few, and removing them one by one is faster than all at once.
            while own.keyed.popLast() != nil {}
            start = 0
        } else if sent > 0 {
            own.keyed.removeAll { $0.place < start }
            if start > own.writer.bytes.count / 2 {
                own.writer.bytes.removeFirst(start)
                for index in own.keyed.indices { own.keyed[index].place -= start }
                start = 0
            }
        }
        content = consume own
        return sent
    }
}

/// The fixed parts of a reply that others follow, for code that writes whole ones.
package enum ReplyText {
    /// The part before the members of the parameters.
    package static var opening: StaticString { "{\"parameters\":{" }
    /// The part after them.
    package static var continuing: StaticString { "},\"continues\":true}\0" }
}
