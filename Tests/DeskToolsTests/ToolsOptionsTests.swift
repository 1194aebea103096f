import Arguments
import Testing

import enum Arguments.ExitStatus
@testable import DeskTools

/// The options of each command of `touchd-tools`: the table, the help text and the program's behavior.
@Suite struct ToolsOptionsTests {
    private struct Run {
        var status: ExitStatus?
        var output = ""
        var complaints: [String] = []
    }

    private static func run(_ words: [String], as program: String = "/usr/bin/touchd-tools") -> Run {
        var run = Run()
        run.status = ToolsProgram.run([program] + words) {
            run.output += $0
        } complaint: {
            run.complaints.append($0)
        }
        return run
    }

    private static let commands = ToolsProgram.taken.keys.sorted()
    private static let options = ToolsProgram.options.filter { !["help", "version"].contains($0.name) }

    @Test(arguments: commands) func `an option of another command is rejected by name`(command: String) throws {
        let taken = try #require(ToolsProgram.taken[command])
        for option in Self.options where !taken.contains(option.name) {
            let value = option.value == .none ? "" : "=1"
            let run = Self.run(command.split(separator: " ").map(String.init) + ["--\(option.name)\(value)"])
            #expect(run.status == .usage, "\(command) --\(option.name)")
            #expect(
                run.complaints == [
                    "touchd-tools: --\(option.name) cannot be used with \(command) (see touchd-tools --help)"
                ])
        }
    }

    /// The shell completions are generated from the help text.
    @Test func `the help has a line for every command and every option`() {
        let lines = Self.run(["--help"]).output.split(separator: "\n")
        func words(_ line: Substring) -> [Substring] { line.split { " ,=".contains($0) } }
        for command in Self.commands {
            let name = command.split(separator: " ")
            #expect(lines.contains { $0.hasPrefix("  ") && words($0).starts(with: name) }, "\(command)")
        }
        // touchd-dump reads --seconds before it hands a recording over.
        for option in ToolsProgram.options where option.name != "seconds" {
            let isThere = lines.contains { line in
                line.drop { $0 == " " }.hasPrefix("-") && words(line).prefix(3).contains("--\(option.name)")
            }
            #expect(isThere, "--\(option.name)")
        }
    }

    @Test(arguments: [
        (["replay", "a", "--into", "b", "--view", "9x9"], "--view cannot be used with --into"),
        (["replay", "a", "--scene", "b", "--view", "9x9"], "--view cannot be used with --scene"),
        (["replay", "a", "--view", "16385x9"], "--view takes WIDTHxHEIGHT, each 1 to 16384, not 16385x9"),
        (["convert", "a", "--to", "json", "--device", "0"], "--device takes a whole number from 1, not 0"),
        (["dance"], "unknown command dance"), (["plot", "--dance"], "unknown option --dance"), ([], "missing command"),
    ])
    func `an invalid argument is reported with its value and the way to the help`(words: [String], complaint: String) {
        let run = Self.run(words)
        #expect(run.status == .usage)
        #expect(run.complaints == ["touchd-tools: \(complaint) (see touchd-tools --help)"])
    }

    @Test func `errors name the program that the user started, and its help`() {
        #expect(
            Self.run(["plot", "a", "b"], as: "touchctl").complaints
                == ["touchctl: plot takes one trace (see touchctl plot --help)"])
        #expect(Self.run(["--version"]).output == "touchd-tools \(Version.text)\n")
    }
}
