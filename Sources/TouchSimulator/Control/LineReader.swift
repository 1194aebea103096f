import Glibc

/// Reads lines from a descriptor, which it does not own.
struct LineReader {
    /// The result of a read.
    enum Outcome: Equatable {
        /// A line without its line end.
        case line(String)
        /// More bytes than allowed without a line end.
        case tooLong
        /// The end of the stream.
        case end
    }

    private let descriptor: Int32
    private let maxLine: Int
    private var pending: [UInt8] = []

    /// Reads lines of at most `maxLine` bytes from `descriptor`.
    init(_ descriptor: Int32, maxLine: Int) {
        self.descriptor = descriptor
        self.maxLine = maxLine
    }

    /// Waits for a line.
    ///
    /// A last line without a line end counts; invalid UTF-8 is replaced.
    mutating func next() -> Outcome {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return .line(String(decoding: pending[..<end], as: UTF8.self))
            }
            searched = pending.count
            if searched > maxLine { return .tooLong }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                defer { pending = [] }
                return pending.isEmpty ? .end : .line(String(decoding: pending, as: UTF8.self))
            }
            pending += chunk.prefix(count)
        }
    }
}

/// Writes all of `text`; false if the peer has closed the connection.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { bytes in
            unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
