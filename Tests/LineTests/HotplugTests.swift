import Glibc
import StrictJSON
import Testing
import TestSupport
import Varlink

/// Panels that udev and libinput report, and the end of the daemon's process.
@Suite struct HotplugTests {
    @Test func `without a panel the daemon serves and reports it in one line`() throws {
        try withLine(Line.Setup(isPlugged: false)) { line in
            #expect(try line.devices().isEmpty)
            let lines = try line.log().filter { $0.contains("no touchscreen") }
            #expect(lines.count == 1)
            let problem = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["problem"]?.stringValue
            #expect(problem?.contains("no touchscreen") == true)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `the daemon ends with status 0 when asked, tells its service manager and removes its socket`(signal: Int32)
        throws
    {
        try withLine { line in
            let daemon = try #require(line.daemon)
            daemon.send(signal)
            #expect(try daemon.end() == 0)
            #expect(line.notice() == "STOPPING=1")
            #expect(!TemporaryFolder.names(in: line.folder.path).contains("touchd.sock"))
        }
    }
}
