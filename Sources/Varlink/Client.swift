internal import CShims
public import System
internal import Glibc
public import StrictJSON
public import TouchCore

/// A blocking client for command line tools: one connection, one call at a time.
public final class Client {
    /// How long each reply may take, from the call or the previous reply; `nil` waits forever.
    public var timeout: Interval?

    private let socket: Int32
    private var descriptor: Descriptor?
    private var input = InputBuffer()
    private var writer = JSONWriter()
    /// The deadline of the reply.
    private var deadline: Instant?
    /// How long to wait for a reply before an empty one takes its place.
    private var pulse: Interval?
    private var scratch = [UInt8](repeating: 0, count: 16 << 10)

    private static let limits = Limits.standard

    /// Connects to `/path`, `unix:/path`, or `@name` and `unix:@name` for an abstract socket, no longer than
    /// ``timeout``.
    ///
    /// What follows a `;` in the address is ignored.
    public init(_ address: String, timeout: Interval? = nil) throws(ClientError) {
        self.timeout = timeout
        let number = cshims_stream_socket(0)
        guard number >= 0 else { throw .unreachable(address: address, .last("socket")) }
        socket = number
        descriptor = Descriptor(owning: number)
        if let timeout {
            // A daemon that hangs accepts nothing, and once its queue is full the kernel would wait for it.
            _ = cshims_limit_connect(number, max(timeout, .milliseconds(1)).microseconds)
        }
        guard unsafe cshims_connect(number, Self.path(of: address)) == 0 else {
            if let timeout, errno == EAGAIN { throw .timedOut(after: timeout) }
            throw .unreachable(address: address, .last("connect"))
        }
    }

    /// Uses a connected socket.
    public init(connected descriptor: consuming Descriptor, timeout: Interval? = nil) {
        self.timeout = timeout
        socket = descriptor.number
        self.descriptor = consume descriptor
    }

    /// Calls a method, such as `org.varlink.service.GetInfo`, and waits for its reply.
    public func call(_ method: String, _ parameters: JSONObject = [:]) throws(ClientError) -> JSONObject {
        try send(method, parameters, flag: nil)
        let reply = try receive()
        guard !reply.continues else { throw broken("'continues' without 'more'") }
        return reply.parameters
    }

    /// Calls a method with several replies and passes each to `each`, until the last one or until `each` returns
    /// `false`.
    ///
    /// Stopping early closes the connection: Varlink has no other way to cancel a call.
    ///
    /// - Parameter pulse: whenever no reply has come for as long, `each` gets an empty one.
    public func stream(
        _ method: String, _ parameters: JSONObject = [:], pulse: Interval? = nil, each: (JSONObject) -> Bool
    ) throws(ClientError) {
        try beginStream(method, parameters)
        self.pulse = pulse
        defer { self.pulse = nil }
        try replies(each)
    }

    /// Sends a call of a method with several replies, which ``replies(_:)`` reads.
    public func beginStream(_ method: String, _ parameters: JSONObject = [:]) throws(ClientError) {
        try send(method, parameters, flag: "more")
    }

    /// Passes each reply of such a call to `each`, as ``stream(_:_:each:)`` does.
    public func replies(_ each: (JSONObject) -> Bool) throws(ClientError) {
        while true {
            let reply = try receive()
            let wantsNext = each(reply.parameters)
            if !reply.continues { return }
            if !wantsNext { return close() }
        }
    }

    /// Ends the connection; further calls throw ``ClientError/closed``.
    public func close() {
        descriptor = nil
    }

    private static func path(of address: String) -> String {
        var path = Substring(address)
        if path.hasPrefix("unix:") { path = path.dropFirst(5) }
        return String(path.prefix { $0 != ";" })
    }

    private func send(_ method: String, _ parameters: JSONObject, flag: StaticString?) throws(ClientError) {
        guard descriptor != nil else { throw .closed }
        startClock()
        writer.clear()
        writer.beginObject()
        writer.member("method", method)
        if !parameters.isEmpty {
            writer.key("parameters")
            writer.value(parameters)
        }
        if let flag { writer.member(flag, true) }
        writer.endObject()
        guard writer.bytes.count <= Self.limits.messageBytes else { throw .tooLong(bytes: writer.bytes.count) }
        writer.bytes.append(0)
        var sent = 0
        while sent < writer.bytes.count {
            try wait(forOutput: true)
            let count = unsafe writer.bytes.withUnsafeBytes { bytes in
                unsafe cshims_send(socket, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
            }
            if count >= 0 { sent += count } else if errno != EAGAIN { throw lost() }
        }
    }

    private struct Reply {
        var parameters = JSONObject()
        var continues = false
    }

    private func receive() throws(ClientError) -> Reply {
        guard let message = try receiveMessage() else { return Reply(continues: true) }
        var reply = Reply()
        var error: String?
        for (key, value) in message {
            switch (key, value) {
            case ("parameters", .object(let object)): reply.parameters = object
            case ("continues", .bool(let continues)): reply.continues = continues
            case ("error", .string(let name)): error = name
            case ("parameters", .null), ("continues", .null), ("error", .null): break
            case ("parameters", _), ("continues", _), ("error", _): throw broken("wrong type of '\(key)'")
            default: break
            }
        }
        startClock()
        guard let error else { return reply }
        guard error.utf8.contains(UInt8(ascii: ".")) else { throw broken("unqualified error '\(error)'") }
        throw .remote(VarlinkError(error, reply.parameters))
    }

    /// - Returns: nil if none came for the time of a ``pulse``.
    private func receiveMessage() throws(ClientError) -> JSONObject? {
        while true {
            switch input.next(limit: Self.limits.messageBytes) {
            case .tooLong: throw broken("a reply longer than \(Self.limits.messageBytes) bytes")
            case .message(let range):
                do throws(JSONError) {
                    return try JSONObject(parsing: input.bytes.span.extracting(range))
                } catch {
                    throw broken("\(error)")
                }
            case .incomplete:
                if let pulse, isSilent(for: pulse) { return nil }
                try receiveBytes()
            }
        }
    }

    /// Whether nothing comes for so long, which is no longer than the reply may take.
    private func isSilent(for length: Interval) -> Bool {
        let end = Instant.now.advanced(by: length)
        guard end < deadline ?? .distantFuture, descriptor != nil else { return false }
        return cshims_wait(socket, 0, length.pollTimeout) <= 0
    }

    private func receiveBytes() throws(ClientError) {
        try wait(forOutput: false)
        let count = unsafe scratch.withUnsafeMutableBytes { bytes in
            unsafe cshims_receive(socket, bytes.baseAddress, bytes.count)
        }
        if count > 0 {
            unsafe scratch.withUnsafeBytes { unsafe input.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        } else if count == 0 || errno != EAGAIN {
            throw lost()
        }
    }

    private func startClock() {
        deadline = timeout.map { Instant.now.advanced(by: $0) }
    }

    private func wait(forOutput: Bool) throws(ClientError) {
        guard descriptor != nil else { throw .closed }
        while true {
            let ready = cshims_wait(socket, forOutput ? 1 : 0, deadline?.since(.now).pollTimeout ?? -1)
            if ready > 0 { return }
            if ready == 0 {
                close()
                throw .timedOut(after: timeout ?? .zero)
            }
            guard errno == EINTR else { throw lost() }
        }
    }

    private func lost() -> ClientError {
        close()
        return .closed
    }

    private func broken(_ reason: String) -> ClientError {
        close()
        return .violation(reason)
    }
}
