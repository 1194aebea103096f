import Glibc
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct LastConfigurationTests {
    private let kiosk: Kiosk
    init() throws { kiosk = try Kiosk() }

    /// What the status says of the configuration.
    private func problem() throws -> String? {
        try kiosk.call("io.touchd.manage.Status")["configurationProblem"]?.stringValue
    }

    @Test func `after an invalid file the last valid configuration is used, and the error is reported everywhere`()
        throws
    {
        try kiosk.enroll()
        try kiosk.restartDaemon { $0.store = "results=100\n\n[unlock]\nmin-dots=many" }
        let told = try problem() ?? ""
        #expect(told.hasPrefix("\(kiosk.folder.path(of: "touchd.conf")):16: ") && !told.contains("many"), "\(told)")
        #expect(kiosk.log().first { $0.contains("min-dots=many") }?.hasPrefix("<3>") == true)
        // The kiosk works as before.
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        // Corrected files end this state, without a restart.
        try kiosk.reload { $0.store = "results=100" }
        #expect(try problem() == nil)
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
        #expect(try problem()?.hasPrefix(path) == true)
        #expect(try kiosk.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        unsafe remove(path)
        try kiosk.call("io.touchd.manage.Reload")
        #expect(try problem() == nil)
    }

    @Test func `an invalid file leaves the kept one unchanged, after any number of starts`() throws {
        let kept = kiosk.folder.path(of: "state/configuration.good")
        let good = try TemporaryFolder.bytes(of: kept)
        #expect(!good.isEmpty)
        for _ in 0..<2 { try kiosk.restartDaemon { $0.view = "big" } }
        #expect(try TemporaryFolder.bytes(of: kept) == good)
        #expect(TemporaryFolder.permissions(of: kept) == 0o600)
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
}
