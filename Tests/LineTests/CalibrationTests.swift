import StrictJSON
import Testing
import TestSupport
import Varlink

/// Calibrating a panel from the first target to the state after a restart.
@Suite struct CalibrationTests {
    private typealias Skew = @Sendable (Double, Double) -> (x: Double, y: Double)

    /// What the panel reports for a finger at a place of the view: off by up to 60 px, stretched and sheared.
    private static let skew: Skew = { x, y in (0.92 * x + 0.03 * y + 40, -0.01 * x + 0.94 * y + 30) }

    /// Begins a calibration as an administrator, and shows it as a front end.
    private func begin(_ line: Line, targets: Int64 = 5) throws -> (caller: Stream, screen: Stream) {
        let requests = try line.stream("io.touchd.scene.Requests")
        _ = try requests.next()
        let caller = try line.stream(
            "io.touchd.calibration.Calibrate", ["targets": .integer(targets), "onScreen": true])
        #expect(try caller.next()["stage"] == "aiming")
        let wanted = try #require(try requests.next()["wanted"]?.objectValue)
        #expect(wanted["kind"] == "calibration")
        return (caller, try line.stream("io.touchd.calibration.Show", ["request": wanted["id"]]))
    }

    /// Touches every mark that the front end shows, up to a stage.
    ///
    /// - Returns: the stages, as they came.
    @discardableResult
    private func touch(_ line: Line, _ screen: Stream, until last: String, _ skew: Skew = skew) throws -> [String] {
        var stages: [String] = []
        while true {
            let reply = try screen.next()
            guard let stage = reply["stage"]?.stringValue else { continue }
            stages.append(stage)
            guard stage != last, let place = reply["place"]?.objectValue else { return stages }
            let raw = skew(place["x"]?.doubleValue ?? 0, place["y"]?.doubleValue ?? 0)
            try line.draw("tap \(raw.x),\(raw.y) hold 20")
        }
    }

    /// The place in the view of a finger that the panel reports at `raw`.
    private func seen(_ line: Line, _ raw: (x: Double, y: Double)) throws -> (x: Double, y: Double) {
        let screen = try line.present(Widgets.whole)
        try line.draw("down 0 \(raw.x - 50),\(raw.y)")
        try line.draw("move 0 \(raw.x),\(raw.y)")
        let event = try screen.event("moved")
        try line.draw("up 0")
        try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        return (event["x"]?.doubleValue ?? -1, event["y"]?.doubleValue ?? -1)
    }

    private func isRight(_ line: Line) throws -> Bool {
        let found = try seen(line, Self.skew(900, 250))
        return abs(found.x - 900) < 1 && abs(found.y - 250) < 1
    }

    private func isAsReported(_ line: Line) throws -> Bool {
        let found = try seen(line, (900, 250))
        return abs(found.x - 900) < 1 && abs(found.y - 250) < 1
    }

    @Test func `an administrator keeps a trial by a call, and the exported rule is not applied a second time`() throws {
        var rule = ""
        var kept = ""
        try withLine { line in
            let (caller, screen) = try begin(line)
            try touch(line, screen, until: "trial")
            let program = try line.launch("touchctl", ["--socket", line.socket, "calibrate", "--confirm"])
            #expect(try program.end() == 0)
            #expect(try caller.last()["stage"] == "kept")
            let export = try line.launch("touchctl", ["--socket", line.socket, "calibrate", "--export"])
            #expect(try export.end() == 0)
            rule = try export.output.rest().first { $0.hasPrefix("ACTION") } ?? ""
            kept = try line.folder.text(of: "state/calibration.json")
        }
        let mark = "LIBINPUT_CALIBRATION_MATRIX}=\""
        let matrix = try #require(rule.split(separator: mark, maxSplits: 1).last).dropLast()
        // The panel as the rule makes it, with the calibration still stored, then without.
        try withLine(Line.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=\(matrix)"], startsDaemon: false)) { line in
            try line.folder.makeFolder("state")
            try line.folder.write(kept, to: "state/calibration.json")
            try line.startDaemon()
            #expect(try isRight(line))
            #expect(try !line.log().contains { $0.contains("not used") })
            try line.call("io.touchd.calibration.Reset")
            #expect(try isRight(line))
        }
        // With another matrix than the one it replaces, it is ignored, with a message.
        try withLine(Line.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1"], startsDaemon: false)) {
            line in
            try line.folder.makeFolder("state")
            try line.folder.write(kept, to: "state/calibration.json")
            try line.startDaemon()
            let found = try seen(line, (380, 550))
            #expect(abs(found.x - 900) < 1 && abs(found.y - 250) < 1, "\(found)")
            #expect(try line.log().contains { $0.contains("LIBINPUT_CALIBRATION_MATRIX changed") })
        }
    }

    @Test func `a terminal shows where to touch, or that no screen shows it`() throws {
        try withLine { line in
            func calibrate() throws -> Program {
                try line.launch("touchctl", ["--socket", line.socket, "calibrate"])
            }
            let alone = try calibrate()
            #expect(try alone.end() == 3)
            _ = try alone.errors.first { $0.contains("no front end serves the screen") }
            let requests = try line.stream("io.touchd.scene.Requests")
            _ = try requests.next()
            let shown = try calibrate()
            let wanted = try #require(try requests.next()["wanted"]?.objectValue)
            let screen = try line.stream("io.touchd.calibration.Show", ["request": wanted["id"]])
            try touch(line, screen, until: "")
            #expect(try shown.end() == 0)
            let lines = try shown.output.rest()
            #expect(lines.first == "touch target 1 of 5 on the screen, at 128, 80")
            #expect(lines.count == 8 && lines.last == "kept", "\(lines)")
        }
    }
}
