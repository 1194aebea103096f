internal import CShims
internal import Glibc
package import TouchCore

/// An open file descriptor with one owner, closed when the value is destroyed.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, valid while this value exists.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// Takes ownership of what a call has just returned; a negative number throws its `errno`.
    package init(_ result: Int32, _ call: String) throws(SystemError) {
        guard result >= 0 else { throw .last(call) }
        number = result
    }

    /// Gives up ownership; the caller must close the descriptor.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        close(number)
    }

    /// Writes all bytes; `path` is for the error.
    package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try unsafe pass(bytes, "write \(path)") { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
    }

    private func pass(
        _ bytes: [UInt8], _ call: String, _ once: (UnsafeRawBufferPointer) -> Int
    ) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe once($0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw count == 0 ? SystemError(call: call, code: ENOSPC) : .last(call) }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads to the end; throws `EFBIG` for more than `maxBytes`, and leaves no copy behind of up to 64 KiB.
    package func bytes(atMost maxBytes: Int, of path: String) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= maxBytes {
            let room = min(maxBytes + 1 - bytes.count, 1 << 16)
            var failure: SystemError?
            let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                while filled < room {
                    let count = unsafe read(number, buffer.baseAddress.map { unsafe $0 + filled }, room - filled)
                    if count < 0, errno == EINTR { continue }
                    if count < 0 { failure = .last("read \(path)") }
                    guard count > 0 else { return }
                    filled += count
                }
            }
            if let failure { throw failure }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            if part.count < room { return bytes }
        }
        throw SystemError(call: "read \(path)", code: EFBIG)
    }
}

/// Unix stream sockets, and one question at a time on them.
extension Descriptor {
    /// Connects to a socket.
    package init(connectedTo path: String) throws(SystemError) {
        let socket = try Descriptor(cshims_stream_socket(0), "socket")
        guard unsafe cshims_connect(socket.number, path) == 0 else { throw .last("connect \(path)") }
        self = socket
    }

    /// Sends all bytes to a peer, without SIGPIPE.
    package func send(_ bytes: [UInt8], to path: String) throws(SystemError) {
        try unsafe pass(bytes, "send \(path)") {
            unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// The answer of a peer: all until it closes the connection, or a line; throws `ETIMEDOUT` after `time`, `EFBIG`
    /// beyond `maxBytes`.
    package func answer(
        of path: String, isLine: Bool, within time: Interval? = nil, maxBytes: Int
    ) throws(SystemError) -> [UInt8] {
        var answer: [UInt8] = []
        try parts(of: path, within: time) { part throws(SystemError) in
            answer += part
            guard answer.count <= maxBytes else { throw SystemError(call: "read \(path)", code: EFBIG) }
            return !isLine || !part.contains(0x0a)
        }
        return answer
    }

    /// Passes on what comes, part by part, until `body` returns false, or until the end, which a peer that resets the
    /// connection is, too; throws `ETIMEDOUT` after `time`.
    package func parts(
        of path: String, within time: Interval? = nil, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Bool
    ) throws(SystemError) {
        let end = time.map { Instant.now.advanced(by: $0) }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let left = end.map({ $0.since(.now) }) {
                guard left > .zero else { throw SystemError(call: "read \(path)", code: ETIMEDOUT) }
                if cshims_wait(number, 0, left.pollTimeout) <= 0 { continue }
            }
            let count = unsafe read(number, &part, part.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count == 0 || count < 0 && errno == ECONNRESET { return }
            guard count > 0 else { throw .last("read \(path)") }
            guard try body(part[..<count]) else { return }
        }
    }
}
