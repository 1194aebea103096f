package import SeededNumbers

/// All patterns of four to nine dots on 3 × 3.
package struct PatternSpace: Sendable {
    /// Which patterns are drawn.
    package enum Population: String, CaseIterable, Sendable {
        /// Each of the 389,112 as often as every other: long, with many knight's moves.
        case uniform
        /// Steps between neighbors only, straight or diagonal, as long as people's: 36, 23, 12, 12, 4, 12 of 99 have
        /// four to nine dots (Løge, Tell Me Who You Are and I Will Tell You Your Unlock Pattern, NTNU 2015).
        case human
    }

    /// Every pattern, each a list of dots, in the order of the walk.
    package let all: [[UInt8]]
    private let neighborly: [[[UInt8]]]
    private static let lengths = [0, 0, 0, 0, 36, 23, 12, 12, 4, 12]

    /// Walks through all of them.
    package init() {
        var found: [[UInt8]] = []
        found.reserveCapacity(389_112)
        var dots: [UInt8] = []
        Self.walk(&dots) { if $0.count >= 4 { found.append($0) } }
        all = found
        neighborly = (0...9).map { length in
            found.filter { $0.count == length && zip($0, $0.dropFirst()).allSatisfy(Self.areNeighbors) }
        }
    }

    /// Draws one pattern.
    package func draw(_ population: Population, using random: inout SplitMix64) -> [UInt8] {
        switch population {
        case .uniform: return all[random.below(all.count)]
        case .human:
            var ticket = random.below(Self.lengths.reduce(0, +))
            let length = Self.lengths.firstIndex { share in
                ticket -= share
                return ticket < 0
            }
            let choices = neighborly[length ?? 4]
            return choices[random.below(choices.count)]
        }
    }

    private static func areNeighbors(_ first: UInt8, _ second: UInt8) -> Bool {
        let (a, b) = (Int(first), Int(second))
        return abs(a % 3 - b % 3) <= 1 && abs(a / 3 - b / 3) <= 1
    }

    private static func walk(_ dots: inout [UInt8], _ visit: ([UInt8]) -> Void) {
        for next in UInt8(0)..<9 where !dots.contains(next) {
            if let last = dots.last, let middle = middle(of: Int(last), Int(next)), !dots.contains(middle) { continue }
            dots.append(next)
            visit(dots)
            walk(&dots, visit)
            dots.removeLast()
        }
    }

    /// The dot exactly between two dots, if there is one.
    private static func middle(of first: Int, _ second: Int) -> UInt8? {
        let even = (first % 3 + second % 3) % 2 == 0 && (first / 3 + second / 3) % 2 == 0
        return even ? UInt8((first + second) / 2) : nil
    }
}
