import Arguments
import TestSupport
import Testing

@testable import DeskTools

/// The table of commands of `touchd-tools`, and the program's behavior.
@Suite struct ToolsOptionsTests {
    @Test func `the table is sound`() { ToolsProgram.table.expectSound() }

    @Test(arguments: [
        (["replay", "a", "--into", "b", "--view", "9x9"], "--view cannot be used with --into"),
        (["replay", "a", "--scene", "b", "--view", "9x9"], "--view cannot be used with --scene"),
        (["replay", "a", "--view", "16385x9"], "--view takes WIDTHxHEIGHT, each 1 to 16384, not 16385x9"),
        (["convert", "a", "--to", "json", "--device", "0"], "--device takes a whole number from 1, not 0"),
        (["image", "check", "--size", "9x9"], "--size cannot be used with image check"),
        (["dance"], "unknown command dance"), (["plot", "--dance"], "unknown option --dance"), ([], "missing command"),
    ])
    func `an invalid argument is reported with its value and the way to the help`(words: [String], complaint: String) {
        let run = ToolsRun(words, as: "/usr/bin/touchd-tools")
        #expect(run.status == .usage)
        #expect(
            run.complaints.first?.hasPrefix("touchd-tools: \(complaint) (see touchd-tools help") == true,
            "\(run.complaints)")
    }

    @Test(
        arguments: [
            ["plot", "trace.jsonl"], ["plot", "-o", "plot.png"], ["plot", "a", "b", "-o", "plot.png"],
            ["plot", "a", "-o", "b", "--size", "640"], ["plot", "a", "-o", "b", "--size", "640x"],
            ["plot", "a", "-o", "b", "--size", "8x8"], ["plot", "a", "-o", "b", "--size", "1x2x3"],
            ["plot", "a", "-o", "b", "--size", "99999999999999999999x1"], ["plot", "a", "-o", "b", "--map", "--crop"],
            ["image", "edit"], ["image", "import"], ["image", "import", "a.png"], ["image", "check"],
            ["image", "check", "a", "b"], ["image", "puzzle", "harder", "-o", "x"], ["image", "puzzle", "hard"],
            ["image", "frame"], ["image", "import", "a.png", "-o", "x", "--size", "600"],
        ])
    func `an invalid command line is a usage error`(words: [String]) {
        #expect(ToolsRun(words).status == .usage)
    }

    @Test func `errors name the program that the user started, and its help`() {
        #expect(
            ToolsRun(["plot", "a", "b"]).complaints
                == ["touchctl: unexpected argument b (see touchctl help plot)"])
        #expect(ToolsRun(["--version"], as: "/usr/bin/touchd-tools").output == "touchd-tools \(Version.text)\n")
    }
}
