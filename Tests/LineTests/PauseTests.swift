import StrictJSON
import Testing
import TestSupport

/// The lock with which logind waits before the machine sleeps.
@Suite(.showsLogs) struct PauseTests {
    /// The next reply that reports whether touches are accepted.
    private static func pauses(_ screen: Presentation<Stream>) throws -> JSON? {
        while true {
            let reply = try screen.next()
            if let paused = reply["paused"] { return paused }
        }
    }

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
        #expect(try Self.pauses(screen) == ["sleep"])
        _ = try logind.awaitLocks(0)
        try line.draw("up 0")

        try logind.announceSleep(false)
        _ = try logind.awaitLocks(1)
        #expect(try Self.pauses(screen) == [])
        try line.draw("tap 640,400")
        try screen.event("pressed")
        #expect(screen.names == ["began", "cancelled", "began", "pressed"])
    }
}
