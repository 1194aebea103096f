import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct LastConfigurationTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    private func status() throws -> JSONObject { try kiosk.call("io.touchd.manage.Status") }

    @Test func `after an invalid file the last valid configuration is used, and the error is reported everywhere`()
        throws
    {
        try kiosk.enroll()
        try kiosk.restartDaemon { $0.store = "results=100\n\n[unlock]\nmin-dots=many" }
        let problem = try status()["configurationProblem"]?.stringValue ?? ""
        #expect(problem.hasPrefix("\(kiosk.folder.path(of: "touchd.conf")):16: "), "\(problem)")
        #expect(!problem.contains("many"))
        #expect(try status()["viewWidth"]?.doubleValue == 1_280)
        let said = kiosk.log().first { $0.contains("min-dots=many") } ?? ""
        #expect(said.hasPrefix("<3>"))
        // The kiosk works as before.
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        // Corrected files end this state, without a restart.
        try kiosk.configure { $0.store = "results=100" }
        try kiosk.call("io.touchd.manage.Reload")
        #expect(try status()["configurationProblem"] == nil)
    }

    @Test(arguments: ["value", "link", "folder", "bytes", "size", "pipe"])
    func `whatever is in the place of a drop-in, the last valid configuration is used`(obstacle: String) throws {
        try kiosk.enroll()
        unsafe mkdir(kiosk.folder.path(of: "touchd.conf.d"), 0o755)
        let (name, path) = ("touchd.conf.d/a.conf", kiosk.folder.path(of: "touchd.conf.d/a.conf"))
        switch obstacle {
        case "value": try kiosk.folder.write("[unlock]\nmin-dots=many\n", to: name)
        case "link": unsafe symlink("nowhere", path)
        case "folder": unsafe mkdir(path, 0o755)
        case "bytes": try kiosk.folder.write("\u{1}\u{ff}\u{0}\u{7f}", to: name)
        case "size": try kiosk.folder.write(String(repeating: "# long\n", count: 1 << 19), to: name)
        default: unsafe mkfifo(path, 0o644)
        }
        try kiosk.restartDaemon()
        let problem = try status()["configurationProblem"]?.stringValue ?? ""
        #expect(problem.hasPrefix(path), "\(problem)")
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        unsafe remove(path)
        try kiosk.call("io.touchd.manage.Reload")
        #expect(try status()["configurationProblem"] == nil)
    }

    @Test func `an invalid file leaves the kept one unchanged, after any number of starts`() throws {
        let kept = kiosk.folder.path(of: "state/configuration.good")
        let good = try TemporaryFolder.bytes(of: kept)
        #expect(!good.isEmpty)
        for _ in 0..<2 { try kiosk.restartDaemon { $0.view = "big" } }
        #expect(try TemporaryFolder.bytes(of: kept) == good)
        #expect(TemporaryFolder.permissions(of: kept) == 0o600)
    }

    @Test func `an upgrade with a removed key in the configuration starts`() throws {
        try kiosk.restartDaemon { $0.daemon = "color-of-the-bezel=red" }
        #expect(try status()["configurationProblem"] == nil)
        let warning = kiosk.log().first { $0.contains("color-of-the-bezel") } ?? ""
        #expect(
            warning.hasPrefix(
                "<4>touchd: ignored: \(kiosk.folder.path(of: "touchd.conf")):3: no key color-of-the-bezel"),
            "\(warning)")
    }

    @Test(arguments: [false, true])
    func `the log has a pseudonym for a user, and with user-names=yes the name`(hasNames: Bool) throws {
        if hasNames { try kiosk.restartDaemon { $0.daemon = "[log]\nuser-names=yes\n[touchd]" } }
        try kiosk.enroll("anna")
        try kiosk.call("io.touchd.unlock.Restrict", ["user": "anna", "disabled": true])
        let log = kiosk.log()
        #expect(log.contains { $0.hasSuffix(": disabled, set by uid 0") }, "\(log)")
        #expect(log.contains { $0.contains("anna") } == hasNames, "\(log)")
    }

    @Test func `a hundred connections that ask for the status leave no line in the log`() throws {
        let before = kiosk.log().count
        for _ in 0..<100 { try kiosk.call("io.touchd.manage.Status") }
        try kiosk.advance(by: .seconds(60))
        #expect(kiosk.log().count == before)
    }
}
