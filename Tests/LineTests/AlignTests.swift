import StrictJSON
import Testing
import TestSupport
import Varlink

/// `touchctl align` on a real panel: marks that a front end shows, and fingers on them.
@Suite struct AlignTests {
    /// Runs `touchctl align`; each mark is touched where a front end draws it.
    ///
    /// - Parameter drawn: where a front end draws a mark that belongs at that place.
    private func align(
        _ line: Line, _ words: [String] = [], _ drawn: (Double, Double) -> (x: Double, y: Double)
    ) throws -> (status: Int32, lines: [String], stages: [String]) {
        let requests = try line.stream("io.touchd.scene.Requests")
        _ = try requests.next()
        let program = try line.launch("touchctl", ["--socket", line.socket, "align"] + words)
        let wanted = try #require(try requests.next()["wanted"]?.objectValue)
        let screen = try line.stream("io.touchd.calibration.Show", ["request": wanted["id"]])
        var stages: [String] = []
        while true {
            let reply = try screen.next()
            guard let stage = reply["stage"]?.stringValue else { continue }
            stages.append(stage)
            guard let place = reply["place"]?.objectValue else { break }
            let mark = drawn(place["x"]?.doubleValue ?? 0, place["y"]?.doubleValue ?? 0)
            try line.draw("tap \(mark.x),\(mark.y) hold 20")
        }
        return (try program.end(), try program.output.rest(), stages)
    }

    @Test func `marks that are touched where they belong are aligned, and nothing is stored`() throws {
        try withLine { line in
            let run = try align(line) { ($0, $1) }
            #expect(run.status == 0)
            #expect(run.stages == Array(repeating: "aiming", count: 5) + ["measured"])
            #expect(run.lines.first == "touch the middle of mark 1 of 5, shown at 128, 80")
            #expect(run.lines.last?.hasPrefix("aligned: at most ") == true, "\(run.lines)")
            #expect(try line.call("io.touchd.calibration.List")["calibrations"] == [])
            let screen = try line.present(Widgets.whole)
            try line.draw("down 0 850,250")
            try line.draw("move 0 900,250")
            let event = try screen.event("moved")
            #expect(abs((event["x"]?.doubleValue ?? 0) - 900) < 1)
        }
    }

    @Test func `a picture that is 622 pixels off is told, with the mark, the distance and what to do`() throws {
        try withLine { line in
            // What lies beyond the screen is touched at its edge.
            let run = try align(line) { (min($0 + 622, 1_279), $1) }
            #expect(run.status == 1)
            #expect(run.lines.contains { $0.hasPrefix("mark 1: 622 px to the right, 0 px ") }, "\(run.lines)")
            #expect(run.lines.last?.hasPrefix("not aligned: 622 px") == true, "\(run.lines)")
        }
    }

    @Test func `with --json the last line has every offset`() throws {
        try withLine { line in
            let run = try align(line, ["--json", "--targets", "9"]) { ($0 - 30, $1 + 20) }
            let last = try JSONObject(parsing: run.lines.last ?? "")
            let offsets = last["offsets"]?.arrayValue?.compactMap(\.objectValue) ?? []
            #expect(last["stage"] == "measured" && offsets.count == 9)
            for offset in offsets {
                let (x, y) = (offset["x"]?.doubleValue ?? 0, offset["y"]?.doubleValue ?? 0)
                #expect(abs(x + 30) < 1 && abs(y - 20) < 1, "\(offset)")
            }
        }
    }

    @Test func `it measures with the calibration in force and the turn of the panel`() throws {
        try withLine { line in
            try line.call("io.touchd.manage.SetView", ["rotation": 180])
            let run = try align(line) { (1_280 - $0, 800 - $1) }
            #expect(run.status == 0, "\(run.lines)")
        }
    }

    @Test func `without a front end it says so`() throws {
        try withLine { line in
            let program = try line.launch("touchctl", ["--socket", line.socket, "align"])
            #expect(try program.end() == 3)
            _ = try program.errors.first { $0.contains("no front end serves the screen") }
        }
    }
}
