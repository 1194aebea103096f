package import TouchCore

/// How long something took, counted in steps that grow roughly by two.
///
/// Precise enough to tell a good panel from a slow one, small enough to be kept forever. Recording allocates nothing.
package struct LatencyHistogram {
    /// Upper bounds of the steps; longer latencies are counted beyond the last.
    package static var bounds: [Interval] {
        let bounds = boundsMicroseconds
        return bounds.indices.map { .microseconds(bounds[$0]) }
    }
    /// Computed: a stored table is made at its first use, which each use checks, and because of which each record is guarded.
    private static var boundsMicroseconds: InlineArray<14, Int64> {
        [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 33_000, 66_000, 125_000, 250_000, 500_000, 1_000_000]
    }

    /// The count of each step; the last one is beyond every bound.
    package var counts: [Int] { steps.indices.map { steps[$0] } }
    private var steps = InlineArray<15, Int>(repeating: 0)
    /// The sum of all latencies; saturates.
    package var sum: Interval { .microseconds(sumMicroseconds) }
    /// The longest latency.
    package var longest: Interval { .microseconds(longestMicroseconds) }
    // Numbers: a call of another module would make the compiler guard the histogram.
    private var sumMicroseconds: Int64 = 0
    private var longestMicroseconds: Int64 = 0

    /// The number of latencies.
    package var count: Int { counts.reduce(0, +) }

    /// Counts one latency.
    ///
    /// A timestamp in the future, which virtual panels may have, counts as zero.
    mutating func record(_ latency: Interval) {
        let time = max(0, latency.microseconds)
        let bounds = Self.boundsMicroseconds
        // In order, so that the compiler makes comparisons with constants of it; most frames are in the first half.
        var step = time > bounds[6] ? 7 : 0
        while step < bounds.count, time > bounds[step] { step += 1 }
        steps[step] += 1
        let (sum, isOver) = sumMicroseconds.addingReportingOverflow(time)
        sumMicroseconds = isOver ? .max : sum
        longestMicroseconds = max(longestMicroseconds, time)
    }

    /// The latencies of both.
    func adding(_ other: LatencyHistogram) -> LatencyHistogram {
        var all = self
        for step in steps.indices { all.steps[step] += other.steps[step] }
        all.sumMicroseconds = sum.adding(other.sum).microseconds
        all.longestMicroseconds = max(longestMicroseconds, other.longestMicroseconds)
        return all
    }
}
