internal import Glibc

/// A standard stream, unbuffered, so that output appears at once, also through a pipe.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case errors = 2

    /// Writes all of a text; false if the reader has closed the pipe.
    @discardableResult
    package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes all of some bytes; false if the reader has closed the pipe.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
