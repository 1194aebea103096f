import StrictJSON
import Testing
import TestSupport

@Suite(.showsLogs) struct CalibrationTests {
    @Test func `an administrator keeps a trial by a call, and the exported rule is not applied a second time`() throws {
        let line = try Line()
        let (caller, screen) = try line.beginCalibration()
        try line.touchMarks(screen, until: "trial", SkewedPanel.skew)
        #expect(try line.touchctl("calibrate", "--confirm").status == 0)
        #expect(try caller.last()["stage"] == "kept")
        let export = try line.touchctl("calibrate", "--export")
        #expect(export.status == 0)
        let rule = export.output.first { $0.hasPrefix("ACTION") } ?? ""
        let kept = try line.folder.text(of: "state/calibration.json")
        let matrix = try #require(rule.split(separator: "LIBINPUT_CALIBRATION_MATRIX}=\"", maxSplits: 1).last)
            .dropLast()
        /// Another one whose panel has that matrix, with the calibration still stored.
        func another(matrix: some StringProtocol) throws -> Line {
            let properties = ["LIBINPUT_CALIBRATION_MATRIX=\(matrix)"]
            let line = try Line(Line.Setup(properties: properties, startsDaemon: false))
            try line.folder.write(kept, to: "state/calibration.json")
            try line.startDaemon()
            return line
        }
        // The panel as the rule makes it, with the calibration and without.
        let same = try another(matrix: matrix)
        #expect(try SkewedPanel.isRight(same))
        #expect(try !same.log().contains { $0.contains("not used") })
        try same.call("io.touchd.calibration.Reset")
        #expect(try SkewedPanel.isRight(same))
        // With another matrix than the one it replaces, it is ignored, with a message.
        let other = try another(matrix: "-1 0 1 0 -1 1")
        #expect(try other.sees((380, 550), at: (900, 250)))
        #expect(try other.log().contains { $0.contains("LIBINPUT_CALIBRATION_MATRIX changed") })
    }

    @Test func `a terminal shows where to touch, or that no screen shows it`() throws {
        let line = try Line()
        let alone = try line.touchctl("calibrate")
        #expect(alone.status == 3 && alone.errors.contains { $0.contains("no front end serves the screen") })
        let (shown, screen) = try line.showMarks {
            try $0.launch("touchctl", ["--socket", $0.socket, "calibrate"])
        }
        try line.touchMarks(screen, SkewedPanel.skew)
        #expect(try shown.end() == 0)
        let lines = try shown.output.rest()
        #expect(lines.first == "touch target 1 of 5 on the screen, at 128, 80")
        #expect(lines.count == 8 && lines.last == "kept", "\(lines)")
    }
}
