import Journal
import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A panel that is touched without effect, as an administrator watches it.
@Suite struct UnheardTests {
    /// The landings that a watch of them has got since the last call.
    static func landings(_ watch: KioskStream) throws -> [JSONObject] {
        try watch.first { $0["landings"] != nil }["landings"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    /// The counters of ignored touches: the reason, and how often.
    static func counts(_ kiosk: Kiosk) throws -> [String] {
        let counters = try kiosk.call("io.touchd.monitor.Statistics")["counters"]?.arrayValue ?? []
        return counters.compactMap(\.objectValue).filter { $0["name"] == "unheard" }.map {
            "\($0["reason"]?.stringValue ?? "") \($0["value"]?.integerValue ?? 0)"
        }
    }

    @Test func `beside a pattern touches are only counted`() throws {
        var setup = Kiosk.Setup(daemon: "log-level=debug")
        setup.logLevel = .debug
        try withKiosk(setup) { kiosk in
            let watch = try kiosk.stream("io.touchd.monitor.Unheard")
            #expect(try Self.landings(watch).isEmpty)
            let pattern = try kiosk.present(Widgets.pattern())
            try kiosk.draw("tap 100,100")
            // A second finger, and one after the drawing.
            try kiosk.draw("down 0 640,400")
            try kiosk.draw("down 1 400,200")
            try kiosk.draw("up 1")
            try kiosk.draw("up 0")
            try pattern.event("too_short")
            try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(pattern.scene)])
            #expect(try Self.counts(kiosk) == ["no_widget 1", "busy 1"])

            try kiosk.draw("tap 200,300")
            let told = try Self.landings(watch)
            #expect(told.count == 1 && told[0]["reason"] == "no_scene")
            #expect(
                abs((told[0]["x"]?.doubleValue ?? 0) - 200) < 0.5 && abs((told[0]["y"]?.doubleValue ?? 0) - 300) < 0.5)
            #expect(try Self.landings(try kiosk.stream("io.touchd.monitor.Unheard")).count == 1)
            #expect(kiosk.log().count { $0.contains("touch not received: ") } == 1)
        }
    }
}
