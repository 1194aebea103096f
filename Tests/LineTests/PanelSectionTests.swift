import StrictJSON
import TestSupport
import Testing
import Varlink

/// Effects of `[panel NAME]` on a panel of a running daemon.
@Suite struct PanelSectionTests {
    private func withSection(_ lines: String, properties: [String] = [], _ body: (Line) throws -> Void) throws {
        var setup = Line.Setup(properties: properties)
        setup.access += "\n[panel left]\n" + lines
        try withLine(setup, body)
    }

    @Test func `a panel has its section's name before and after a plug, and its own turn and part of the view`() throws
    {
        try withSection("match-id=7464:0001\nrotate=180\nview=640x800+640+0\nsize=300x200") { line in
            func check() throws {
                let device = try #require(try line.devices().first)
                #expect(device["panel"] == "left" && device["rotation"] == 180)
                #expect(
                    device["area"] == ["x": 640.0, "y": 0.0, "width": 640.0, "height": 800.0]
                        && device["widthMm"] == 300.0)
            }
            try check()
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            try line.draw("unplug")
            _ = try watch.next()
            try line.draw("plug")
            _ = try watch.next()
            try check()
        }
    }

    @Test func `touches of a panel arrive in its part of the view`() throws {
        try withSection("view=640x800+640+0") { line in
            let screen = try line.present(Widgets.whole)
            try line.draw("down 0 640,400")
            try line.draw("move 0 320,200")
            let event = try screen.event("moved")
            #expect(abs((event["x"]?.doubleValue ?? 0) - 800) < 0.5, "\(event)")
            #expect(abs((event["y"]?.doubleValue ?? 0) - 200) < 0.5, "\(event)")
        }
    }

    @Test func `a panel that is not used is ignored, and the reason is shown`() throws {
        try withSection("use=no") { line in
            #expect(try line.devices().isEmpty)
            let found = try line.call("io.touchd.device.Explain")["candidates"]?.arrayValue?.compactMap(\.objectValue)
            let candidate = try #require(found?.first { $0["node"] == "/dev/input/event20" })
            #expect(candidate["read"] == false && candidate["why"] == "use=no in [panel left]")
        }
    }

    @Test func `the key by which a panel was matched is shown`() throws {
        try withSection("match-path=usb-9", properties: ["ID_PATH=usb-9"]) { line in
            let program = try line.launch("touchctl", ["--socket", line.socket, "devices", "--explain"])
            #expect(try program.end() == 0)
            let row = try program.output.rest().first { $0.contains("event20") }
            #expect(
                row?.contains("as left") == true && row?.contains("[panel left] by match-path") == true, "\(row ?? "")")
        }
    }

    @Test func `one panel is turned while the daemon runs`() throws {
        try withSection("rotate=0") { line in
            try line.call("io.touchd.manage.SetView", ["rotation": 180, "panel": "left"])
            #expect(try line.devices().first?["rotation"] == 180)
            let refusal = try line.refusal("io.touchd.manage.SetView", ["rotation": 90, "panel": "right"])
            #expect(refusal?.name == "org.varlink.service.InvalidParameter")
        }
    }

    @Test func `watchers are notified of a panel that is turned, and not of an unchanged one`() throws {
        try withSection("rotate=0") { line in
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            try line.call("io.touchd.manage.SetView", ["rotation": 180])
            try line.call("io.touchd.manage.SetView", ["rotation": 90, "panel": "left"])
            let changed = try #require(try watch.next()["changed"]?.objectValue)
            #expect(changed["panel"] == "left" && changed["rotation"] == 90)
        }
    }

    @Test func `a reload disables and re-enables panels, and reports the changed keys`() throws {
        try withSection("use=yes") { line in
            let watch = try line.stream("io.touchd.device.Watch")
            _ = try watch.next()
            func reload(_ lines: String) throws -> [String] {
                try line.configure { $0.access = "group-frontend=\n[panel left]\n" + lines }
                let reply = try line.call("io.touchd.manage.Reload")
                return (reply["changes"]?.arrayValue ?? []).compactMap(\.objectValue).map { change in
                    ["section", "key", "before", "after"].map { change[$0]?.stringValue ?? "?" }.joined(separator: " ")
                }
            }
            #expect(try reload("use=no") == ["panel left use yes no"])
            #expect(try watch.next()["removed"] != nil)
            #expect(try line.devices().isEmpty)
            #expect(try reload("use=yes\nmax-speed=2") == ["panel left use no yes", "panel left max-speed  2"])
            #expect(try watch.next()["added"] != nil)
            let screen = try line.present(Widgets.whole)
            try line.draw("down 0 640,400")
            try line.draw("move 0 320,200")
            // 75 mm from one report to the next: too far for a finger of 2 m/s, not for one of 10.
            #expect(try screen.event("cancelled", "moved")["reason"] == "contact_lost")
        }
    }

    @Test func `a filter of the section applies, and its time passes without further reports`() throws {
        try withSection("debounce=200ms") { line in
            let screen = try line.present(Widgets.pattern())
            let tap = ["3 2f 0", "3 39 1", "3 35 2048", "3 36 1280", "1 14a 1", "0 0 0", "3 39 -1", "1 14a 0", "0 0 0"]
            let events = (tap + tap).map { "E: 0.000000 \($0)\n" }.joined()
            // At once: on a busy machine, a second command could be later than the filter's time.
            try line.draw("play \(line.folder.write(events, to: "taps.events")) speed 0")
            try screen.event("too_short", "completed", "cancelled")
            #expect(screen.names.filter { $0 == "began" }.count == 1)
        }
    }
}
