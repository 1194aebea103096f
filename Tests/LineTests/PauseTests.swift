import StrictJSON
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
}
