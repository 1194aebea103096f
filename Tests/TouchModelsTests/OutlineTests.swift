import TouchModels
import TestSupport
import Testing
import TouchCore

struct OutlineTests {
    @Test func `the jigsaw piece has a box of exactly 40 by 40`() {
        let polygon = Outline.puzzle.polygon()
        #expect(Outline.puzzle.size == Size(width: 40, height: 40))
        let (x, y) = (polygon.map(\.x), polygon.map(\.y))
        for (found, wanted) in [(x.min(), 0.0), (x.max(), 40), (y.min(), 0), (y.max(), 40)] {
            #expect(abs((found ?? .nan) - wanted) < 1e-9)
        }
    }

    @Test func `the jigsaw piece covers 1024 square pixels, because tabs and notches cancel`() {
        #expect(abs(Outline.puzzle.area - 1_024) < 0.01)
    }

    @Test func `the corners of a shape lie where it is placed`() throws {
        let square = try Outline(path: "M0 0 H40 V50 H0 Z")
        #expect(
            square.polygon(at: Point(x: 7, y: 9))
                == [Point(x: 7, y: 9), Point(x: 47, y: 9), Point(x: 47, y: 59), Point(x: 7, y: 59)])
    }

    @Test func `the box of a shape begins at 0, 0 wherever its path lies`() throws {
        let there = try Outline(path: "M100 200 L140 200 L120 250 Z")
        #expect(there == (try Outline(path: "M0 0 L40 0 L20 50 Z")))
    }

    @Test(
        arguments: [
            "m0 0h40v50h-40z", "M0,0L40,0 40,50 0,50", "M0 0\tL+40.0-0L40 50\nL0 50Z", "M 0 0 40 0 40 50 0 50 z",
            "M0 0C10 0 30 0 40 0V50H0Z",
        ])
    func `one shape can be written in many ways`(path: String) throws {
        #expect(try Outline(path: path).area == 2_000)
    }

    @Test func `a curve is replaced by chords within the tolerance`() throws {
        // A circle of radius 30 from four cubics: its area is off by less than its circumference times the tolerance.
        let handle = 30 * 0.5522847498
        let circle = try Outline(
            path: "M60 30 c0 \(handle) \(handle - 30) 30 -30 30 c\(-handle) 0 -30 \(handle - 30) -30 -30 "
                + "c0 \(-handle) \(30 - handle) -30 30 -30 c\(handle) 0 30 \(30 - handle) 30 30 z")
        #expect(abs(circle.area - .pi * 900) < 2 * .pi * 30 * Outline.tolerance)
        #expect(circle.size == Size(width: 60, height: 60))
    }

    @Test(
        arguments: [
            ("", "a path begins with M"), ("40 40", "a path begins with M"), ("L40 0", "a path begins with M"),
            ("M0 0 Q1 1 2 2", "byte 5: only L, H, V, C and one Z can come here"),
            ("M0 0 H40 M1 1", "byte 9: only L, H, V, C and one Z can come here"),
            ("M0 0 A5 5 0 0 0 1 1", "byte 5: only L, H, V, C and one Z can come here"),
            ("M0 0 L40", "byte 8: a number is missing"), ("M0 nan", "byte 3: a number is missing"),
            ("M0 0 L1e9 0", "byte 7: a number is missing"),
            ("M0 0 L20000 0", "byte 6: a place lies beyond -10000.0 to 10000.0"),
            ("M0 0 h9999 h9999", "byte 12: a place lies beyond -10000.0 to 10000.0"),
            ("M0 0 H40 V40 H0 Z L1 1", "byte 18: nothing can come after Z"),
            ("M0 0 H40 V40 H0 Zé", "byte 17: nothing can come after Z"),
            ("M0 0 L40 0", "1 segments, allowed are 2 to 32"),
            ("M0 0" + String(repeating: " L1 1", count: 33), "33 segments, allowed are 2 to 32"),
            ("M0 0 H39 V40 H0 Z", "it is 39.0 by 40.0 pixels, each side may have 40.0 to 512.0"),
            ("M0 0 H40 V513 H0 Z", "it is 40.0 by 513.0 pixels, each side may have 40.0 to 512.0"),
            ("M0 0 H40 L40 1 L1 1 L1 40 H0 Z", "it covers 5.0 % of its box, at least 25.0 % are needed"),
            (String(repeating: " ", count: 2_049), "the path has 2049 bytes, at most 2048 are allowed"),
        ])
    func `an invalid path is rejected with the reason and the place`(path: String, reason: String) {
        #expect(throws: OutlineError(reason)) { try Outline(path: path) }
    }

    @Test func `places that are not finite are rejected and nothing traps`() {
        let far = Point(x: .greatestFiniteMagnitude, y: -.greatestFiniteMagnitude)
        let nowhere = Point(x: .nan, y: .infinity)
        for corner in [far, nowhere] {
            #expect(throws: OutlineError.self) {
                try Outline(from: .zero, [.curve(corner, far, to: nowhere), .line(to: far), .line(to: .zero)])
            }
        }
    }
}
