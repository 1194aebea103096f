import CShims
import Glibc
import StrictJSON
import System
import Testing
import TestSupport

@Suite(.showsLogs) struct PauseTests {
    @Test func `sleep waits until contacts are cancelled, and afterward touches count again`() throws {
        let logind = try MockLogind()
        var setup = Line.Setup()
        setup.variables = ["DBUS_SYSTEM_BUS_ADDRESS": logind.address]
        let line = try Line(setup)
        #expect(try logind.awaitLocks(1).contains(#""sleep" "touchd""#))
        let screen = try line.present(Widgets.button)
        try line.draw("down 0 640,400")
        try screen.event("began")

        try logind.announceSleep(true)
        #expect(try screen.event("cancelled")["reason"] == "contact_lost")
        #expect(try screen.pauses() == ["sleep"])
        _ = try logind.awaitLocks(0)
        try line.draw("up 0")

        try logind.announceSleep(false)
        _ = try logind.awaitLocks(1)
        #expect(try screen.pauses() == [])
        try line.draw("tap 640,400")
        try screen.event("pressed")
        #expect(screen.names == ["began", "cancelled", "began", "pressed"])
    }

    @Test func `a system bus that says nothing holds neither a request nor the end`() throws {
        let folder = try TemporaryFolder(), bus = Descriptor(owning: cshims_stream_socket(0))
        let path = folder.path(of: "bus")
        let isListening = unsafe cshims_bind(bus.number, path) == 0 && listen(bus.number, 64) == 0
        try #require(isListening)
        var setup = Line.Setup()
        setup.variables = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)"]
        let line = try Line(setup)
        func open() -> Int { TemporaryFolder.names(in: "/proc/\(line.daemon?.process ?? 0)/fd").count }
        let screen = try line.stream("io.touchd.scene.Requests")
        _ = try screen.next()
        let before = open()
        let calls = try (0..<4).map { _ in
            try line.stream("io.touchd.unlock.Verify", ["user": "anna", "asking": ["secret": "pin"]])
        }
        for _ in calls {
            let wanted = try screen.first { $0["wanted"] != nil }["wanted"]?.objectValue
            #expect(wanted != nil && wanted?["program"] == nil)
        }
        // Only the connections of the calls are left, each with its process, and what was there before.
        #expect(Patience.until { open() <= before + 2 * calls.count })
        #expect(try line.stopDaemon() == 0)
    }
}
