package import StrictJSON

/// The output queue of one connection.
///
/// A message with a key can be replaced by a newer one until its first byte is sent: the old one is removed
/// and the new one appended, so that a slow reader gets the newest state, in order.
///
/// What is written is moved into a local meanwhile, so that the compiler need not guard it.
package final class OutputQueue {
    private struct Keyed {
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
    private(set) var refusal: DisconnectReason?
    /// The call whose replies are compared with its interface, in debug builds.
    var checked: Call?
    private let messageBytes: Int
    private let queueBytes: Int

    /// Memory beyond this is freed once everything has been sent.
    private static let keptCapacity = 64 << 10

    /// Makes an empty queue without limits.
    package init() { (messageBytes, queueBytes) = (.max, .max) }

    /// Makes an empty queue.
    init(_ limits: Limits) { (messageBytes, queueBytes) = (limits.messageBytes, limits.queueBytes) }

    /// The number of unsent bytes.
    package var count: Int { writer.bytes.count - start }
    /// Whether everything has been sent.
    package var isEmpty: Bool { start == writer.bytes.count }

    /// Appends a message that is never replaced.
    package func append(_ message: borrowing [UInt8]) { writer.bytes.append(contentsOf: message[...]) }

    /// Writes a reply that others follow; `body` writes the members of the parameters.
    package func reply(_ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void) {
        write(delivery) { $0.writeReply(continues: true, body) }
    }

    /// Writes a whole message with its closing zero byte; one that others follow begins with ``ReplyText/opening`` and ends
    /// with ``ReplyText/continuing``.
    package func write(_ delivery: Delivery = .mustDeliver, _ body: (inout JSONWriter) -> Void) {
        guard refusal == nil else { return }
        // While the reader keeps up, nothing is replaced: a batch is about to be sent.
        if isBlocked, let key = delivery.key { remove(key: key) }
        var own = JSONWriter()
        swap(&own, &writer)
        defer { swap(&own, &writer) }
        let place = own.bytes.count
        let before = place - start
        body(&own)
        precondition(writer.bytes.isEmpty, "a message is not written while another one is")
        checked?.check(own.bytes[place...])
        let size = own.bytes.count - place
        if size - 1 > messageBytes {
            refusal = .replyTooLong(bytes: size - 1)
        } else if isBlocked, before > 0, before + size > queueBytes {
            refusal = .tooSlow(waiting: before)
        }
        guard refusal == nil else { return own.bytes.removeSubrange(place...) }
        guard let key = delivery.key else { return }
        var keys: [Keyed] = []
        swap(&keys, &keyed)
        keys.append(Keyed(key: key, place: place, count: size))
        swap(&keys, &keyed)
    }

    /// Removes the unsent message with that key, if there is one.
    private func remove(key: UInt64) {
        var (text, keys) = (writer, keyed)
        guard let index = keys.lastIndex(where: { $0.key == key }) else { return }
        (writer, keyed) = (JSONWriter(), [])
        let old = keys.remove(at: index)
        text.bytes.removeSubrange(old.place..<old.place + old.count)
        for later in index..<keys.count { keys[later].place -= old.count }
        (writer, keyed) = (text, keys)
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
