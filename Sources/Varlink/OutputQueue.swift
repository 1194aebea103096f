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

    private var bytes: [UInt8] = []
    private var start = 0
    private var keyed: [Keyed] = []

    /// More than this is given back once everything has been sent.
    private static let keptCapacity = 64 << 10

    /// Starts empty.
    package init() {}

    /// How many bytes wait.
    package var count: Int { bytes.count - start }
    /// Whether none do.
    package var isEmpty: Bool { start == bytes.count }

    /// Adds the rest of a message of which `sent` bytes are out already.
    package mutating func append(_ message: borrowing [UInt8], from sent: Int = 0, key: UInt64? = nil) {
        if let key, sent == 0 {
            keyed.append(Keyed(key: key, place: bytes.count, count: message.count))
        }
        bytes.append(contentsOf: message[sent...])
    }

    /// Takes out the waiting message with that key, if there is one.
    mutating func remove(key: UInt64) {
        guard let index = keyed.lastIndex(where: { $0.key == key }) else { return }
        let old = keyed.remove(at: index)
        bytes.removeSubrange(old.place..<old.place + old.count)
        for later in index..<keyed.count { keyed[later].place -= old.count }
    }

    /// Lends what waits to `send`, which answers how much of it is sent; takes that out.
    ///
    /// - Returns: what `send` answered.
    package mutating func consume(_ send: (UnsafeRawBufferPointer) -> Int) -> Int {
        let sent = unsafe bytes.withUnsafeBytes { bytes in
            unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        if sent > 0 { advance(sent) }
        return sent
    }

    private mutating func advance(_ sent: Int) {
        start += sent
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            keyed.removeAll(keepingCapacity: true)
            start = 0
            return
        }
        keyed.removeAll { $0.place < start }
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            for index in keyed.indices { keyed[index].place -= start }
            start = 0
        }
    }
}
