import Glibc
import StrictJSON
import Testing
import TestSupport

/// A daemon that starts with invalid files, or files of another version.
@Suite struct LastConfigurationTests {
    private func status(_ line: Line) throws -> JSONObject { try line.call("io.touchd.manage.Status") }

    /// Restarts the daemon, as after a power cut.
    private func restart(_ line: Line, _ change: (inout Line.Setup) -> Void) throws {
        try line.stopDaemon()
        try line.configure(change)
        try line.startDaemon()
    }

    @Test func `after an invalid file the last valid configuration is used, and the error is reported everywhere`()
        throws
    {
        try withLine { line in
            try line.enroll()
            try restart(line) { $0.store = "hash-memory=19MiB\nhash-passes=2\n[unlock]\nmin-dots=many" }
            let problem = try status(line)["configurationProblem"]?.stringValue ?? ""
            #expect(problem.hasPrefix("\(line.configuration):17: "), "\(problem)")
            #expect(!problem.contains("many"))
            #expect(try status(line)["viewWidth"]?.doubleValue == 1_280)
            let said = try line.daemon?.errors.first { $0.contains("min-dots=many") } ?? ""
            #expect(said.hasPrefix("<3>"))
            // The kiosk works as before.
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
            let doctor = try line.launch("touchctl", ["--socket", line.socket, "--json", "doctor"])
            _ = try doctor.end()
            #expect(try doctor.output.rest().joined().contains("configuration_invalid"))
            // Corrected files end this state, without a restart.
            try line.configure { $0.store = "hash-memory=19MiB\nhash-passes=2" }
            try line.call("io.touchd.manage.Reload")
            #expect(try status(line)["configurationProblem"] == nil)
        }
    }

    @Test func `an invalid file leaves the kept one unchanged, after any number of starts`() throws {
        try withLine { line in
            let kept = line.folder.path(of: "state/configuration.good")
            let good = try TemporaryFolder.bytes(of: kept)
            #expect(!good.isEmpty)
            for _ in 0..<2 { try restart(line) { $0.view = "big" } }
            #expect(try TemporaryFolder.bytes(of: kept) == good)
            var status = stat()
            #expect(unsafe stat(kept, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func `an upgrade with a removed key in the configuration starts, and --check names the key`() throws {
        try withLine { line in
            try restart(line) { $0.daemon = "color-of-the-bezel=red" }
            #expect(try status(line)["configurationProblem"] == nil)
            let warning = try line.daemon?.errors.first { $0.contains("color-of-the-bezel") } ?? ""
            #expect(
                warning.hasPrefix("<4>touchd: ignored: \(line.configuration):4: no key color-of-the-bezel"),
                "\(warning)")
            let check = try line.launch("touchd", ["--config", line.configuration, "--check"])
            #expect(try check.end() == 2)
            #expect(try check.errors.rest().contains { $0.contains(":4: no key color-of-the-bezel") })
        }
    }

    @Test func `the log has a pseudonym for a user`() throws {
        try withLine { line in
            try line.enroll("anna")
            #expect(!(try line.log()).contains { $0.contains("anna") })
            try line.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
            let log = try line.log()
            #expect(log.contains { $0.hasSuffix(": disabled, set by uid 0") }, "\(log)")
            #expect(!log.contains { $0.contains("anna") })
        }
    }

    @Test func `with user-names=yes the log has the name`() throws {
        try withLine { line in
            try line.enroll("anna")
            try restart(line) { $0.daemon = "[log]\nuser-names=yes\n[touchd]" }
            try line.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
            let log = try line.log()
            #expect(log.contains { $0.hasSuffix("anna: disabled, set by uid 0") }, "\(log)")
        }
    }

    @Test func `a hundred connections that ask for the status leave no line in the log`() throws {
        try withLine { line in
            // Asking for the log is a reload, whose own lines are in both.
            let before = try line.log().count
            let quiet = try line.log().count - before
            for _ in 0..<100 {
                let asking = try line.launch("touchctl", ["--socket", line.socket, "status"])
                #expect(try asking.end() == 0)
            }
            #expect(try line.log().count - before - quiet == quiet)
        }
    }
}
