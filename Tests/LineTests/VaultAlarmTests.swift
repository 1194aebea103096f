import Glibc
import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct VaultAlarmTests {
    private func reason(of dots: String, on line: Line) throws -> JSON? {
        try line.verify(drawing: dots).first?["attempt"]?.objectValue?["reason"]
    }

    @Test func `without a TPM status and manual say that there is no rollback protection`() throws {
        let line = try Line()
        #expect(try line.status("vault")["rollbackProtection"] == "none")
        #expect(try line.touchctl("status").output.contains { $0.contains("no rollback protection") })
        unsafe unlink(line.folder.path(of: "state/vault.db"))
        #expect(try line.touchctl("status").output.contains { $0.contains("VAULT ALARM") })
        try line.stopDaemon()
        try line.startDaemon()
        #expect(try line.touchctl("clear-alarm").status == 0)
        #expect(try !line.touchctl("status").output.contains { $0.contains("VAULT ALARM") })
        let manual = try TemporaryFolder.bytes(of: Fixtures.package + "/man/touchd.8")
        let words = String(decoding: manual, as: UTF8.self).replacing("\n", with: " ")
        #expect(words.contains("no rollback protection"))
    }

    @Test func `an emptied folder beside its credential is missed`()
        throws
    {
        let line = try Line(Line.Setup(startsDaemon: false))
        let state = line.folder.path(of: "state")
        unsafe mkdir(state, 0o700)
        try line.folder.write([UInt8](repeating: 7, count: 32), to: "touchd-pepper")
        // By make-pepper.
        try line.folder.write("", to: "state/pepper.fresh")
        try line.configure { $0.variables = ["CREDENTIALS_DIRECTORY": line.folder.path, "STATE_DIRECTORY": state] }
        try line.startDaemon()
        #expect(try line.status("vault")["alarm"] == nil)
        try line.stopDaemon()
        for name in TemporaryFolder.names(in: state) { unsafe unlink("\(state)/\(name)") }
        for _ in 0..<2 {
            try line.startDaemon()
            #expect(try line.status("vault")["alarm"] == "missing")
            try line.stopDaemon()
        }
        try line.startDaemon()
        #expect(try line.touchctl("clear-alarm").status == 0)
        try line.stopDaemon()
        try line.startDaemon()
        #expect(try line.status("vault")["alarm"] == nil)
    }

    @Test func `a blocked or expired user is told so whatever is drawn, and nothing is counted`() throws {
        let line = try Line()
        try line.enroll()
        #expect(try line.touchctl("disable", "anna").status == 0)
        for dots in ["1-4-8-5-9", "1-2-3-6-9"] { #expect(try reason(of: dots, on: line) == "disabled") }
        #expect(try line.touchctl("users").output.contains { $0.contains("disabled") })
        #expect(try line.touchctl("enable", "anna").status == 0)
        #expect(try line.touchctl("expire", "anna", "2020-02-29").status == 0)
        #expect(try reason(of: "1-4-8-5-9", on: line) == "secret_expired")
        #expect(try line.touchctl("expire", "anna", "2020-02-30").status == 2)
        #expect(try line.touchctl("expire", "anna", "never").status == 0)
        let user = try line.users().first
        #expect(user?["state"] == "active")
        #expect(user?["failedAttempts"] == 0)
        #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        #expect(try line.results().filter { $0["kind"] == "restriction" }.count == 4)
    }
}
