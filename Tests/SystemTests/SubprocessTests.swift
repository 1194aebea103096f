import CShims
import Glibc
import System
import TestSupport
import Testing
import TouchCore

@Suite struct SubprocessTests {
    private static func shell(
        _ script: String, error: Subprocess.Output = .discarded, within time: Interval? = nil, maxBytes: Int = 1 << 20
    ) throws(SystemError) -> Subprocess.Outcome {
        try Subprocess.run(["sh", "-c", script], error: error, within: time, maxBytes: maxBytes)
    }

    @Test func `a program's output and status are there when it has ended`() throws {
        let done = try Self.shell("echo out; echo err >&2; exit 3")
        #expect(done.terminationStatus == .exited(3) && done.terminationStatus.code == 3)
        #expect(String(decoding: done.output, as: UTF8.self) == "out\n")
    }

    @Test func `errors are captured where they are wanted`() throws {
        let done = try Self.shell("echo out; echo err >&2", error: .captured)
        #expect(String(decoding: done.output, as: UTF8.self) == "out\nerr\n" && done.terminationStatus.isSuccess)
    }

    @Test func `a signal is told apart from a status`() throws {
        let done = try Self.shell("kill -9 $$")
        #expect(done.terminationStatus == .signaled(SIGKILL) && done.terminationStatus.code == 137)
    }

    @Test func `longer output is cut, and the program is not held up by it`() throws {
        let done = try Self.shell("head -c 300000 /dev/zero", maxBytes: 1_000)
        #expect(done.output.count == 1_000 && done.terminationStatus.isSuccess)
    }

    @Test func `a program that takes too long is killed`() throws {
        #expect(throws: SystemError(call: "read sh", code: ETIMEDOUT)) {
            try Self.shell("exec sleep 1000", within: .milliseconds(20))
        }
    }

    @Test func `one that does not exist is named with the reason`() {
        let words = ["/proc/nonexistent/program"]
        #expect(throws: SystemError(call: words[0], code: ENOENT)) { try Subprocess.run(words, error: .discarded) }
        #expect(throws: SystemError(call: words[0], code: ENOENT)) { try Subprocess(words) }
    }

    /// A worker's threads block every signal.
    @Test func `a program has no signal blocked, and input that is over`() throws {
        let done = try Signals.whileBlocked { () throws(SystemError) in
            try Self.shell("grep SigBlk /proc/self/status; cat")
        }
        #expect(String(decoding: done.output, as: UTF8.self) == "SigBlk:\t0000000000000000\n")
    }

    @Test func `a program that was started gets signals, the environment given, and is asked for its end`() throws {
        let folder = try TemporaryFolder()
        let output = folder.path(of: "out")
        let child = try Subprocess(
            [
                "sh", "-c",
                "trap 'echo $WORD >\(output); exit 7' USR1; : >\(output).ready; while :; do sleep 0.01; done",
            ],
            environment: Subprocess.environment.map { "\($0.key)=\($0.value)" } + ["WORD=word"])
        #expect(Patience.until { folder.has("out.ready") })
        #expect(child.status() == nil)
        child.send(SIGUSR1)
        #expect(child.status(waiting: true) == .exited(7))
        #expect(try folder.text(of: "out") == "word\n")
    }
}

private enum Signals {
    static func whileBlocked<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        var (all, own) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &own)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &own, nil) }
        return try body()
    }
}
