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

    @Test func `a vault deleted under the running daemon locks, and after the next start an administrator starts over`()
        throws
    {
        try withLine { line in
            try line.enroll()
            unsafe unlink(line.folder.path(of: "state/vault.db"))
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == "removed")
            #expect(try reason(of: "1-4-8-5-9", on: line) == "locked")
            try line.stopDaemon()
            try line.startDaemon()
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == "missing")
            #expect(try line.log().contains { $0.contains("the vault was missing") })
            #expect(try touchctl("status", on: line).text.contains("VAULT ALARM"))
            #expect(try reason(of: "1-4-8-5-9", on: line) == "locked")
            #expect(try line.results().first?["reason"] == "vault_missing")
            try line.enroll()
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
            #expect(try touchctl("clear-alarm", on: line).status == 0)
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == nil)
            #expect(try line.refusal("io.touchd.manage.ClearAlarm")?.name == "io.touchd.manage.NoAlarm")
        }
    }

    @Test(arguments: [false, true])
    func `a vault deleted with its guard is missed, and a kiosk whose whole state was removed is new`(isNew: Bool)
        throws
    {
        try withLine { line in
            try line.enroll()
            try line.stopDaemon()
            let state = line.folder.path(of: "state")
            for name in TemporaryFolder.names(in: state) where isNew || name.hasPrefix("vault.db") {
                unsafe unlink(state + "/" + name)
            }
            try line.startDaemon()
            let alarm = try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"]
            #expect(alarm == (isNew ? nil : "missing"))
            // Monitoring reports it until an administrator clears it, not only until the next start.
            try line.stopDaemon()
            try line.startDaemon()
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == alarm)
            #expect(try touchctl("--json", "doctor", on: line).text.contains("\"vault_alarm\"") != isNew)
            guard !isNew else { return }
            #expect(try touchctl("clear-alarm", on: line).status == 0)
            try line.stopDaemon()
            try line.startDaemon()
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == nil)
        }
    }

    @Test func `after an older vault is restored a recovery key helps and time does not`() throws {
        try withLine { line in
            try line.enroll()
            let key = try line.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
            try line.stopDaemon()
            let copying = try Program([
                "/bin/cp", "-a", line.folder.path(of: "state/vault.db"), line.folder.path(of: "older"),
            ])
            #expect(try copying.end() == 0)
            try line.startDaemon()
            _ = try line.verify(drawing: "1-2-3-6-9")
            try line.stopDaemon()
            unsafe rename(line.folder.path(of: "older"), line.folder.path(of: "state/vault.db"))
            try line.startDaemon()
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["alarm"] == "rolled_back")
            #expect(try reason(of: "1-4-8-5-9", on: line) == "locked")
            #expect(try line.refusal("io.touchd.unlock.ClearWait", ["user": "anna"])?.name.hasSuffix("Altered") == true)
            let screen = try line.present(Widgets.enrollment())
            let recovery = try line.stream(
                "io.touchd.unlock.Recover",
                ["user": "anna", "key": key, "scene": .string(screen.scene), "widget": "pad"])
            _ = try recovery.next()
            for _ in 0..<2 {
                try line.draw(dots: "2-4-8-6-9")
                try screen.event("cleared")
            }
            #expect(try recovery.last()["outcome"] == "passed")
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            #expect(try line.verify(drawing: "2-4-8-6-9").last?["outcome"] == "passed")
        }
    }

    @Test func `without a TPM status and manual say that there is no rollback protection`() throws {
        try withLine { line in
            #expect(try line.call("io.touchd.manage.Status")["vault"]?.objectValue?["rollbackProtection"] == "none")
            #expect(try touchctl("status", on: line).text.contains("no rollback protection"))
            let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let manual = try Program(["/bin/cat", "/\(package)/man/touchd.8"])
            #expect(try manual.output.rest().joined(separator: " ").contains("no rollback protection"))
        }
    }

    @Test func `a missing pepper is not replaced over an existing vault`() throws {
        try withLine { line in
            try line.enroll()
            try line.stopDaemon()
            unsafe unlink(line.folder.path(of: "state/pepper.key"))
            let daemon = try line.launchDaemon()
            #expect(try daemon.end() == 1)
            #expect(try daemon.errors.rest().contains { $0.contains("pepper.key: missing") })
        }
    }

    @Test func `status shows only to front ends who has to wait`() throws {
        try withLine(Line.Setup(access: "group-frontend=root")) { line in
            try line.enroll()
            _ = try line.verify(drawing: "1-2-3-6-9", "1-2-3-6-5", "1-2-3-6-4", "1-2-3-5-4", "1-2-3-5-7")
            let standing = try line.call("io.touchd.manage.Status")["access"]?.objectValue?["standing"]?.arrayValue?
                .first?.objectValue
            #expect(standing?["name"] == "anna")
            #expect(standing?["attemptsLeft"] == 0)
            #expect((1...60_000_000).contains(standing?["waitUSec"]?.integerValue ?? 0))
            let last = try line.results().last
            #expect((1...60_000_000).contains(last?["waitUSec"]?.integerValue ?? 0))
            #expect(last?["attemptsUntilLocked"] == 15)
            line.openToEverybody()
            let stranger = try line.call("io.touchd.manage.Status", as: Identity(user: 65_534, group: 65_534))
            #expect(stranger["access"]?.objectValue?["role"] == "observer")
            #expect(stranger["access"]?.objectValue?["standing"] == nil)
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

    @Test func `an aborted recovery leaves a user without a pattern, which Users shows`() throws {
        try withLine { line in
            try line.enroll()
            let key = try line.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])["key"] ?? .null
            let screen = try line.present(Widgets.enrollment())
            let recovery = try line.stream(
                "io.touchd.unlock.Recover",
                ["user": "anna", "key": key, "scene": .string(screen.scene), "widget": "pad"])
            _ = try recovery.next()
            recovery.hangUp()
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            let user = try line.call("io.touchd.unlock.Users")["users"]?.arrayValue?.first?.objectValue
            #expect(user?["state"] == "recovering")
            #expect(try reason(of: "1-4-8-5-9", on: line) == "recovering")
        }
    }
}
