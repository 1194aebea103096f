import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct SlowFrontEndTests {
    @Test func `a front end that misses only movements is kept and gets the last one and the end`() throws {
        let kiosk = try Kiosk()
        let deaf = try kiosk.peer()
        deaf.isDeaf = true
        let widgets: JSON = [Widgets.pattern("deaf", settings: ["trail": "live"])]
        try deaf.call("io.touchd.scene.Present", ["widgets": widgets], more: true)
        try kiosk.draw("down 0 640,400")
        let moves = (0..<8_000).map { "E: 0.000001 3 35 \(2_000 + $0 % 2)\nE: 0.000001 0 0 0\n" }.joined()
        try kiosk.draw("play \(kiosk.folder.write(moves, to: "moves.events")) speed 0")
        try kiosk.draw("up 0")
        deaf.isDeaf = false
        try deaf.finishWriting()
        // The daemon's end closes the connection after pending output.
        let events = try deaf.messages(until: #""too_short""#).compactMap { message in
            try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?.objectValue?["event"]?
                .objectValue
        }.map(Presentation<KioskStream>.row)
        let moved = events.filter { $0["name"] == "moved" }
        #expect(moved.count < 8_000)
        let expected = 2_001.0 / 4_095 * 1_280 - 320
        #expect(abs((moved.last?["x"]?.doubleValue ?? 0) - expected) < 0.001)
        #expect(events.last { $0["name"] != "cleared" }?["name"] == "too_short")
    }
}
