/// The smoothed speed of a track at even times, to count the movements in it.
struct SpeedProfile {
    /// Time between two values, in microseconds.
    static let grid: Int64 = 10_000
    /// Half the width of the smoothing triangle, in values: removes the noise of single reports and keeps submovements.
    private static let half = 4
    /// Maximum number of values: two minutes.
    private static let maxCount = 3_000

    /// In millimeters per second; positive is toward the end of the track.
    let speeds: [Double]

    /// - Parameters:
    ///   - way: the reports.
    ///   - duration: from landing to lifting, in microseconds.
    init(_ way: Way, duration: Int64) {
        let direction = way.direction
        let along = way.times.indices.map { way.x[$0] * direction.x + way.y[$0] * direction.y }
        var even: [Double] = []
        var index = 0
        for place in 0..<min(Int(duration / Self.grid) + 1, Self.maxCount) {
            let time = Int64(place) * Self.grid
            while index + 1 < way.times.count, way.times[index + 1] <= time { index += 1 }
            guard index + 1 < way.times.count else {
                even.append(along[index])
                continue
            }
            // A panel that reports only changes was still until just before the next report.
            let next = way.times[index + 1]
            let start = max(way.times[index], next - 40_000)
            let part = time <= start ? 0 : Double(time - start) / Double(max(next - start, 1))
            even.append(along[index] + (along[index + 1] - along[index]) * part)
        }
        let smooth = Self.smoothed(even)
        speeds = smooth.indices.dropFirst().map { (smooth[$0] - smooth[$0 - 1]) * 1_000_000 / Double(Self.grid) }
    }

    /// Number of times the speed rose by a part of its maximum and fell by it again, in either direction.
    ///
    /// - Parameter part: of the maximum speed; at least `least` millimeters per second.
    func movements(part: Double, least: Double) -> Int {
        let threshold = max(part * (speeds.map(abs).max() ?? 0), least)
        var (count, low, high) = (0, 0.0, 0.0)
        var isRising = true
        for speed in speeds.map(abs) {
            if isRising {
                high = max(high, speed)
                if high - low >= threshold, speed <= high - threshold {
                    count += 1
                    isRising = false
                    low = speed
                } else {
                    if speed < low { (low, high) = (speed, speed) }
                }
            } else {
                low = min(low, speed)
                if speed >= low + threshold {
                    isRising = true
                    high = speed
                }
            }
        }
        return count
    }

    /// When the speed was highest, as a fraction of the duration.
    var peak: Double {
        guard let most = speeds.indices.max(by: { abs(speeds[$0]) < abs(speeds[$1]) }) else { return 0 }
        return Double(most) / Double(max(speeds.count - 1, 1))
    }

    private static func smoothed(_ values: [Double]) -> [Double] {
        values.indices.map { place in
            var (sum, weights) = (0.0, 0.0)
            for offset in -half...half {
                let weight = Double(half + 1 - abs(offset))
                sum += weight * values[min(max(place + offset, 0), values.count - 1)]
                weights += weight
            }
            return sum / weights
        }
    }
}
