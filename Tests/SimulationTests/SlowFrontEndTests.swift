import Simulation
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Front ends that do not read while fingers move.
@Suite struct SlowFrontEndTests {
    /// A scene whose front end reads only what this returns.
    private func deafScene(on kiosk: Kiosk) throws -> KioskPeer {
        let client = try kiosk.peer()
        client.isDeaf = true
        let before = try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"]?.integerValue ?? 0
        try client.call(
            "io.touchd.scene.Present", ["widgets": [Widgets.pattern("deaf", settings: ["trail": "live"])]], more: true)
        let after = try kiosk.call("io.touchd.manage.Status")["screen"]?.objectValue?["scenes"]
        #expect(after == .integer(before + 1))
        return client
    }

    /// A recording in which slot 0 moves `count` times and, if wanted, slot 1 taps as often.
    ///
    /// Slot 0 is down before it and stays down.
    private func recording(moves count: Int, taps: Bool, in folder: TemporaryFolder) throws -> String {
        var lines: [String] = []
        func event(_ type: Int, _ code: Int, _ value: Int) {
            lines.append("E: 0.000001 \(String(type, radix: 16)) \(String(code, radix: 16)) \(value)")
        }
        for index in 0..<count {
            if taps {
                event(3, 0x2f, 1)
                event(3, 0x39, 1_000 + index)
                event(3, 0x35, 1_280)
                event(3, 0x36, 640)
                event(0, 0, 0)
                event(3, 0x39, -1)
                event(0, 0, 0)
                event(3, 0x2f, 0)
            }
            event(3, 0x35, 2_000 + index % 2)
            event(0, 0, 0)
        }
        return try folder.write(lines.joined(separator: "\n") + "\n", to: "moves.events")
    }

    @Test func `a front end that reads nothing of many strokes is disconnected, and another sees all of its own`()
        throws
    {
        try withKiosk { kiosk in
            let reading = try kiosk.present(Widgets.live())
            try kiosk.draw("down 0 640,400")
            try reading.event("began")
            let deaf = try deafScene(on: kiosk)
            let path = try recording(moves: 2_500, taps: true, in: kiosk.folder)
            try kiosk.draw("play \(path) speed 0")
            try kiosk.draw("up 0")
            try reading.event("too_short")
            #expect(kiosk.log().contains { $0.contains("the peer does not read") })
            #expect(reading.failure == nil)
            let last = try #require(reading.events.last { $0["name"] == "moved" })
            let expected = 2_001.0 / 4_095 * 1_280 - 320
            #expect(abs((last["x"]?.doubleValue ?? 0) - expected) < 0.001)
            withExtendedLifetime(deaf) {}
        }
    }

    @Test func `a front end that misses only movements is kept and gets the last one and the end`() throws {
        try withKiosk { kiosk in
            let deaf = try deafScene(on: kiosk)
            try kiosk.draw("down 0 640,400")
            let path = try recording(moves: 8_000, taps: false, in: kiosk.folder)
            try kiosk.draw("play \(path) speed 0")
            try kiosk.draw("up 0")
            deaf.isDeaf = false
            try deaf.finishWriting()
            // The daemon's end closes the connection after pending output.
            let answers = try answers(of: deaf, until: "too_short")
            let moved = answers.filter { $0["name"] == "moved" }
            #expect(moved.count < 8_000)
            let expected = 2_001.0 / 4_095 * 1_280 - 320
            #expect(abs((moved.last?["x"]?.doubleValue ?? 0) - expected) < 0.001)
            #expect(answers.last?["name"] == "too_short")
        }
    }

    private func answers(of client: KioskPeer, until name: String) throws -> [JSONObject] {
        var events: [JSONObject] = []
        while let message = try client.next() {
            guard
                let event = try JSONObject(parsing: String(decoding: message, as: UTF8.self))["parameters"]?
                    .objectValue?["event"]?.objectValue
            else {
                continue
            }
            events.append(Presentation<KioskStream>.row(event))
            if event["name"]?.stringValue == name { break }
        }
        return events
    }
}
