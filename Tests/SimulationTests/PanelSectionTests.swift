import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct PanelSectionTests {
    private static func kiosk(_ lines: String) throws -> Kiosk {
        try Kiosk { $0.access = "group-frontend=\n[panel left]\n" + lines }
    }

    @Test func `a panel has its section's name before and after a plug, and its own turn and part of the view`() throws
    {
        let kiosk = try Self.kiosk("match-id=7464:0001\nrotate=180\nview=640x800+640+0\nsize=300x200")
        func check() throws {
            let device = try #require(try kiosk.devices().first)
            #expect(device["panel"] == "left" && device["rotation"] == 180)
            #expect(
                device["area"] == ["x": 640.0, "y": 0.0, "width": 640.0, "height": 800.0]
                    && device["widthMm"] == 300.0)
        }
        try check()
        let watch = try kiosk.watching("io.touchd.device.Watch")
        try kiosk.draw("unplug")
        _ = try watch.next()
        try kiosk.draw("plug")
        _ = try watch.next()
        try check()
    }

    @Test func `the stroke is cancelled before the panel is gone`() throws {
        let kiosk = try Kiosk { $0.keepsFrames = true }
        try kiosk.draw("down 0 400,200")
        try kiosk.draw("unplug")
        #expect(kiosk.frames.story == "began 1 | cancelled 1 | removed")
    }

    @Test func `a panel that appears later works`() throws {
        let kiosk = try Kiosk()
        try kiosk.unplug()
        let watch = try kiosk.stream("io.touchd.device.Watch")
        #expect(try watch.next()["devices"] == [])
        let screen = try kiosk.present(Widgets.pattern())
        try kiosk.draw("plug")
        #expect(try watch.next()["added"] != nil)
        try kiosk.draw(dots: "1-2-3-6")
        // No call waits for it.
        #expect(try screen.event("judged")["reason"] == "no_attempt")
        #expect(try kiosk.status("panels")["problem"] == nil)
    }

    @Test func `a panel that is not used is ignored, and the reason is shown`() throws {
        let kiosk = try Self.kiosk("use=no")
        #expect(try kiosk.devices().isEmpty)
        let found = try kiosk.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.compactMap(\.objectValue)
        let candidate = try #require(found?.first { $0["node"] == "/dev/input/event20" })
        #expect(candidate["read"] == false && candidate["why"] == "use=no in [panel left]")
    }

    @Test func `watchers are notified of a panel that is turned, and not of an unchanged one`() throws {
        let kiosk = try Self.kiosk("rotate=0")
        let watch = try kiosk.watching("io.touchd.device.Watch")
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 180])
        try kiosk.call("io.touchd.manage.SetView", ["rotation": 90, "panel": "left"])
        let changed = try #require(try watch.next()["changed"]?.objectValue)
        #expect(changed["panel"] == "left" && changed["rotation"] == 90)
    }

    @Test func `a reload disables and re-enables panels, and reports the changed keys`() throws {
        let kiosk = try Self.kiosk("use=yes")
        let watch = try kiosk.watching("io.touchd.device.Watch")
        func reload(_ lines: String) throws -> [String] {
            let reply = try kiosk.reload { $0.access = "group-frontend=\n[panel left]\n" + lines }
            return (reply["changes"]?.arrayValue ?? []).compactMap(\.objectValue).map { change in
                ["section", "key", "before", "after"].map { change[$0]?.stringValue ?? "?" }.joined(separator: " ")
            }
        }
        #expect(try reload("use=no") == ["panel left use yes no"])
        #expect(try watch.next()["removed"] != nil)
        #expect(try kiosk.devices().isEmpty)
        #expect(try reload("use=yes\nmax-speed=2") == ["panel left use no yes", "panel left max-speed  2"])
        #expect(try watch.next()["added"] != nil)
        let screen = try kiosk.present(Widgets.whole)
        try kiosk.draw("down 0 640,400")
        try kiosk.draw("move 0 320,200")
        // 75 mm from one report to the next: too far for a finger of 2 m/s, not for one of 10.
        #expect(try screen.event("cancelled", "moved")["reason"] == "contact_lost")
    }
}
