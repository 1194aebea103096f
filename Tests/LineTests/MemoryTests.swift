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

    private static func files(_ line: Line) throws -> [UInt8] {
        let state = line.folder.path(of: "state")
        return try TemporaryFolder.names(in: state).flatMap { try TemporaryFolder.bytes(of: state + "/" + $0) }
    }

    @Test func `after an unlock the pattern is nowhere, in no form`() throws {
        let line = try Line()
        try line.enroll(dots: Self.drawing)
        let watching = try line.watching("io.touchd.result.Watch")
        let (screen, verification) = try line.asking(on: Widgets.pattern(settings: ["trail": "count"]))
        try line.draw(dots: Self.drawing)
        try screen.event("judged")
        #expect(try verification.last()["outcome"] == "passed")
        _ = try watching.next()
        let memory = try MemoryImage(of: try #require(line.daemon).process)
        #expect(memory.size > 1 << 20 && memory.names { _ in true }.contains("[stack]"))
        let replies = watching.all + verification.all + [screen.ready] + screen.events
        let others = [
            ("files", try Self.files(line), 8_192), ("log", Array(try line.log().joined(separator: "\n").utf8), 1),
            ("replies", Array(replies.map(\.description).joined().utf8), 4_096),
        ]
        for shape in LeakedShape.all {
            func isThere(_ bytes: [UInt8]) -> Bool { shape.isFound(Self.dots, Self.stroke, in: bytes) }
            #expect(memory.names(where: isThere) == [], "\(shape) in the memory")
            for (name, bytes, least) in others {
                #expect(bytes.count >= least && !isThere(bytes), "\(shape) in the \(name)")
            }
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

    @Test(arguments: LeakedShape.all) func `the same search finds each form that was planted`(shape: LeakedShape) {
        let rest = [UInt8](repeating: 0xa5, count: 4_096)
        let planted = shape.pieces(Self.dots, Self.stroke).flatMap { $0 }
        #expect(shape.isFound(Self.dots, Self.stroke, in: rest + planted + rest))
        #expect(!shape.isFound(Self.dots, Self.stroke, in: rest + rest))
    }
}
