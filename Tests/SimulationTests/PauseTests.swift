import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchConfiguration

@Suite(.showsLogs) struct PauseTests {
    @Test func `a missing user is an error in the configuration`() throws {
        let kiosk = try Kiosk { ($0.daemon, $0.startsDaemon) = ("session-users=nobody-of-that-name", false) }
        let failure = try #require(#expect(throws: ConfigurationError.self) { try kiosk.startDaemon() })
        #expect("\(failure)".contains("session-users=nobody-of-that-name: no such user"))
    }

    @Test func `an inhibited panel is cancelled, and nothing was pressed`() throws {
        let kiosk = try Kiosk()
        let watch = try kiosk.watching("io.touchd.device.Watch")
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("down 0 640,400")
        try screen.event("began")
        let inhibited = kiosk.clock.now
        try kiosk.inhibit(true)
        #expect(try screen.event("cancelled", "pressed")["name"] == "cancelled")
        #expect(kiosk.clock.now == inhibited)
        #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == true)
        try kiosk.inhibit(false)
        #expect(try watch.next()["changed"]?.objectValue?["inhibited"] == nil)
        try kiosk.draw("tap 640,400")
        try screen.event("pressed")
    }

    @Test func `a finger that lifts before a panel is inhibited has pressed, however late that is read`() throws {
        let kiosk = try Kiosk()
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("down 0 640,400")
        try screen.event("began")
        try kiosk.whileStopped {
            try kiosk.draw("up 0")
            try kiosk.inhibit(true)
        }
        #expect(try screen.event("cancelled", "pressed")["name"] == "pressed")
    }

    @Test func `while the screen is cleaned touches are ignored, until cleaning is ended`() throws {
        let kiosk = try Kiosk()
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("down 0 640,400")
        try screen.event("began")
        try kiosk.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
        try screen.event("cancelled")
        #expect(try screen.pauses() == ["cleaning"])
        let pause = try kiosk.status("pause")
        #expect(pause["paused"] == ["cleaning"] && pause["cleaningUSec"] == 600_000_000)
        try kiosk.draw("up 0")
        #expect(kiosk.log().contains { $0.contains("grabbed: no other program") })
        #expect(kiosk.panels[0].isGrabbed)
        try kiosk.draw("tap 640,400")
        #expect(try kiosk.call("io.touchd.manage.StopCleaning")["ended"] == true)
        #expect(try screen.pauses() == [])
        try kiosk.draw("tap 640,400")
        try screen.event("pressed")
        #expect(screen.names == ["began", "cancelled", "began", "pressed"])
        #expect(try kiosk.call("io.touchd.manage.StopCleaning")["ended"] == false)
    }
}
