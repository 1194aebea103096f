import StrictJSON
import Testing
import TestSupport
import Varlink

/// `touchctl align` on a real panel: marks that a front end shows, and fingers on them.
@Suite struct AlignTests {
    /// Runs `touchctl align`; each mark is touched where it belongs.
    private func align(_ line: Line) throws -> (status: Int32, lines: [String], stages: [String]) {
        let (program, screen) = try line.showMarks { line in
            try line.launch("touchctl", ["--socket", line.socket, "align"])
        }
        let stages = try line.touchMarks(screen)
        return (try program.end(), try program.output.rest(), stages)
    }

    @Test func `marks that are touched where they belong are aligned, and nothing is stored`() throws {
        try withLine { line in
            let run = try align(line)
            #expect(run.status == 0)
            #expect(run.stages == Array(repeating: "aiming", count: 5) + ["measured"])
            #expect(run.lines.first == "touch the middle of mark 1 of 5, shown at 128, 80")
            #expect(run.lines.last?.hasPrefix("aligned: at most ") == true, "\(run.lines)")
            #expect(try line.call("io.touchd.calibration.List")["calibrations"] == [])
            #expect(try line.sees((900, 250), at: (900, 250)))
        }
    }
}
