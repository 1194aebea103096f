internal import Glibc

/// Where a program says things: unbuffered, so that what was said is seen at once, also through a pipe.
public enum StandardStream: Int32, Sendable {
    /// For what was asked.
    case output = 1
    /// For what went wrong.
    case errors = 2

    /// Writes all of a text.
    ///
    /// - Returns: false if nobody reads any more.
    @discardableResult
    public func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
