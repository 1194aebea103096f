internal import Glibc

/// Received bytes of a connection that have not been processed.
///
/// Each byte is scanned once, however the input is split.
package struct InputBuffer {
    /// Where the next message begins.
    package enum Next: Equatable {
        case message(Range<Int>)
        case incomplete
        case tooLong
    }

    /// What was received; see ``next(limit:)``.
    package private(set) var bytes: [UInt8] = []
    private let ending: UInt8
    private var start = 0
    /// No terminator occurs before this position.
    private var scanned = 0

    /// Memory beyond this is freed once the buffer is empty.
    private static let keptCapacity = 64 << 10

    /// Makes an empty buffer; `ending` is the byte that ends a message, zero in Varlink.
    package init(ending: UInt8 = 0) {
        self.ending = ending
    }

    var count: Int { bytes.count - start }

    /// Appends received bytes.
    package mutating func append(_ received: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: received)
    }

    var hasMessage: Bool { end(from: scanned) != nil }

    /// Removes the next message; its bytes stay valid in ``bytes`` at the range until the next call.
    package mutating func next(limit: Int) -> Next {
        compact()
        guard let end = end(from: scanned) else {
            scanned = bytes.count
            return bytes.count - start > limit ? .tooLong : .incomplete
        }
        let message = start..<end
        guard message.count <= limit else { return .tooLong }
        start = end + 1
        scanned = start
        return .message(message)
    }

    private mutating func compact() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        } else if start > bytes.count / 2 {
            bytes.removeFirst(start)
        } else {
            return
        }
        scanned -= start
        start = 0
    }

    private func end(from place: Int) -> Int? {
        guard place < bytes.count else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            guard let found = unsafe memchr(base + place, Int32(ending), bytes.count - place) else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
