import CShims
import Glibc
import System
import TestSupport
import Testing
import TouchCore

@testable import TouchSimulator

/// The program touchsim as a user starts it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ProgramTests {
    /// The output and exit status of a run of touchsim.
    struct Outcome {
        let status: Int32
        let output: String
    }

    /// Where a test's sockets and outputs are.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static func programs() throws -> String {
        "\(try VirtualPanel.preload().dropLast("/libtouchsim-preload.so".count))"
    }

    /// Starts touchsim through the shell, its output into a file.
    static func start(_ arguments: String, output: String) throws -> Subprocess {
        try Subprocess(["sh", "-c", "exec \(try programs())/touchsim \(arguments) >\(output) 2>&1"])
    }

    static func run(_ arguments: String) throws -> Outcome {
        let folder = try TemporaryFolder()
        let program = try start(arguments, output: folder.path(of: "out"))
        let status = wait(for: program)
        return Outcome(status: status, output: try folder.text(of: "out"))
    }

    static func wait(for program: Subprocess) -> Int32 {
        program.status(waiting: true)?.code ?? -1
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Sends a command as soon as the control socket is there.
    static func send(_ command: String, to path: String) throws -> String {
        let end = Instant.now.advanced(by: Interval(seconds: Patience.seconds))
        while true {
            do {
                return try ControlClient.send(command, to: path)
            } catch {
                guard Instant.now < end else { throw error }
                RunningThread.sleep(until: Instant.now.advanced(by: .milliseconds(2)))
            }
        }
    }

    @Test func `a command to a socket without a touchsim says so, and how to start one`() throws {
        let socket = folder.path(of: "none.sock")
        let outcome = try Self.run("--control \(socket) tap 1,1")
        #expect(outcome.status == 3)
        #expect(
            outcome.output == "touchsim: touchsim is not running at \(socket) (start one with --control \(socket))\n")
    }

    @Test(arguments: [
        ("-b umockdev -- true", 0), ("-b umockdev -- false", 1), ("-b umockdev -- sh -c 'exit 42'", 42),
        ("-b umockdev -- sh -c 'kill -9 $$'", 137), ("-b umockdev -- /proc/nonexistent", 3), ("-b nothing -- true", 2),
        ("-b umockdev -d /proc/nonexistent -- true", 3), ("-b umockdev --do 'tap 1' -- true", 3), ("--version", 0),
        ("-c /proc/nonexistent tap 1,1", 3), ("tap 1,1", 2),
    ])
    func `the exit status is that of the program`(arguments: String, status: Int32) throws {
        let outcome = try Self.run(arguments)
        #expect(outcome.status == status, "\(outcome.output)")
    }

    @Test func `the program runs in the test bed and on the machine at once`() throws {
        let line =
            "-b umockdev -- sh -c 'cat /sys/class/input/input20/name /proc/sys/kernel/ostype; "
            + "readlink -f /sys/class/input/event20; ls /dev/input; stat -c %t:%T /dev/input/event20'"
        let outcome = try Self.run(line)
        #expect(
            outcome.output == """
                touchsim panel
                Linux
                /sys/devices/virtual/input/input20/event20
                event20
                d:54

                """)
    }

    /// The fuzz of the fourth panel is missing: udev takes it from the kernel.
    @Test(arguments: ["ten-slots", "single-touch", "broken-axes"])
    func `evemu describes the panel as in the file`(name: String) throws {
        let path = Panels.path(name)
        let outcome = try Self.run("-b umockdev -d \(path) -- evemu-describe /dev/input/event20")
        let described = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let file = String(decoding: try TemporaryFolder.bytes(of: path), as: UTF8.self)
        #expect(described == file.split(separator: "\n").filter { !$0.hasPrefix("#") })
    }

    @Test func `commands arrive over the socket, with one reply each`() throws {
        let (control, output) = (folder.path(of: "sock"), folder.path(of: "out"))
        let program = try Self.start("-b umockdev -c \(control) -- libinput debug-events", output: output)
        #expect(try Self.send("await-open", to: control) == "ok")
        let answers = try ["tap 640,400 hold 1", "down 0 1,1", "tap 1", "status", "up 0", "up 0"].map {
            try Self.send($0, to: control)
        }
        #expect(
            answers == [
                "ok", "ok", "error column 5: a place is X,Y in view pixels, not \"1\"",
                "ok node /dev/input/event20 plugged readers 1 fingers 0", "ok", "error finger 0 is not down",
            ])
        #expect(TemporaryFolder.permissions(of: control) == 0o600)
        #expect(try Self.send("quit", to: control) == "ok")
        #expect(Self.wait(for: program) == 128 + SIGTERM)
        #expect(!Self.exists(control))
        let events = try folder.text(of: "out")
        #expect(events.split(separator: "\n").filter { $0.contains("TOUCH_DOWN") }.count == 2)
    }

    @Test func `a socket that another touchsim serves is left alone`() throws {
        let path = folder.path(of: "sock")
        let program = try Self.start("-b umockdev -c \(path)", output: "/dev/null")
        #expect(try Self.send("status", to: path).hasPrefix("ok"))
        let second = try Self.run("-b umockdev -c \(path)")
        #expect(second.status != 0 && second.output.contains("Address already in use"), "\(second)")
        #expect(try Self.send("quit", to: path) == "ok")
        #expect(Self.wait(for: program) == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `signals reach the program`(signal: Int32) throws {
        let (control, output) = (folder.path(of: "sock"), folder.path(of: "out"))
        // Once the shell has the panel open, its trap is set. A shell cannot trap what was ignored when it started, as under
        // nohup.
        let trap = "trap \"exit 7\" TERM INT HUP; exec 3</dev/input/event20; while :; do sleep 0.02; done"
        let shell = "env --default-signal=TERM,INT,HUP sh -c '\(trap)'"
        let program = try Self.start("-b umockdev -c \(control) -- \(shell)", output: output)
        #expect(try Self.send("await-open", to: control) == "ok")
        program.send(signal)
        #expect(Self.wait(for: program) == 7)
    }

    @Test func `a script that fails ends the run`() throws {
        let outcome = try Self.run("-b umockdev --do 'tap 1,1 hold 1; up 5; tap 1,1' -- libinput debug-events")
        #expect(outcome.status == 3 && outcome.output.contains("command 2, finger 5 is not down"))
    }

    @Test func `nothing is left in the temporary folder`() throws {
        let outcome = try Self.run(
            "-b umockdev --do 'tap 1,1; quit' -- sh -c 'echo $UMOCKDEV_DIR; exec libinput debug-events'")
        let root = String(outcome.output.prefix { $0 != "\n" })
        #expect(root.hasPrefix("/tmp/umockdev."))
        for path in [root, root + ".old"] { #expect(!Self.exists(path)) }
    }
}
