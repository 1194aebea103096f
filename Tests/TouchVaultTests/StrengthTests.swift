import Testing

@testable import TouchVault

struct StrengthTests {
    /// The most common patterns and their scores (computed from the authors' formula).
    static let vectors: [([Int], Double)] = [
        ([0, 3, 6, 7, 8], 0.236), ([0, 1, 2, 5, 8], 0.236), ([0, 1, 4, 7, 8], 0.236), ([0, 1, 2, 4, 6, 7, 8], 0.337),
        ([6, 3, 0, 4, 2, 5, 8], 0.337), ([0, 4, 8, 5, 2, 6], 0.348), ([0, 1, 2, 5, 8, 7, 6, 3], 0.389),
        ([0, 1, 2, 5, 4, 3, 6, 7, 8], 0.442),
    ]

    @Test(arguments: vectors)
    func `the most common patterns have the published score and are weak`(dots: [Int], score: Double) throws {
        let found = Strength.score(of: dots)
        #expect(abs(found - score) < 0.0005)
        #expect(Strength(try pattern(dots)) == .weak)
    }

    @Test func `the scores of all patterns lie between 0.1753 and 0.990`() throws {
        var (lowest, highest, all) = (1.0, 0.0, 0)
        func visit(_ dots: [Int]) {
            if dots.count >= 4 {
                let score = Strength.score(of: dots)
                (lowest, highest) = (min(lowest, score), max(highest, score))
                all += 1
            }
            guard dots.count < 6 else { return }
            for next in 0..<9 where !dots.contains(next) {
                if let last = dots.last, (last % 3 + next % 3).isMultiple(of: 2),
                    (last / 3 + next / 3).isMultiple(of: 2),
                    !dots.contains((last + next) / 2)
                {
                    continue
                }
                visit(dots + [next])
            }
        }
        visit([])
        // Of up to six dots; longer ones take too long for an ordinary test.
        #expect(all == 34_792)
        #expect(abs(lowest - 0.1753) < 0.0001)
        #expect(highest <= 0.9901)
    }

    @Test func `other grids have no strength`() throws {
        #expect(Strength(try pattern([0, 1, 2, 3], rows: 4, columns: 4)) == nil)
    }
}
