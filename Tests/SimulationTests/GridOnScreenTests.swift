import Simulation
import StrictJSON
import TestSupport
import Testing

@Suite(.showsLogs) struct GridOnScreenTests {
    /// Dots as reported to a front end.
    private struct Dots: Equatable {
        var places: [[Double]]

        /// From parts, in pixels of the view; or from an event, with the corner of the widget.
        init(_ object: JSONObject?, from corner: (x: Double, y: Double) = (0, 0)) {
            places = (object?["dots"]?.arrayValue ?? []).map { dot in
                let dot = dot.objectValue ?? [:]
                return [corner.x + (dot["x"]?.doubleValue ?? .nan), corner.y + (dot["y"]?.doubleValue ?? .nan)]
            }
        }

        private var isMirrored: Bool { places[0][0] > places[2][0] }

        /// Three times the distance of two dots.
        var side: Double { abs(places[2][0] - places[0][0]) * 1.5 }

        /// The square around them, as touchsim writes it.
        var area: String {
            let left = min(places[0][0], places[2][0]) - side / 6
            return "\(left),\(places[0][1] - side / 6),\(side),\(side)"
        }

        /// The way over the places that draws those dots.
        func way(_ dots: String) -> String {
            guard isMirrored else { return dots }
            return dots.split(separator: "-").compactMap { Int($0) }
                .map { ($0 - 1) / 3 * 3 + 2 - ($0 - 1) % 3 + 1 }.map(String.init).joined(separator: "-")
        }
    }

    private let kiosk: Kiosk
    init() throws {
        kiosk = try Kiosk { $0.access = "group-frontend=\n[unlock]\nvary-grid=moved scaled mirrored" }
    }

    /// Draws for anna: first three other patterns, then hers, each on the last reported dots.
    private func unlock(_ kiosk: Kiosk, _ widget: JSON) throws -> (dots: [Dots], outcomes: [String]) {
        let (screen, verification) = try kiosk.asking(on: widget, ["maxAttempts": 4])
        var dots = [Dots(screen.parts(of: "pad"))]
        var outcomes: [String] = []
        for drawing in ["1-2-3-6-9", "7-4-5-6", "3-2-1-4-7", "1-4-8-5-9"] {
            let here = dots[dots.count - 1]
            try kiosk.draw(dots: here.way(drawing), in: here.area)
            let attempt = try verification.next()["attempt"]?.objectValue ?? [:]
            outcomes.append((attempt["reason"] ?? attempt["outcome"])?.stringValue ?? "?")
            dots.append(Dots(try screen.event("placed"), from: (320, 80)))
        }
        #expect(try verification.last()["outcome"] == "passed")
        try kiosk.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
        return (dots, outcomes)
    }

    @Test func `the administrator can have the grid moved for each drawing, and the pattern stays the same`()
        throws
    {
        try kiosk.enroll()
        let (dots, outcomes) = try unlock(kiosk, Widgets.pattern())
        #expect(outcomes == ["wrong_pattern", "wrong_pattern", "wrong_pattern", "passed"])
        for (index, one) in dots.enumerated() {
            for other in dots[..<index] { #expect(one != other) }
            #expect(one.side >= 0.6 * 640 - 0.001 && one.side <= 0.8 * 640 + 0.001)
            for place in one.places {
                #expect((320...960).contains(place[0]) && (80...720).contains(place[1]))
            }
        }
    }

    @Test func `a new pattern is drawn on the whole grid whatever the administrator's setting`() throws {
        let screen = try kiosk.present(Widgets.enrollment())
        #expect(Dots(screen.parts(of: "pad")).side == 640)
        try kiosk.draw(dots: "1-2")
        try screen.event("cleared")
        try kiosk.draw(dots: "1-2")
        try screen.event("cleared")
        #expect(!screen.names.contains("placed"))
    }
}
