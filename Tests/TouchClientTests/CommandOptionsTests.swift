import Arguments
import StrictJSON
import TestSupport
import Testing
import Varlink

@testable import TouchClient

/// The table of commands, and the program's behavior.
struct CommandOptionsTests {
    @Test func `the table is sound`() { ControlTable.table.expectSound() }

    @Test func `help of a command is its own page, also of a command of another program`() throws {
        let page = Run(["help", "unlock"]).output
        #expect(
            page == Run(["unlock", "--help"]).output && page.contains("touchctl unlock anna --attempts 3"))
        #expect(page.contains("--nonce TEXT") && !page.contains("--arrows"))
        #expect(Run(["help", "fleet"]).output.contains("package touchd-fleet"))
        #expect(Run(["--help"]).output == Run(["help"]).output)
    }

    @Test(arguments: [
        (["calibrate", "--reset", "--targets", "5"], "--targets cannot be used with --reset"),
        (["unlock", "anna", "--frame", "0,0,9,9", "--on-screen"], "--frame cannot be used with --on-screen"),
        (["remove", "anna", "--timeout", "5"], "remove takes --timeout only together with --draw"),
        (["unlock", "anna", "--attempts", "2.9"], "--attempts takes a whole number from 1 to 20, not 2.9"),
        (["captcha", "--attempts", "11"], "--attempts takes a whole number from 1 to 10, not 11"),
        (["calibrate", "--targets", "5.0"], "--targets takes 5 or 9, not 5.0"),
        (["keys", "foo"], "keys takes rotate, revoke or nothing, not foo"),
        (["calibrate", "left", "right"], "unexpected argument right"), (["unlock"], "unlock takes USER, or --pam"),
        (["results", "7", "8"], "unexpected argument 8"), (["clear-alarm", "now"], "unexpected argument now"),
        (["watch", "--ignored", "results"], "--ignored cannot be used with watch results"),
        (["dance"], "unknown command dance"), (["untlock"], "unknown command untlock; did you mean unlock?"),
        (["--socket", "", "status"], "empty socket path"),
        (["--json", "plot", "a"], "plot must be the first word after touchctl"),
    ])
    func `an invalid argument is reported with its value`(words: [String], complaint: String) {
        let run = Run(words)
        #expect(run.status == .usage)
        #expect(
            run.complaints == ["touchctl: \(complaint) (see \(ControlTable.table.help(for: ["touchctl"] + words)))"])
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
        let error = CommandError.answer(
            .remote(.invalidParameter("key", allowed: "64 letters")), to: ["key": "cbdefghijklnrtuv", "user": "anna"])
        #expect(!error.description.contains("cbdefg"))
    }
}
