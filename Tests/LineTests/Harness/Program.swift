import CLineShims
import CShims
import System
import Glibc
import TestSupport

/// A program of this package, or of the machine, run by a test; it ends with this object at the latest.
final class Program {
    let process: Int32
    let output: Mailbox<String>
    let errors: Mailbox<String>
    private let ending: Int32
    private var status: Int32?

    init(_ words: [String], environment additions: [String: String] = [:]) throws {
        let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
        output = Mailbox("output of \(name)")
        errors = Mailbox("log of \(name)")
        let (outputPipe, errorPipe) = (try Self.pipe(), try Self.pipe())
        var process: Int32 = -1
        let pairs = Self.environment.merging(additions) { $1 }.map { "\($0.key)=\($0.value)" }
        let failure = unsafe Self.withStrings(words) { words in
            unsafe Self.withStrings(pairs) { pairs in
                unsafe cline_spawn(words, pairs, outputPipe.writing, errorPipe.writing, &process)
            }
        }
        for pipe in [outputPipe, errorPipe] {
            close(pipe.writing)
            if failure != 0 { close(pipe.reading) }
        }
        guard failure == 0 else { throw SystemError(call: "start \(words[0])", code: failure) }
        self.process = process
        ending = cline_process_descriptor(process)
        Self.collect(outputPipe.reading, in: output)
        Self.collect(errorPipe.reading, in: errors)
    }

    var isRunning: Bool { status == nil && cshims_wait(ending, 0, 0) == 0 }

    func send(_ signal: Int32) {
        if status == nil { kill(process, signal) }
    }

    /// Waits for its end: its exit status, or 128 and the signal that ended it.
    func end(within seconds: Double = Patience.seconds) throws -> Int32 {
        if let status { return status }
        guard cshims_wait(ending, 0, Int32(seconds * 1_000)) > 0 else {
            throw TimedOut(what: "the end of process \(process); \(errors.all.suffix(20))")
        }
        let status = cline_exit_status(process)
        self.status = status
        return status
    }

    /// Waits for its end: its exit status, and what it wrote that was not looked at yet.
    func outcome() throws -> (status: Int32, output: [String], errors: [String]) {
        let status = try end()
        return (status, try output.rest(), try errors.rest())
    }

    /// Asks it to end, and makes it end if it does not.
    @discardableResult
    func stop() -> Int32? {
        send(SIGTERM)
        if let status = try? end(within: 10) { return status }
        send(SIGKILL)
        return try? end()
    }

    deinit {
        stop()
        close(ending)
    }

    static func built(_ name: String) -> String {
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let test = CommandLine.arguments.first.map { $0.split(separator: "/").dropLast().joined(separator: "/") } ?? ""
        let places = ["/\(test)/\(name)", "/\(package)/.build/debug/\(name)"]
        return places.first { unsafe access($0, X_OK) == 0 } ?? places[1]
    }

    private static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe cline_pipe(&ends) == 0 else { throw .last("pipe2") }
        return (ends[0], ends[1])
    }

    private static func collect(_ number: Int32, in lines: Mailbox<String>) {
        onThread {
            var rest: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = unsafe read(number, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.put(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeFirst(end + 1)
                }
            }
            if !rest.isEmpty { lines.put(String(decoding: rest, as: UTF8.self)) }
            lines.finish()
            close(number)
        }
    }

    /// The environment of children, without variables of the user who runs the tests.
    private static let environment: [String: String] = {
        let foreign = ["NOTIFY_SOCKET", "LISTEN_", "TOUCHD_", "WATCHDOG_", "LD_PRELOAD", "UMOCKDEV_"]
        return Subprocess.environment.filter { entry in !foreign.contains(where: entry.key.hasPrefix) }
    }()

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(&copies)
    }
}
