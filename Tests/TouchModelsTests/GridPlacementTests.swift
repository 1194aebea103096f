import SeededNumbers
import TestSupport
import Testing
import TouchCore
@testable import TouchModels

/// Grids that move for each drawing.
struct GridPlacementTests {
    /// All eight choices of what varies.
    static let variations = (0..<8).map { bits in
        var variation = GridVariation()
        variation.isMoved = bits & 1 != 0
        variation.isScaled = bits & 2 != 0
        variation.isMirrored = bits & 4 != 0
        return variation
    }

    private static func lock(_ settings: Settings = [:], width: Double = 300, height: Double = 300) throws
        -> PatternLock
    {
        try PatternLock(settings: settings, size: Size(width: width, height: height))
    }

    @Test(arguments: StrokeDecoder.Rule.allCases)
    func `a pattern is the same wherever its grid lies`(rule: StrokeDecoder.Rule) throws {
        var patterns: [[Int]] = []
        var dots: [Int] = []
        var count = 0
        AllPatternsTests.walk(&dots) { pattern in
            count += 1
            if pattern.count >= 4, count % 1_500 == 0 { patterns.append(pattern) }
        }
        #expect(patterns.count > 250)
        var random = SplitMix64(seed: 7)
        var events = Events()
        var (drawn, wrong) = (0, 0)
        for variation in Self.variations {
            for _ in 0..<8 {
                var lock = try Self.lock(["decoder": .word(rule.rawValue)], width: 320, height: 280)
                lock.place(variation.placement(minScale: 0, using: &random))
                let centers = (0..<9).map(lock.grid.center(of:))
                for pattern in patterns {
                    drawn += 1
                    if !AllPatternsTests.draw(pattern, centers, on: &lock, &events) { wrong += 1 }
                }
            }
        }
        #expect(drawn == 64 * patterns.count)
        #expect(wrong == 0)
    }

    @Test func `a mirrored grid has its first dot at the right, and a drawing at the same places is another pattern`()
        throws
    {
        var lock = try Self.lock()
        lock.place(GridPlacement(scale: 1, left: 0, above: 0, isMirrored: true))
        #expect(lock.grid.center(of: 0) == Point(x: 250, y: 50))
        #expect(lock.grid.nearestDot(to: Point(x: 10, y: 290)) == 8)
        let whole = try Self.lock()
        var events = Events()
        #expect(!AllPatternsTests.draw([0, 3, 6, 7, 8], (0..<9).map(whole.grid.center(of:)), on: &lock, &events))
    }

    @Test func `no cell leaves the widget, and dots keep their distance`() {
        var random = SplitMix64(seed: 11)
        for variation in Self.variations {
            for _ in 0..<2_000 {
                let size = Size(
                    width: .random(in: 40...2_000, using: &random), height: .random(in: 40...2_000, using: &random))
                let (rows, columns) = (Int.random(in: 2...6, using: &random), Int.random(in: 2...6, using: &random))
                let full = PatternGrid(rows: rows, columns: columns, size: size).pitch
                let least = Double.random(in: 0...300, using: &random)
                let placement = variation.placement(minScale: least / full, using: &random)
                let grid = PatternGrid(rows: rows, columns: columns, size: size, placement: placement)
                for dot in 0..<grid.count {
                    let center = grid.center(of: dot)
                    #expect(center.x - grid.pitchX / 2 >= -1e-9 && center.x + grid.pitchX / 2 <= size.width + 1e-9)
                    #expect(center.y - grid.pitchY / 2 >= -1e-9 && center.y + grid.pitchY / 2 <= size.height + 1e-9)
                    #expect(grid.nearestDot(to: center) == dot)
                }
                #expect(grid.pitch >= min(least, full) - 1e-9 && grid.pitch >= 0.6 * full - 1e-9)
            }
        }
    }

