package import TouchCore

/// How long something took, counted in steps that grow roughly by two.
///
/// Precise enough to tell a good panel from a slow one, small enough to be kept forever. Recording allocates nothing.
package struct LatencyHistogram {
    /// Upper bounds of the steps; longer latencies are counted beyond the last.
    package static var bounds: [Interval] { boundsMicroseconds.map(Interval.init(microseconds:)) }
    /// Numbers, so that the compiler lays the table out: an array of Intervals is made at its first use, which each use checks.
    private static let boundsMicroseconds: [Int64] = [
        100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 33_000, 66_000, 125_000, 250_000, 500_000, 1_000_000,
    ]

    /// The count of each step; the last one is beyond every bound.
    package var counts: [Int] { steps.indices.map { steps[$0] } }
    private var steps = InlineArray<15, Int>(repeating: 0)
    /// The sum of all latencies; saturates.
    package private(set) var sum = Interval.zero
    /// The longest latency.
    package private(set) var longest = Interval.zero

    /// The number of latencies.
    package var count: Int { counts.reduce(0, +) }

    /// Counts one latency.
    ///
    /// A timestamp in the future, which virtual panels may have, counts as zero.
    mutating func record(_ latency: Interval) {
        let time = max(.zero, latency)
        let bounds = Self.boundsMicroseconds
        var step = 0
        while step < bounds.count, time.microseconds > bounds[step] { step += 1 }
        steps[step] += 1
        sum = sum.adding(time)
        longest = max(longest, time)
    }

    /// The latencies of both.
    func adding(_ other: LatencyHistogram) -> LatencyHistogram {
        var all = self
        for step in steps.indices { all.steps[step] += other.steps[step] }
        all.sum = sum.adding(other.sum)
        all.longest = max(longest, other.longest)
        return all
    }
}
