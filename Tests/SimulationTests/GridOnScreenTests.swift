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

    @Test func `the administrator can have the grid moved for each drawing, and the pattern stays the same`()
        throws
    {
        let kiosk = try Kiosk.ofAnna { $0.access = "group-frontend=\n[unlock]\nvary-grid=moved scaled mirrored" }
        let (screen, verification) = try kiosk.asking(on: Widgets.pattern(), ["maxAttempts": 4])
        var dots = [Dots(screen.parts(of: "pad"))]
        var outcomes: [String] = []
        // Three other patterns, then hers, each on the last reported dots.
        for drawing in ["1-2-3-6-9", "7-4-5-6", "3-2-1-4-7", "1-4-8-5-9"] {
            let here = dots[dots.count - 1]
            try kiosk.draw(dots: here.way(drawing), in: here.area)
            let attempt = try verification.next()["attempt"]?.objectValue ?? [:]
            outcomes.append((attempt["reason"] ?? attempt["outcome"])?.stringValue ?? "?")
            dots.append(Dots(try screen.event("placed"), from: (320, 80)))
        }
        #expect(try verification.last()["outcome"] == "passed")
        #expect(outcomes == ["wrong_pattern", "wrong_pattern", "wrong_pattern", "passed"])
        for (index, one) in dots.enumerated() {
            for other in dots[..<index] { #expect(one != other) }
            #expect(one.side >= 0.6 * 640 - 0.001 && one.side <= 0.8 * 640 + 0.001)
            for place in one.places {
                #expect((320...960).contains(place[0]) && (80...720).contains(place[1]))
            }
        }
    }
}
