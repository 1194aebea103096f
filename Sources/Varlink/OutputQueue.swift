internal import StrictJSON

/// The output queue of one connection.
///
/// A message with a key can be replaced by a newer one until its first byte is sent: the old one is removed
/// and the new one appended, so that a slow reader gets the newest state, in order.
package struct OutputQueue {
    private struct Keyed {
        let key: UInt64
        var place: Int
        let count: Int
    }

    /// Unsent bytes, after those already sent; messages are appended.
    var writer = JSONWriter()
    private var start = 0
    private var keyed: [Keyed] = []

    /// Memory beyond this is freed once everything has been sent.
    private static let keptCapacity = 64 << 10

    /// Makes an empty queue.
    package init() {}

    /// The number of unsent bytes.
    package var count: Int { writer.bytes.count - start }
    /// Whether everything has been sent.
    package var isEmpty: Bool { start == writer.bytes.count }

    /// Appends a message that is never replaced.
    package mutating func append(_ message: borrowing [UInt8]) { writer.bytes.append(contentsOf: message[...]) }

    /// The place where the next message begins.
    func open() -> Int { writer.bytes.count }

    /// Keeps the message written since ``open()``, or removes it.
    mutating func close(from place: Int, key: UInt64?, isKept: Bool) {
        guard isKept else { return writer.bytes.removeSubrange(place...) }
        guard let key else { return }
        keyed.append(Keyed(key: key, place: place, count: writer.bytes.count - place))
    }

    /// Removes the unsent message with that key, if there is one.
    mutating func remove(key: UInt64) {
        guard let index = keyed.lastIndex(where: { $0.key == key }) else { return }
        let old = keyed.remove(at: index)
        writer.bytes.removeSubrange(old.place..<old.place + old.count)
        for later in index..<keyed.count { keyed[later].place -= old.count }
    }

    /// Passes the unsent bytes to `send`, which returns how many it sent, and removes those.
    ///
    /// - Returns: what `send` returned.
    package mutating func consume(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
        let sent = unsafe writer.bytes.withUnsafeBytes { bytes in
            unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        if sent > 0 { advance(sent) }
        return sent
    }

    private mutating func advance(_ sent: Int) {
        start += sent
        if isEmpty {
            writer.bytes.removeAll(keepingCapacity: writer.bytes.capacity <= Self.keptCapacity)
            // There are few, and removing them one by one is faster than all at once.
            while keyed.popLast() != nil {}
            start = 0
            return
        }
        keyed.removeAll { $0.place < start }
        if start > writer.bytes.count / 2 {
            writer.bytes.removeFirst(start)
            for index in keyed.indices { keyed[index].place -= start }
            start = 0
        }
    }
}
