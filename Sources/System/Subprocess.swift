internal import Glibc
package import TouchCore

/// Another program, in the shape of swift-subprocess, for programs without Swift's concurrency.
package struct Subprocess: Sendable {
    /// How a program ended.
    package enum TerminationStatus: Hashable, Sendable {
        case exited(Int32)
        case signaled(Int32)

        /// Whether it ended with status 0.
        package var isSuccess: Bool { self == .exited(0) }

        /// As a shell says it: its status, or 128 and the signal.
        package var code: Int32 {
            switch self {
            case .exited(let code): code
            case .signaled(let number): 128 + number
            }
        }
    }

    /// Where an output goes.
    package enum Output: Sendable {
        case inherited
        case discarded
        /// Into ``Outcome/output``.
        case captured
    }

    /// The end of a program and what was captured of it.
    package struct Outcome: Sendable {
        /// How it ended.
        package let terminationStatus: TerminationStatus
        /// What it wrote.
        package let output: [UInt8]
        /// The same as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    private let process: pid_t

    /// Runs a program of PATH without input, and cuts off its output; kills it and throws `ETIMEDOUT` after its time.
    package static func run(
        _ words: [String], error: Output, within time: Interval? = nil, maxBytes: Int = 64 << 20
    ) throws(SystemError) -> Outcome {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = Descriptor(owning: ends[0])
        let child = try start(words, input: .discarded, .captured, error, capturing: Descriptor(owning: ends[1]))
        var (bytes, failure): ([UInt8], SystemError?) = ([], nil)
        do throws(SystemError) {
            try reader.parts(of: words[0], within: time) {
                bytes += $0.prefix(maxBytes - bytes.count)
                return true
            }
        } catch {
            child.send(SIGKILL)
            failure = error
        }
        let status = child.status(waiting: true)
        if let failure { throw failure }
        guard let status else { throw .last("waitpid") }
        return Outcome(terminationStatus: status, output: bytes)
    }

    /// Starts a program with the caller's standard streams, and the caller's environment unless there is another.
    package init(_ words: [String], environment: [String]? = nil) throws(SystemError) {
        self = try Self.start(
            words, input: .inherited, .inherited, .inherited, capturing: Descriptor(owning: -1), environment)
    }

    private init(process: pid_t) { self.process = process }

    /// Sends it a signal.
    package func send(_ signal: Int32) { kill(process, signal) }

    /// How it ended; nil while it runs, unless it is waited for.
    package func status(waiting: Bool = false) -> TerminationStatus? {
        var (status, ended): (Int32, pid_t) = (0, 0)
        repeat { ended = unsafe waitpid(process, &status, waiting ? 0 : WNOHANG) } while ended < 0 && errno == EINTR
        guard ended > 0 else { return nil }
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signaled(status & 0x7f)
    }

    /// The environment of this process, by name.
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe entry += 1
        }
        return result
    }

    private static func start(
        _ words: [String], input: Output, _ output: Output, _ error: Output, capturing pipe: consuming Descriptor,
        _ environment: [String]? = nil
    ) throws(SystemError) -> Subprocess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, error)] {
            switch stream {
            case .inherited: break
            case .discarded: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .captured: unsafe posix_spawn_file_actions_adddup2(&actions, pipe.number, number)
            }
        }
        // It would inherit that a thread of a worker blocks every signal, and that GLib ignores SIGPIPE.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, pipes) = (sigset_t([]), sigset_t([SIGPIPE]))
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &pipes)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let code = unsafe withCStrings(words) { copies in
            guard let environment else {
                return unsafe posix_spawnp(&process, words[0], &actions, &attributes, copies, environ)
            }
            return unsafe withCStrings(environment) {
                unsafe posix_spawnp(&process, words[0], &actions, &attributes, copies, $0)
            }
        }
        guard code == 0 else { throw SystemError(call: words[0], code: code) }
        return Subprocess(process: process)
    }

    /// Replaces this program by another one, looked up in PATH unless it has a slash; returns why it did not start.
    package static func become(_ program: String, _ words: [String]) -> SystemError {
        unsafe withCStrings(words) { _ = unsafe execvp(program, $0) }
        return .last(program)
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(&copies)
    }
}
