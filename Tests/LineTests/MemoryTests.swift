import StrictJSON
import Testing
import TestSupport

/// What is left of a pattern after it was enrolled and drawn: nothing, in memory, files, log and replies.
@Suite(.needsRoot, .showsLogs) struct MemoryTests {
    /// Nine dots, so that no other bytes match by chance; counted from 1.
    private static let drawing = "2-1-4-7-5-8-9-6-3"
    private static let dots = drawing.split(separator: "-").compactMap { Int($0) }.map { $0 - 1 }

    /// The path of a stroke over them, in the view and on the panel of touchsim (4096 × 2560 units).
    private static let stroke: LeakedShape.Stroke = {
        let view = dots.map { dot in
            (x: 320 + (Double(dot % 3) + 0.5) * 640 / 3, y: 80 + (Double(dot / 3) + 0.5) * 640 / 3)
        }
        return LeakedShape.Stroke(
            view: view, panel: view.map { (x: Int($0.x / 1_280 * 4_095), y: Int($0.y / 800 * 2_559)) })
    }()

    private struct Remains {
        var memory: MemoryImage
        var files: [UInt8]
        var log: [UInt8]
        /// The bytes on the sockets.
        var transcript: [UInt8]
    }

    private func draw(on line: Line) throws -> Remains {
        try line.enroll(dots: Self.drawing)
        let relay = try Relay(to: line.socket, at: line.folder.path(of: "relay.sock"))
        let watching = try Stream("io.touchd.result.Watch", [:], on: relay.path)
        _ = try watching.next()
        let widgets: JSONObject = ["widgets": [Widgets.pattern(settings: ["trail": "count"])]]
        let screen = try Presentation(showing: Stream("io.touchd.scene.Present", widgets, on: relay.path))
        let verification = try Stream(
            "io.touchd.unlock.Verify",
            ["user": "anna", "scene": .string(screen.scene), "widget": "pad", "maxAttempts": 2], on: relay.path)
        _ = try verification.next()
        try line.draw(dots: Self.drawing)
        try screen.event("judged")
        #expect(try verification.last()["outcome"] == "passed")
        _ = try watching.next()
        let daemon = try #require(line.daemon)
        return Remains(
            memory: try MemoryImage(of: daemon.process), files: try Self.files(line),
            log: Array(try line.log().joined(separator: "\n").utf8), transcript: relay.bytes)
    }

    private static func files(_ line: Line) throws -> [UInt8] {
        let state = line.folder.path(of: "state")
        return try TemporaryFolder.names(in: state).flatMap { try TemporaryFolder.bytes(of: state + "/" + $0) }
    }

    @Test func `after an unlock the pattern is nowhere, in no form`() throws {
        let line = try Line()
        let remains = try draw(on: line)
        #expect(remains.memory.size > 1 << 20 && remains.files.count > 8_192)
        #expect(remains.memory.names { _ in true }.contains("[stack]"))
        // Whole calls and replies, both ways.
        let said = String(decoding: remains.transcript, as: UTF8.self)
        #expect(said.contains("\"io.touchd.unlock.Verify\"") && said.contains("\"outcome\":\"passed\""))
        #expect(!remains.log.isEmpty && remains.transcript.count > 8_192)
        for shape in LeakedShape.allCases {
            func isThere(_ bytes: [UInt8]) -> Bool { shape.isFound(Self.dots, Self.stroke, in: bytes) }
            #expect(remains.memory.names(where: isThere) == [], "\(shape) in the memory")
            #expect(!isThere(remains.files), "\(shape) in the files")
            #expect(!isThere(remains.log), "\(shape) in the log")
            #expect(!isThere(remains.transcript), "\(shape) on the sockets")
        }
    }

    @Test func `a stroke on a widget that is not secret is in the ring, so the search would find it there`() throws {
        let line = try Line()
        let screen = try line.present(Widgets.button)
        try line.draw(dots: Self.drawing)
        try screen.event("pressed", "cancelled")
        let image = try MemoryImage(of: try #require(line.daemon).process)
        #expect(!image.names { LeakedShape.ringPlaces.isFound(Self.dots, Self.stroke, in: $0) }.isEmpty)
    }

    @Test(arguments: LeakedShape.allCases) func `the same search finds each form that was planted`(shape: LeakedShape) {
        let rest = [UInt8](repeating: 0xa5, count: 4_096)
        let planted = shape.pieces(Self.dots, Self.stroke).flatMap { $0 }
        #expect(shape.isFound(Self.dots, Self.stroke, in: rest + planted + rest))
        #expect(!shape.isFound(Self.dots, Self.stroke, in: rest + rest))
    }
}
