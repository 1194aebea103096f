import StrictJSON
import TestSupport
import Testing
import Varlink

/// `touchctl watch --ignored` beside a daemon whose panel is touched without effect.
@Suite struct UnheardTests {
    private static func widget(_ kind: String, x: Double, y: Double) -> JSON {
        ["id": "it", "kind": .string(kind), "x": .real(x), "y": .real(y), "width": 200.0, "height": 200.0]
    }

    /// A line with a program that reports ignored touches.
    private static func withWatch(_ body: (Line, Program) throws -> Void) throws {
        var setup = Line.Setup()
        setup.daemon = "log-level=debug"
        try withLine(setup) { line in
            let watch = try line.launch("touchctl", ["--socket", line.socket, "watch", "--ignored"])
            try body(line, watch)
        }
    }

    /// Rows of `touchctl stats` about ignored touches: the reason, and how often.
    static func counts(_ line: Line) throws -> [String] {
        let control = try line.launch("touchctl", ["--socket", line.socket, "stats"])
        #expect(try control.end() == 0)
        return try control.output.rest().map { $0.split(separator: " ") }.filter { $0.first == "unheard" }
            .map { "\($0[1]) \($0.last ?? "")" }
    }

    @Test func `touchctl reports the reason of every ignored touch`() throws {
        try Self.withWatch { line, watch in
            func heard(_ reason: String, x: Double, y: Double) throws {
                let said = try #require(try watch.output.next())
                let parts = said.split(separator: " ")
                #expect(said.hasPrefix("\(reason), panel "), "\(said)")
                let place = parts.first { $0.contains(",") && $0.first?.isNumber == true }?.split(separator: ",")
                    .compactMap { Double($0) }
                #expect(abs((place?.first ?? 0) - x) <= 1 && abs((place?.last ?? 0) - y) <= 1, "\(said)")
            }
            try line.draw("tap 640,400")
            try heard("no_scene", x: 640, y: 400)

            let below = try line.present(Self.widget("button", x: 0, y: 0))
            try line.draw("tap 640,400")
            try heard("no_widget", x: 640, y: 400)

            try line.draw("down 0 100,100")
            try line.draw("down 1 150,120")
            try heard("busy", x: 150, y: 120)
            try line.draw("up 1")
            try line.draw("up 0")
            try below.event("pressed")

            let above = try line.present(Self.widget("confined_drag", x: 1_000, y: 500))
            try line.draw("tap 100,100")
            try heard("covered", x: 100, y: 100)
            try line.draw("tap 1004,504")
            try heard("not_here", x: 1_004, y: 504)
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(above.scene)])

            try line.call("io.touchd.manage.StartCleaning", ["durationUSec": 600_000_000])
            _ = try line.daemon?.errors.first { $0.contains("grabbed: no other program") }
            try line.draw("tap 100,100")
            try heard("cleaning", x: 100, y: 100)
            try line.call("io.touchd.manage.StopCleaning")
            try line.draw("tap 100,100")
            try below.event("pressed")

            let reasons = ["cleaning", "no_scene", "covered", "no_widget", "busy", "not_here"]
            #expect(try Self.counts(line) == reasons.map { "\($0) 1" })
            #expect(try line.log().count { $0.contains("touch not received: ") } == reasons.count)
        }
    }
}
