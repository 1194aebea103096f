import Testing

/// `touchctl measure` beside a daemon that reads the same panel.
@Suite struct MeasureTests {
    private func measure(_ line: Line, _ command: String) throws -> [String] {
        let program = try line.launch("touchctl", ["measure", "event20", "--seconds", "3"])
        // It prints nothing until the end, so the panel is touched as long as it runs.
        while program.isRunning { try line.draw(command) }
        #expect(try program.end() == 0)
        return try program.output.rest()
    }

    @Test func `ghosts of a live panel are counted, and a minimum life is proposed`() throws {
        try withLine { line in
            let lines = try measure(line, "tap 640,400 hold 1")
            #expect(lines.first?.contains("event20  touchsim panel") == true, "\(lines)")
            #expect(lines.contains { $0.contains("min-life=") && $0.contains("too short to be fingers") }, "\(lines)")
        }
    }
}
