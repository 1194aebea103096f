/// How long something took, counted in steps that grow roughly by two.
///
/// Precise enough to tell a good panel from a slow one, small enough to be kept forever. Recording allocates nothing.
struct LatencyHistogram {
    /// Upper bounds of the steps, in microseconds; longer latencies are counted beyond the last.
    static let boundsMicroseconds: [Int64] = [
        100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 33_000, 66_000, 125_000, 250_000, 500_000, 1_000_000,
    ]

    /// The count of each step; the last one is beyond every bound.
    var counts: [Int] { steps.indices.map { steps[$0] } }
    private var steps = InlineArray<15, Int>(repeating: 0)
    /// The sum of all latencies, in microseconds.
    private(set) var sumMicroseconds: Int64 = 0
    /// The longest latency, in microseconds.
    private(set) var maxMicroseconds: Int64 = 0

    /// The number of latencies.
    var count: Int { counts.reduce(0, +) }

    /// Counts one latency.
    ///
    /// A timestamp in the future, which virtual panels may have, counts as zero.
    mutating func record(microseconds: Int64) {
        let time = max(0, microseconds)
        let bounds = Self.boundsMicroseconds
        var step = 0
        while step < bounds.count, time > bounds[step] { step += 1 }
        steps[step] += 1
        let (sum, overflow) = sumMicroseconds.addingReportingOverflow(time)
        sumMicroseconds = overflow ? .max : sum
        maxMicroseconds = max(maxMicroseconds, time)
    }
}
