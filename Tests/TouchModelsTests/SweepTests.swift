import SeededNumbers
import TestSupport
import Testing
import TouchCore

@testable import TouchModels

/// The box around a line, which spares most dots a closer look.
@Suite struct SweepTests {
    /// How far a dot is from a line between two places.
    private static func distance(of dot: Point, from start: Point, to end: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let along = length > 0 ? ((dot.x - start.x) * dx + (dot.y - start.y) * dy) / length : 0
        let part = min(max(along, 0), 1)
        return dot.distance(to: Point(x: start.x + part * dx, y: start.y + part * dy))
    }

    @Test func `no dot that a line reaches is outside its box, on grids of every kind`() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<20_000 {
            var placement = GridPlacement.whole
            placement.scale = .random(in: 0.5...1, using: &random)
            placement.isMirrored = .random(using: &random)
            let grid = PatternGrid(
                rows: .random(in: 2...6, using: &random), columns: .random(in: 2...6, using: &random),
                size: Size(width: .random(in: 100...900, using: &random), height: 400), placement: placement)
            func place() -> Point {
                Point(x: .random(in: -200...1_100, using: &random), y: .random(in: -200...600, using: &random))
            }
            let start = place(), reach = 0.44 * grid.pitch
            let end = Bool.random(using: &random) ? place() : start.offset(dx: 3, dy: -2)
            let (columns, rows) = grid.dots(within: reach, ofLineFrom: start, to: end)
            let looked = Set(rows.flatMap { row in columns.map { grid.dot(column: $0, row: row) } })
            for dot in 0..<grid.count where !looked.contains(dot) {
                #expect(Self.distance(of: grid.center(of: dot), from: start, to: end) > reach)
            }
        }
    }

    @Test func `a short line between the dots has none in its box`() {
        let grid = PatternGrid(rows: 3, columns: 3, size: Size(width: 300, height: 300))
        let (columns, rows) = grid.dots(
            within: 30, ofLineFrom: Point(x: 98, y: 95), to: Point(x: 102, y: 99))
        #expect(columns.isEmpty && rows.isEmpty)
    }

    @Test(arguments: [1e308, -1e308]) func `no finite place is too far`(far: Double) {
        let grid = PatternGrid(rows: 3, columns: 3, size: Size(width: 300, height: 300))
        let (columns, rows) = grid.dots(within: 30, ofLineFrom: Point(x: far, y: far), to: Point(x: -far, y: 150))
        #expect(columns == 0..<3)
        #expect(rows == (far > 0 ? 1..<3 : 0..<2))
    }
}
