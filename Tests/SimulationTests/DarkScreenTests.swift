import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

@Suite(.showsLogs) struct DarkScreenTests {
    private static let connector = ["status": "connected", "enabled": "enabled", "dpms": "On"]

    private static func withDisplay(
        _ rule: String, _ body: (Kiosk, Presentation<KioskStream>, (_ power: String) throws -> Void) throws -> Void
    ) throws {
        let kiosk = try Kiosk { ($0.input, $0.startsDaemon) = ("dark-screen=\(rule)", false) }
        func set(_ power: String) throws {
            for (name, value) in connector.merging(["dpms": power], uniquingKeysWith: { $1 }) {
                try kiosk.folder.write(value + "\n", to: "sys/class/drm/card0-DSI-1/\(name)")
            }
        }
        try set("On")
        try kiosk.startDaemon()
        try body(kiosk, try kiosk.present(Widgets.button), set)
    }

    /// How many landings were ignored because of the display.
    private static func ignored(_ kiosk: Kiosk) throws -> Int64 {
        try kiosk.counters().first { $0["reason"] == "dark_screen" }?["value"]?.integerValue ?? 0
    }

    private static let pressed = ["began", "pressed"]

    @Test func `the first touch of a dark display only wakes it, and counts as a touch`() throws {
        try Self.withDisplay("wake") { kiosk, screen, set in
            let idle = try kiosk.stream("io.touchd.device.Idle", ["afterUSec": 10_000_000])
            try kiosk.draw("tap 640,400")
            #expect(screen.names == Self.pressed)
            try kiosk.advance(by: .seconds(60))
            try set("Off")
            #expect(try kiosk.status("panels")["display"] == "dark")
            try kiosk.draw("down 1 640,400")
            try kiosk.draw("tap 100,100")
            try set("On")
            // It landed in the dark.
            try kiosk.draw("up 1")
            #expect(screen.names == Self.pressed)
            #expect(try Self.ignored(kiosk) == 2)
            #expect(idle.all.compactMap { $0["idle"]?.boolValue } == [false, true, false])
            try kiosk.draw("tap 640,400")
            #expect(screen.names == Self.pressed + Self.pressed)
            // Whoever touches now knows what is there, even if the display turns off within the second.
            try set("Off")
            try kiosk.draw("tap 640,400")
            #expect(screen.names == Self.pressed + Self.pressed + Self.pressed)
            #expect(try Self.ignored(kiosk) == 2)
        }
    }

    @Test func `if touches do not light the display they count after three seconds, until it was lit`() throws {
        try Self.withDisplay("wake") { kiosk, screen, set in
            try set("Off")
            try kiosk.draw("tap 640,400")
            try kiosk.advance(by: .seconds(2))
            try kiosk.draw("tap 640,400")
            #expect(screen.names == [])
            try kiosk.advance(by: .seconds(2))
            for _ in 0..<2 {
                try kiosk.draw("tap 640,400")
                try kiosk.advance(by: .seconds(60))
            }
            #expect(screen.names == Self.pressed + Self.pressed)
            #expect(kiosk.log().count { $0.contains("did not light the display within 3 s") } == 1)
            try set("On")
            try kiosk.draw("tap 640,400")
            try kiosk.advance(by: .seconds(60))
            try set("Off")
            try kiosk.draw("tap 640,400")
            #expect(screen.names == Self.pressed + Self.pressed + Self.pressed)
            #expect(try Self.ignored(kiosk) == 3)
        }
    }

    @Test func `touches of a dark display are ignored until it is lit, and a finger that is down stays`() throws {
        try Self.withDisplay("ignore") { kiosk, screen, set in
            try kiosk.draw("down 1 640,400")
            try kiosk.advance(by: .seconds(60))
            try set("Off")
            try kiosk.draw("tap 100,100")
            try kiosk.draw("up 1")
            #expect(screen.names == Self.pressed)
            for _ in 0..<3 {
                try kiosk.advance(by: .seconds(5))
                try kiosk.draw("tap 640,400")
            }
            #expect(screen.names == Self.pressed)
            #expect(try Self.ignored(kiosk) == 4)
            try kiosk.reload { $0.input = "dark-screen=use" }
            try kiosk.draw("tap 640,400")
            #expect(screen.names == Self.pressed + Self.pressed)
        }
    }

    @Test func `without a display that sysfs knows the key has no effect, and the log says so`() throws {
        let kiosk = try Kiosk { $0.input = "dark-screen=ignore" }
        let screen = try kiosk.present(Widgets.button)
        try kiosk.draw("tap 640,400")
        #expect(screen.names == Self.pressed)
        #expect(kiosk.log().contains { $0.contains("dark-screen= has no effect") })
        #expect(try kiosk.status("panels")["display"] == "unknown")
    }
}
