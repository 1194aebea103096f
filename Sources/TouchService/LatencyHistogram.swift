/// How long something took, counted in steps that grow roughly by two.
///
/// That is enough to tell a good panel from a slow one, and small enough to be kept for ever. Recording allocates nothing.
struct LatencyHistogram {
    /// Upper ends of the steps, in microseconds; what takes longer is counted beyond the last.
    static let boundsMicroseconds: [Int64] = [
        100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 33_000, 66_000, 125_000, 250_000, 500_000, 1_000_000,
    ]

    /// How many there were in each step, the last one beyond every bound.
    var counts: [Int] { steps.indices.map { steps[$0] } }
    private var steps = InlineArray<15, Int>(repeating: 0)
    /// The sum of all, in microseconds.
    private(set) var sumMicroseconds: Int64 = 0
    /// The longest, in microseconds.
    private(set) var maxMicroseconds: Int64 = 0

    /// How many there were.
    var count: Int { counts.reduce(0, +) }

    /// Counts one.
    ///
    /// A stamp from the future, which virtual panels may have, counts as no time.
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