    @Test func `each choice varies its own property over the whole range, and nothing else`() {
        var random = SplitMix64(seed: 13)
        for variation in Self.variations {
            let placements = (0..<4_000).map { _ in variation.placement(minScale: 0, using: &random) }
            func tenths(_ part: (GridPlacement) -> Double) -> Set<Int> { Set(placements.map { Int(part($0) * 10) }) }
            #expect(tenths(\.left).isSuperset(of: variation.isMoved ? Set(0...9) : [5]))
            #expect(tenths(\.above).isSuperset(of: variation.isMoved ? Set(0...9) : [5]))
            #expect(variation.isMoved || tenths(\.left) == [5] && tenths(\.above) == [5])
            let most = variation.isMoved ? 0.8 : 1
            let scales = placements.map(\.scale)
            #expect(scales.max()! > most - 0.01 && scales.max()! <= most)
            #expect(variation.isScaled ? scales.min()! < 0.61 && scales.min()! >= 0.6 : scales.min() == most)
            let mirrored = placements.count { $0.isMirrored }
            #expect(variation.isMirrored ? (1_800...2_200).contains(mirrored) : mirrored == 0)
        }
    }

    /// A lock that varies everything, after a drawing of two dots that was too short.
    private func lockAfterError(_ events: inout Events) throws -> PatternLock {
        var lock = try Self.lock(["moved": .bool(true), "scaled": .bool(true), "mirrored": .bool(true)])
        _ = AllPatternsTests.draw([0, 1], (0..<9).map(lock.grid.center(of:)), on: &lock, &events)
        return lock
    }

    @Test func `a wrong drawing stays in place and accepts no finger until the dots have moved`() throws {
        var events = Events()
        var lock = try lockAfterError(&events)
        let before = lock.grid
        #expect(lock.accepts(.zero))
        lock.prepare(GridPlacement(scale: 0.6, left: 0, above: 1, isMirrored: true))
        #expect(!lock.accepts(.zero) && !lock.takesLandings)
        #expect(lock.grid == before)
        let deadline = try #require(lock.nextDeadline)
        lock.tick(at: deadline, &events)
        #expect(lock.accepts(.zero))
        #expect(events.list.map(\.name) == ["cleared", "placed"])
        #expect(lock.grid.center(of: 0) == Point(x: 150, y: 150))
        #expect(events.fields(of: events.list[1]).map(\.key) == ["dots", "hitRadius"])
        #expect(events.fields(of: events.list[1]).first?.value == .points((0..<9).map(lock.grid.center(of:))))
    }

    @Test func `a cancelled gesture moves nothing`() throws {
        var lock = try Self.lock(["moved": .bool(true)])
        var events = Events()
        lock.finger(.began, lock.grid.center(of: 0), &events)
        lock.finger(.cancelled, .zero, &events)
        let before = lock.grid
        lock.prepare(GridPlacement(scale: 0.7, left: 0, above: 0, isMirrored: false))
        _ = AllPatternsTests.draw([0, 3, 4, 5], (0..<9).map(before.center(of:)), on: &lock, &events)
        #expect(lock.grid == before)
    }

    @Test func `only dots that may be mirrored must be numbered`() throws {
        #expect(try Self.lock(["moved": .bool(true)]).layout.map(\.name) == ["dots", "hitRadius"])
        #expect(try Self.lock(["mirrored": .bool(true)]).layout.map(\.name) == ["dots", "hitRadius", "numbered"])
    }

    @Test(arguments: ["moved", "scaled", "mirrored"])
    func `a new pattern is drawn on the whole grid`(key: String) throws {
        let settings: Settings = ["purpose": .word("enroll"), key: .bool(true)]
        #expect(throws: SettingError.impossible(key: key, reason: "a new pattern is drawn on the whole grid")) {
            try Self.lock(settings)
        }
        #expect(throws: SettingError.wrongType(key: key, wanted: "true or false")) { try Self.lock([key: .number(1)]) }
    }
}
