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

    @Test func `the buttons of the scene work meanwhile, and the panel is released when the front end disconnects`()
        throws
    {
        try withLine("yes") { line in
            let screen = try line.present(
                Widgets.pattern(), ["id": "cancel", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100])
            try held(line)
            try line.draw("tap 50,50")
            #expect(try screen.event("pressed")["widget"] == "cancel")
            screen.hangUp()
            try free(line)
        }
    }

    @Test func `a reply says whether others could see the drawing`() throws {
        try withLine("yes") { line in
            try line.enroll()
            let alone = try line.verify(drawing: "1-4-8-5-9")
            #expect(alone.first?["attempt"]?.objectValue?["exclusive"] == true)
            // A second finger rests on the panel all the time, so it cannot be grabbed.
            try line.draw("down 5 1270,790")
            let seen = try line.verify(drawing: "1-4-8-5-9")
            #expect(seen.first?["attempt"]?.objectValue?["exclusive"] == false)
            #expect(seen.last?["outcome"] == "passed")
        }
    }

    @Test func `where it is required, a drawing that others could see is rejected`() throws {
        try withLine("require") { line in
            try line.enroll()
            try line.draw("down 5 1270,790")
            let seen = try line.verify(drawing: "1-4-8-5-9")
            #expect(seen.first?["attempt"]?.objectValue?["reason"] == "not_exclusive")
            #expect(seen.last?["outcome"] == "failed")
            let users = try line.call("io.touchd.unlock.Users")["users"]?.arrayValue ?? []
            #expect(users.first?.objectValue?["failedAttempts"] == 0)
            try line.draw("up 5")
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        }
    }

    /// A program that grabs the node until it is told to end.
    static func robber(_ line: Line) throws -> Program {
        let script = """
            import fcntl, os, sys
            node = os.open(sys.argv[1], os.O_RDONLY)
            fcntl.ioctl(node, 0x40044590, 1)
            print("taken", flush=True)
            while os.read(node, 4096): pass
            """
        let node = try line.devices().first?["node"]?.stringValue ?? ""
        let program = try line.launch("/usr/bin/python3", ["-c", script, node])
        _ = try program.output.first { $0 == "taken" }
        return program
    }

    @Test func `where it is required, the caller learns at once that another program has grabbed the panel`() throws {
        try withLine("require") { line in
            try line.enroll()
            let robber = try Self.robber(line)
            let screen = try line.present(Widgets.pattern())
            let verification = try line.stream(
                "io.touchd.unlock.Verify", ["user": "anna", "scene": .string(screen.scene), "widget": "pad"])
            let last = try verification.last()
            #expect(last["outcome"] == "failed" && last["reason"] == "panel_held", "\(last)")
            let result = try line.call("io.touchd.result.Get", ["id": last["result"]])["result"]?.objectValue
            #expect(result?["reason"] == "panel_held")
            robber.stop()
            #expect(try line.verify(drawing: "1-4-8-5-9").last?["outcome"] == "passed")
        }
    }

    @Test func `where it is not required, the end of the wait says that another program has grabbed the panel`() throws
    {
        try withLine("yes") { line in
            try line.enroll()
            let robber = try Self.robber(line)
            let screen = try line.present(Widgets.pattern())
            _ = try line.daemon?.errors.first { $0.contains("panel 1 is grabbed by another program") }
            let verification = try line.stream(
                "io.touchd.unlock.Verify",
                [
                    "user": "anna", "scene": .string(screen.scene), "widget": "pad", "timeoutUSec": 1_000_000,
                ])
            let last = try verification.last()
            #expect(last["outcome"] == "expired" && last["reason"] == "panel_held", "\(last)")
            robber.stop()
        }
    }
}
