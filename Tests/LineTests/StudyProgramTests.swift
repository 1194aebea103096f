import StrictJSON
import Testing
import TestSupport

/// `touchctl study` with a finger on the panel.
@Suite struct StudyProgramTests {
    /// Taps until the program has ended, or has shown that text.
    private static func tap(_ place: String, on line: Line, until text: String? = nil, of program: Program) throws {
        for _ in 0..<500 where program.isRunning {
            if let text, program.output.all.contains(where: { $0.contains(text) }) { return }
            try line.draw("tap \(place)")
        }
    }

    @Test func `people who agree are measured, and the report counts the rounds`() throws {
        try withLine { line in
            let file = try line.folder.write("", to: "gesture.jsonl")
            let program = try line.launch(
                "touchctl", ["--socket", line.socket, "study", "gesture", "--rounds", "1", "--to", file])
            try Self.tap("300,560", on: line, until: "1 / 1", of: program)
            // Taps alone are never the sequence: each has a hold.
            try Self.tap("640,400", on: line, of: program)
            #expect(try program.end() == 0)
            let report = try line.launch("touchctl", ["study", "report", file])
            #expect(try report.end() == 0)
            let lines = try report.output.rest()
            #expect(lines.first == "1 round of 1 visit")
            #expect(lines.contains { $0.hasPrefix("gesture default tap: 0 of 1 solved") }, "\(lines)")
        }
    }

    @Test func `people who do not agree are not measured`() throws {
        try withLine { line in
            let file = try line.folder.write("", to: "none.jsonl")
            let program = try line.launch(
                "touchctl", ["--socket", line.socket, "study", "gesture", "--rounds", "1", "--to", file])
            try Self.tap("1000,560", on: line, of: program)
            #expect(try program.end() == 1)
            let report = try line.launch("touchctl", ["study", "report", file])
            _ = try report.end()
            #expect(try report.output.rest().first == "0 rounds of 0 visits")
        }
    }
}
