import Arguments
import enum Arguments.ExitStatus
import CShims
import System
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import TouchClient

/// What a command line of `touchctl` came to.
struct Run {
    let status: ExitStatus
    let output: String
    let complaints: [String]

    init(_ words: [String]) {
        var (output, complaints) = ("", [String]())
        status = ControlProgram.run(
            ["touchctl"] + words, output: { output += $0 }, complaint: { complaints.append($0) })
        (self.output, self.complaints) = (output, complaints)
    }
}

/// A server that answers every call as the test requires, whether valid or not.
///
/// One call per connection, as `touchctl` makes them; connections stay open until it ends.
final class FakeDaemon: Sendable {
    /// Makes the replies to one call: members `parameters`, `continues`, `error`.
    typealias Answers = @Sendable (_ call: JSONObject) -> [JSONObject]

    let path: String
    private let listener: Int32
    private let answers: Answers
    private let folder: TemporaryFolder

    static func touchctl(_ words: [String], answers: @escaping Answers) throws -> Run {
        let daemon = try FakeDaemon(answers: answers)
        let thread = try RunningThread { daemon.serve() }
        let run = Run(["--socket", daemon.path] + words)
        shutdown(daemon.listener, Int32(SHUT_RDWR))
        thread.join()
        return run
    }

    static func touchctl(_ words: String..., reply: JSONObject) throws -> Run {
        try touchctl(words) { _ in [["parameters": .object(reply)]] }
    }

    private init(answers: @escaping Answers) throws {
        self.answers = answers
        folder = try TemporaryFolder()
        path = folder.path(of: "socket")
        listener = cshims_stream_socket(0)
        try #require(unsafe cshims_bind(listener, path) == 0)
        try #require(listen(listener, 8) == 0)
    }

    deinit { close(listener) }

    private func serve() {
        var connections: [Int32] = []
        defer { for number in connections { close(number) } }
        while cshims_wait(listener, 0, -1) > 0 {
            let number = cshims_accept(listener)
            guard number >= 0 else { return }
            connections.append(number)
            guard let call = Self.call(number) else { continue }
            for answer in answers(call) {
                var bytes = Array(answer.description.utf8) + [0]
                while !bytes.isEmpty, cshims_wait(number, 1, -1) > 0 {
                    let count = unsafe bytes.withUnsafeBytes { unsafe cshims_send(number, $0.baseAddress, $0.count) }
                    guard count > 0 else { break }
                    bytes.removeFirst(count)
                }
            }
            if connections.count > 4 { close(connections.removeFirst()) }
        }
    }

    private static func call(_ number: Int32) -> JSONObject? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.last != 0 {
            guard cshims_wait(number, 0, -1) > 0 else { return nil }
            let count = unsafe cshims_receive(number, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return try? JSONObject(parsing: String(decoding: bytes.dropLast(), as: UTF8.self))
    }
}
