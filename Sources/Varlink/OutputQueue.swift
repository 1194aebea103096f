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

    /// Unsent bytes, after those already sent; messages are appended.
    private var writer = JSONWriter()
    private var start = 0
    private var keyed: [Keyed] = []
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
    package var count: Int { writer.bytes.count - start }
    /// Whether everything has been sent.
    package var isEmpty: Bool { start == writer.bytes.count }

    /// Appends a message that is never replaced.
    package func append(_ message: [UInt8]) { write { $0.writer.bytes.append(contentsOf: message) } }

    /// What is written while the queue lends its memory.
    package struct Messages: ~Copyable {
        fileprivate var writer = JSONWriter()
        fileprivate var keyed: [Keyed] = []
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
            let place = writer.bytes.count
            let before = place - queue.start
            body(&writer)
            queue.checked?.check(writer.bytes[place...])
            let size = writer.bytes.count - place
            if size - 1 > queue.messageBytes {
                queue.refusal = .replyTooLong(bytes: size - 1)
            } else if queue.isBlocked, before > 0, before + size > queue.queueBytes {
                queue.refusal = .tooSlow(waiting: before)
            }
            guard queue.refusal == nil else { return writer.bytes.removeSubrange(place...) }
            if let key = delivery.key { keyed.append(Keyed(key: key, place: place, count: size)) }
        }

        private mutating func remove(key: UInt64) {
            guard let index = keyed.lastIndex(where: { $0.key == key }) else { return }
            let old = keyed.remove(at: index)
            writer.bytes.removeSubrange(old.place..<old.place + old.count)
            for later in index..<keyed.count { keyed[later].place -= old.count }
        }
    }

    /// Appends messages; `body` writes nothing else to the same connection.
    @inline(__always)
    package func write(_ body: (inout Messages) -> Void) {
        var own = Messages(queue: self)
        swap(&own.writer, &writer)
        swap(&own.keyed, &keyed)
        body(&own)
        precondition(writer.bytes.isEmpty, "a message is not written while another one is")
        swap(&own.writer, &writer)
        swap(&own.keyed, &keyed)
    }

    /// Passes the unsent bytes to `send`, and removes as many as that returns.
    package func consume(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
        var (own, keys) = (JSONWriter(), [] as [Keyed])
        swap(&own, &writer)
        swap(&keys, &keyed)
        let sent = unsafe own.bytes.withUnsafeBytes { bytes in
            unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        start += max(sent, 0)
        if start == own.bytes.count {
            own.bytes.removeAll(keepingCapacity: own.bytes.capacity <= Self.keptCapacity)
            // There are few, and removing them one by one is faster than all at once.
            while keys.popLast() != nil {}
            start = 0
        } else if sent > 0 {
            keys.removeAll { $0.place < start }
            if start > own.bytes.count / 2 {
                own.bytes.removeFirst(start)
                for index in keys.indices { keys[index].place -= start }
                start = 0
            }
        }
        swap(&own, &writer)
        swap(&keys, &keyed)
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
