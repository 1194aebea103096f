import Testing
import TouchCore
import TouchModels

/// The jump rule against an independent oracle: a table of the dots between, and a walk through all legal orders.
struct AllPatternsTests {
    /// The dot exactly between two dots of 3 × 3, written by hand from the picture of a phone.
    static let between: [[Int]: Int] = [
        [0, 2]: 1, [3, 5]: 4, [6, 8]: 7, [0, 6]: 3, [1, 7]: 4, [2, 8]: 5, [0, 8]: 4, [2, 6]: 4,
    ]

    /// Calls `visit` with every pattern that can be drawn, by length.
    static func walk(_ dots: inout [Int], _ visit: ([Int]) -> Void) {
        for next in 0..<9 where !dots.contains(next) {
            if let last = dots.last, let middle = between[[min(last, next), max(last, next)]], !dots.contains(middle) {
                continue
            }
            dots.append(next)
            visit(dots)
            walk(&dots, visit)
            dots.removeLast()
        }
    }

    @Test(arguments: StrokeDecoder.Rule.allCases)
    func `every one of the 389112 patterns decodes to itself when drawn with straight strokes`(
        rule: StrokeDecoder.Rule
    ) throws {
        var lock = try PatternLock(settings: ["decoder": .word(rule.rawValue)], size: Size(width: 300, height: 300))
        let centers = (0..<9).map(lock.grid.center(of:))
        var events = Events()
        var byLength = [Int](repeating: 0, count: 10)
        var wrong = 0
        var dots: [Int] = []
        Self.walk(&dots) { pattern in
            byLength[pattern.count] += 1
            guard pattern.count >= 4 else { return }
            if !Self.draw(pattern, centers, on: &lock, &events) { wrong += 1 }
        }
        #expect(byLength == [0, 9, 56, 320, 1_624, 7_152, 26_016, 72_912, 140_704, 140_704])
        #expect(byLength[4...].reduce(0, +) == 389_112)
        #expect(wrong == 0)
    }

    /// Draws through the centers, one sample per dot, and returns whether the lock read the same dots.
    static func draw(_ pattern: [Int], _ centers: [Point], on lock: inout PatternLock, _ events: inout Events) -> Bool {
        var time: Int64 = 0
        for (place, dot) in pattern.enumerated() {
            lock.finger(place == 0 ? .began : .moved, centers[dot], at: time, &events)
            time += 10_000
        }
        lock.finger(.ended, .zero, at: time, &events)
        let drawing = lock.entry?.parts ?? SecretSequence()
        let same = drawing.count == pattern.count && pattern.indices.allSatisfy { drawing[$0] == pattern[$0] }
        lock.settle(passed: true, at: Instant(microseconds: time), &events)
        events.removeAll()
        return same
    }

    @Test(arguments: [(0, 15, [5, 10]), (0, 3, [1, 2]), (0, 14, []), (1, 13, [5, 9]), (4, 6, [5]), (0, 6, [])])
    func `on four by four exactly the dots on the line lie between`(first: Int, second: Int, expected: [Int]) {
        let grid = PatternGrid(rows: 4, columns: 4, size: Size(width: 400, height: 400))
        let steps = grid.steps(from: first, to: second)
        #expect((1..<max(steps, 1)).map { grid.dot(from: first, to: second, step: $0, of: steps) } == expected)
    }
}
