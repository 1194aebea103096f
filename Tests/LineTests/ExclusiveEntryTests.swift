import Glibc
import StrictJSON
import TestSupport
import Testing

/// Panels grabbed by the daemon while a pattern is drawn, as seen by another reader.
///
/// The node of the test bed follows the rules of EVIOCGRAB; the virtual machine shows that the kernel does.
@Suite struct ExclusiveEntryTests {
    private static let place = "640,400"

    /// Another program that has the node open, such as a compositor.
    private struct Reader {
        private let program: Program

        init(_ line: Line) throws {
            program = try line.launch("touchd", ["--dump=json"])
            _ = try program.output.first { $0.contains(#""type":"device""#) }
        }

        /// The place of the next landing, in percent of the panel.
        func landing() throws -> (x: Double, y: Double) {
            let text = try program.output.first { $0.contains(#""phase":"began""#) }
            let contact = try JSONObject(parsing: text)["contacts"]?.arrayValue?[0].objectValue
            return (contact?["x"]?.doubleValue ?? -1, contact?["y"]?.doubleValue ?? -1)
        }

        /// Waits for a lift.
        func lift() throws { _ = try program.output.first { $0.contains(#""phase":"ended""#) } }

        var phases: Int { program.output.all.count { $0.contains(#""phase""#) } }
    }

    private func withLine(_ policy: String, _ body: (Line) throws -> Void) throws {
        try LineTests.withLine(Line.Setup(access: "group-frontend=\n[unlock]\nexclusive=\(policy)"), body)
    }

    private func held(_ line: Line) throws {
        _ = try line.daemon?.errors.first { $0.contains("panel 1 grabbed: no other program") }
    }

    private func free(_ line: Line) throws {
        _ = try line.daemon?.errors.first { $0.contains("panel 1 released") }
    }

    @Test func `another reader sees nothing of a drawing, and everything afterward`() throws {
        try withLine("yes") { line in
            let reader = try Reader(line)
            let screen = try line.present(Widgets.pattern())
            try held(line)
            try line.draw(dots: "1-2-3-6-9")
            try screen.event("result")
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            try free(line)
            try line.draw("tap \(Self.place)")
            let landing = try reader.landing()
            #expect(abs(landing.x - 50) < 1 && abs(landing.y - 50) < 1, "\(landing)")
        }
    }

    @Test func `without the setting another reader sees the drawing`() throws {
        try withLine("no") { line in
            let reader = try Reader(line)
            let screen = try line.present(Widgets.pattern())
            try line.draw(dots: "1-2-3-6-9")
            try screen.event("result")
            let landing = try reader.landing()
            #expect(landing.x < 45, "\(landing)")
        }
    }

    @Test func `a finger that is down delays the grab until it lifts, and others see it lift`() throws {
        try withLine("yes") { line in
            let reader = try Reader(line)
            try line.draw("down 5 \(Self.place)")
            _ = try reader.landing()
            let screen = try line.present(Widgets.pattern())
            try line.draw("up 5")
            try reader.lift()
            try held(line)
            let seen = reader.phases
            try line.draw(dots: "1-2-3-6-9")
            try screen.event("result")
            #expect(reader.phases == seen)
        }
    }

    @Test func `a finger that is down when the scene ends is hidden from others until it lifts`() throws {
        try withLine("yes") { line in
            let reader = try Reader(line)
            let screen = try line.present(Widgets.pattern())
            try held(line)
            try line.draw("down 5 \(Self.place)")
            try screen.event("began")
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            try line.draw("move 5 100,100")
            try line.draw("up 5")
            try free(line)
            #expect(reader.phases == 0)
            try line.draw("tap \(Self.place)")
            _ = try reader.landing()
        }
    }

    @Test func `the panels of a killed daemon are free for everyone`() throws {
        try withLine("yes") { line in
            let reader = try Reader(line)
            let screen = try line.present(Widgets.pattern())
            try held(line)
            line.daemon?.send(SIGKILL)
            _ = try line.daemon?.end()
            try line.draw("tap \(Self.place)")
            _ = try reader.landing()
            _ = screen
        }
    }
}
