/// The steps from each report to the next.
struct Steps {
    private let way: Way
    /// Times between reports, at least half the usual spacing: timestamps jitter, places do not.
    private let times: [Double]
    private let lengths: [Double]

    /// Smallest plausible unit, in millimeters: anything below is rounding of a float.
    private static let minUnit = 0.005

    /// - Parameter spacing: the usual time between two reports, in microseconds.
    init(_ way: Way, spacing: Double) {
        self.way = way
        times = way.times.indices.dropFirst().map { max(Double(way.times[$0] - way.times[$0 - 1]), spacing / 2, 1) }
        lengths = way.times.indices.dropFirst().map { way.distance($0 - 1, $0) }
    }

    /// The smallest difference of a coordinate between two consecutive reports.
    var unit: Double {
        var least = Double.infinity
        for index in way.times.indices.dropFirst() {
            for step in [abs(way.x[index] - way.x[index - 1]), abs(way.y[index] - way.y[index - 1])]
            where step > Self.minUnit {
                least = min(least, step)
            }
        }
        return least.isFinite ? least : Self.minUnit
    }

    /// Fraction of the steps that are one unit long on their longer axis.
    func share(ofUnit unit: Double) -> Double {
        guard !lengths.isEmpty else { return 0 }
        let ones = way.times.indices.dropFirst().count { index in
            let step = max(abs(way.x[index] - way.x[index - 1]), abs(way.y[index] - way.y[index - 1]))
            return step > 0.5 * unit && step < 1.5 * unit
        }
        return Double(ones) / Double(lengths.count)
    }

    /// The highest mean speed over at least that time, in meters per second.
    func peakSpeed(over window: Int64) -> Double {
        var (peak, start) = (0.0, 0)
        for end in way.times.indices.dropFirst() {
            while start + 1 < end, way.times[end] - way.times[start + 1] >= window { start += 1 }
            let took = max(way.times[end] - way.times[start], window)
            peak = max(peak, way.distance(start, end) / Double(took) * 1_000)
        }
        return peak
    }

    /// The longest step with movement below a tenth of it in the 30 ms before and after, within 40 ms.
    var loneStep: Double {
        var longest = 0.0
        for index in lengths.indices where lengths[index] > longest && times[index] < 40_000 {
            let (from, to) = (index, index + 1)
            var before = from
            while before > 0, way.times[from] - way.times[before] < 30_000 { before -= 1 }
            var after = to
            while after < way.last, way.times[after] - way.times[to] < 30_000 { after += 1 }
            // A gap right after landing or right before lifting proves nothing.
            guard before < from, after > to else { continue }
            let still = max(way.distance(before, from), way.distance(to, after))
            if still < lengths[index] / 10 { longest = lengths[index] }
        }
        return longest
    }

    /// The sharpest change of velocity between two long steps, in meters per square second.
    func sharpestTurn(longerThan least: Double) -> Double {
        var sharpest = 0.0
        for index in lengths.indices.dropFirst() where lengths[index] > least && lengths[index - 1] > least {
            let before = (way.x[index] - way.x[index - 1], way.y[index] - way.y[index - 1])
            let after = (way.x[index + 1] - way.x[index], way.y[index + 1] - way.y[index])
            // Only reversals: a flick whose start was seen late may seem to start at once.
            guard before.0 * after.0 + before.1 * after.1 < 0 else { continue }
            let dx = after.0 / times[index] - before.0 / times[index - 1]
            let dy = after.1 / times[index] - before.1 / times[index - 1]
            // Millimeters per microsecond are kilometers per second.
            let change = (dx * dx + dy * dy).squareRoot() * 1_000
            sharpest = max(sharpest, change / ((times[index] + times[index - 1]) / 2) * 1_000_000)
        }
        return sharpest
    }
}
