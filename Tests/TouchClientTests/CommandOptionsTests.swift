import Arguments
import enum Arguments.ExitStatus
import StrictJSON
import Testing
import Varlink

@testable import TouchClient

/// The options of each command: the table, the help text and the program's behavior.
struct CommandOptionsTests {
    private struct Run {
        let status: ExitStatus
        let output: String
        let complaints: [String]
    }

    private static func touchctl(_ words: [String]) -> Run {
        var (output, complaints) = ("", [String]())
        let status = ControlProgram.run(["touchctl"] + words) {
            output += $0
        } complaint: {
            complaints.append($0)
        }
        return Run(status: status, output: output, complaints: complaints)
    }

    private static let commands = CommandOptions.taken.keys.sorted()
    private static let options = ControlProgram.options.filter { !["help", "version"].contains($0.name) }

    @Test(arguments: commands) func `an option of another command is rejected by name`(command: String) throws {
        let taken = try #require(CommandOptions.taken[command])
        for option in Self.options where !taken.contains(option.name) {
            // --pam has its own sentence, since PAM provides everything else.
            if option.name == "pam" { continue }
            let value = option.value == .none ? "" : "=1"
            let run = Self.touchctl([command, "--\(option.name)\(value)"])
            #expect(run.status == .usage, "\(command) --\(option.name)")
            let complaint = "touchctl: --\(option.name) cannot be used with \(command) (see touchctl --help)"
            #expect(run.complaints == [complaint])
        }
    }

    @Test func `every option belongs to a command`() {
        let taken = Set(CommandOptions.taken.values.joined())
        #expect(Set(Self.options.map(\.name)) == taken)
    }

    /// The shell completions are generated from the help text.
    @Test func `the help has a line for every command and every option`() {
        let lines = Self.touchctl(["--help"]).output.split(separator: "\n")
        func words(_ line: Substring) -> [Substring] { line.split { " ,=".contains($0) } }
        for command in Self.commands {
            #expect(lines.contains { $0.hasPrefix("  ") && words($0).first == command[...] }, "\(command)")
        }
        for option in ControlProgram.options {
            let isThere = lines.contains { line in
                line.drop { $0 == " " }.hasPrefix("-") && words(line).prefix(3).contains("--\(option.name)")
            }
            #expect(isThere, "--\(option.name)")
        }
    }

    @Test(arguments: [
        (["calibrate", "--reset", "--targets", "5"], "--targets cannot be used with --reset"),
        (["unlock", "anna", "--frame", "0,0,9,9", "--on-screen"], "--frame cannot be used with --on-screen"),
        (["remove", "anna", "--timeout", "5"], "remove takes --timeout only together with --draw"),
        (["unlock", "anna", "--attempts", "2.9"], "--attempts takes a whole number from 1 to 20, not 2.9"),
        (["captcha", "--attempts", "11"], "--attempts takes a whole number from 1 to 10, not 11"),
        (["calibrate", "--targets", "5.0"], "--targets takes 5 or 9, not 5.0"),
        (["keys", "foo"], "keys takes rotate, revoke or nothing, not foo"),
        (["calibrate", "left", "right"], "calibrate takes one panel: unexpected argument right"),
        (["results", "7", "8"], "unexpected argument 8"), (["clear-alarm", "now"], "unexpected argument now"),
        (["watch", "--ignored", "results"], "--ignored cannot be used with watch results"),
        (["dance"], "unknown command dance"), (["--socket", "", "status"], "empty socket path"),
        (["--json", "plot", "a"], "plot must be the first word after touchctl"),
    ])
    func `an invalid argument is reported with its value`(words: [String], complaint: String) {
        let run = Self.touchctl(words)
        #expect(run.status == .usage)
        #expect(run.complaints == ["touchctl: \(complaint) (see touchctl --help)"])
    }

    @Test(arguments: [
        (["users"], "user", "invalid parameter user"),
        (["clear-wait", "a b"], "user", "invalid user \"a b\": expected 1 to 64 letters"),
        (
            ["unlock", "anna", "--on-screen", "--audience", ""], "claims.audience",
            "invalid audience \"\": expected 1 to 256 bytes"
        ),
        (["audit", "verify", "9:zz"], "head", "invalid head \"9:zz\": expected a number, a colon"),
    ])
    func `a value that the daemon rejects is named with its allowed form`(
        words: [String], parameter: String, complaint: String
    ) throws {
        let run = try FakeDaemon.touchctl(words) { _ in
            [["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": .string(parameter)]]]
        }
        #expect(run.status == .usage && run.complaints.count == 1)
        #expect(run.complaints.first?.hasPrefix("touchctl: \(complaint)") == true, "\(run.complaints)")
    }

    @Test func `a recovery key that the daemon rejects is not repeated`() throws {
        let error = ControlError.answer(
            .remote(.invalidParameter("key", allowed: "64 letters")), to: ["key": "cbdefghijklnrtuv", "user": "anna"])
        #expect(!error.description.contains("cbdefg"))
    }
}
