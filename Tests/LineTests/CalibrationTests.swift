import StrictJSON
import Testing
import TestSupport
import Varlink

/// Calibrating a panel from the first target to the state after a restart.
@Suite struct CalibrationTests {
    @Test func `an administrator keeps a trial by a call, and the exported rule is not applied a second time`() throws {
        var rule = ""
        var kept = ""
        try withLine { line in
            let (caller, screen) = try line.beginCalibration()
            try line.touchMarks(screen, until: "trial", SkewedPanel.skew)
            #expect(try line.touchctl("calibrate", "--confirm").status == 0)
            #expect(try caller.last()["stage"] == "kept")
            let export = try line.touchctl("calibrate", "--export")
            #expect(export.status == 0)
            rule = export.output.first { $0.hasPrefix("ACTION") } ?? ""
            kept = try line.folder.text(of: "state/calibration.json")
        }
        let mark = "LIBINPUT_CALIBRATION_MATRIX}=\""
        let matrix = try #require(rule.split(separator: mark, maxSplits: 1).last).dropLast()
        // The panel as the rule makes it, with the calibration still stored, then without.
        try withLine(Line.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=\(matrix)"], startsDaemon: false)) { line in
            try line.folder.makeFolder("state")
            try line.folder.write(kept, to: "state/calibration.json")
            try line.startDaemon()
            #expect(try SkewedPanel.isRight(line))
            #expect(try !line.log().contains { $0.contains("not used") })
            try line.call("io.touchd.calibration.Reset")
            #expect(try SkewedPanel.isRight(line))
        }
        // With another matrix than the one it replaces, it is ignored, with a message.
        try withLine(Line.Setup(properties: ["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1"], startsDaemon: false)) {
            line in
            try line.folder.makeFolder("state")
            try line.folder.write(kept, to: "state/calibration.json")
            try line.startDaemon()
            #expect(try line.sees((380, 550), at: (900, 250)))
            #expect(try line.log().contains { $0.contains("LIBINPUT_CALIBRATION_MATRIX changed") })
        }
    }

    @Test func `a terminal shows where to touch, or that no screen shows it`() throws {
        try withLine { line in
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
}
