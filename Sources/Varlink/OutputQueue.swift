internal import StrictJSON

/// What waits to be sent on one connection, in order.
///
/// A message with a key can be replaced by a newer one as long as none of its bytes has been sent: the old one is taken
/// out and the new one joins at the end, so that a reader that lags sees the newest state and never an old order.
package struct OutputQueue {
    private struct Keyed {
        let key: UInt64
        var place: Int
        let count: Int
    }

    /// What waits, and what is out already at its beginning; messages are written at its end.
    var writer = JSONWriter()
    private var start = 0
    private var keyed: [Keyed] = []

    /// More than this is given back once everything has been sent.
    private static let keptCapacity = 64 << 10

    /// Starts empty.
    package init() {}

    /// How many bytes wait.
    package var count: Int { writer.bytes.count - start }
    /// Whether none do.
    package var isEmpty: Bool { start == writer.bytes.count }

    /// Adds a message that nothing replaces.
    package mutating func append(_ message: borrowing [UInt8]) { writer.bytes.append(contentsOf: message[...]) }

    /// The place where the next message begins.
    func open() -> Int { writer.bytes.count }

    /// Takes note of the message that was written since ``open()``, or takes it out again.
    mutating func close(from place: Int, key: UInt64?, isKept: Bool) {
        guard isKept else { return writer.bytes.removeSubrange(place...) }
        guard let key else { return }
        keyed.append(Keyed(key: key, place: place, count: writer.bytes.count - place))
    }

    /// Takes out the waiting message with that key, if there is one.
    mutating func remove(key: UInt64) {
        guard let index = keyed.lastIndex(where: { $0.key == key }) else { return }
        let old = keyed.remove(at: index)
        writer.bytes.removeSubrange(old.place..<old.place + old.count)
        for later in index..<keyed.count { keyed[later].place -= old.count }
    }

    /// Lends what waits to `send`, which answers how much of it is sent; takes that out.
    ///
    /// - Returns: what `send` answered.
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
            // There are few, and one after the other goes faster than all together.
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
