import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// A vault that differs from the one the daemon left: locked, with a report.
@Suite struct VaultAlarmTests {
    private func touchctl(_ words: String..., on line: Line) throws -> (status: Int32, text: String) {
        let program = try line.launch("touchctl", ["--socket", line.socket] + words)
        let status = try program.end()
        return (status, try program.output.rest().joined(separator: "\n"))
    }

    private func reason(of dots: String, on line: Line, _ user: String = "anna") throws -> JSON? {
        try line.verify(user, drawing: dots).first?["attempt"]?.objectValue?["reason"]
    }

    @Test func `without a TPM status and manual say that there is no rollback protection`() throws {
        try withLine { line in
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["rollbackProtection"] == "none")
            #expect(try touchctl("status", on: line).text.contains("no rollback protection"))
            unsafe unlink(line.folder.path(of: "state/vault.db"))
            #expect(try touchctl("status", on: line).text.contains("VAULT ALARM"))
            try line.stopDaemon()
            try line.startDaemon()
            #expect(try touchctl("clear-alarm", on: line).status == 0)
            #expect(try !touchctl("status", on: line).text.contains("VAULT ALARM"))
            let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let manual = try Program(["/bin/cat", "/\(package)/man/touchd.8"])
            #expect(try manual.output.rest().joined(separator: " ").contains("no rollback protection"))
        }
    }

    @Test func `a blocked or expired user is told so whatever is drawn, and nothing is counted`() throws {
        try withLine { line in
            try line.enroll()
            #expect(try touchctl("disable", "anna", on: line).status == 0)
            for dots in ["1-4-8-5-9", "1-2-3-6-9"] { #expect(try reason(of: dots, on: line) == "disabled") }
            #expect(try touchctl("users", on: line).text.contains("disabled"))
            #expect(try touchctl("enable", "anna", on: line).status == 0)
            #expect(try touchctl("expire", "anna", "2020-02-29", on: line).status == 0)
            #expect(try reason(of: "1-4-8-5-9", on: line) == "secret_expired")
            #expect(try touchctl("expire", "anna", "2020-02-30", on: line).status == 2)
            #expect(try touchctl("expire", "anna", "never", on: line).status == 0)
            let user = try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.first?.objectValue
            #expect(user?["state"] == "active")
            #expect(user?["failedAttempts"] == 0)
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
            #expect(try line.results().filter { $0["kind"] == "restriction" }.count == 4)
        }
    }
}
