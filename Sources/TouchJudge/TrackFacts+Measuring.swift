public import TouchCore

extension TrackFacts {
    /// Measures a track.
    ///
    /// - Parameters:
    ///   - track: with all its reports.
    ///   - lifted: when the finger lifted.
    public init(of track: FingerTrack, lifted: Instant) {
        let way = Way(track.reports)
        let movement = way.movement(leaving: Self.leaving, settling: Self.settling)
        let steps = Steps(way, spacing: track.rhythm.quantile(0.5) ?? Double(Self.speedWindow))
        duration = track.duration(until: lifted)
        reports = track.count
        travel = way.travel
        firstMovement = way.times[movement.lowerBound]
        rest = max(duration - way.times[movement.upperBound], 0)
        peakSpeed = steps.peakSpeed(over: Self.speedWindow)
        crossing = way.crossing
        overshoot = way.overshoot
        unit = steps.unit
        loneStep = steps.loneStep
        sharpestTurn = steps.sharpestTurn(longerThan: TrackLimits.turningStep)
        let even = way.unevenness(of: way.evenMovement)
        unevenness = even.time
        unequalSteps = even.index
        bow = way.bow
        unitSteps = steps.share(ofUnit: steps.unit)
        let profile = SpeedProfile(way, duration: duration)
        movements = profile.movements(part: TrackScore.movement.part, least: TrackScore.movement.least)
        peakTime = profile.peak
        wander = way.wander(of: movement)
    }
}

/// The reports of a track as columns.
struct Way {
    let times: [Int64]
    let x: [Double]
    let y: [Double]
    /// Distance from the landing.
    let far: [Double]

    /// Minimum number of reports of a movement that show more than noise.
    static let minReports = 12
    /// Degree of the curve that a smooth movement is compared with.
    static let degree = 7
    static let acrossDegree = 4
    /// A finger without a report for longer than this has not moved, in microseconds.
    private static let silence = 40_000.0

    init(_ reports: [FingerTrack.Report]) {
        times = reports.map(\.microseconds)
        x = reports.map { Double($0.x) }
        y = reports.map { Double($0.y) }
        far = zip(x, y).map { ($0 * $0 + $1 * $1).squareRoot() }
    }

    var last: Int { times.count - 1 }
    var travel: Double { far.max() ?? 0 }

    func distance(_ from: Int, _ to: Int) -> Double {
        let (dx, dy) = (x[to] - x[from], y[to] - y[from])
        return (dx * dx + dy * dy).squareRoot()
    }

    /// From the first report away from the landing to the last one before the finger settled.
    func movement(leaving: Double, settling: Double) -> ClosedRange<Int> {
        let first = far.firstIndex { $0 > leaving } ?? last
        let end = times.indices.last { distance($0, last) > settling } ?? 0
        return min(first, end)...max(first, end)
    }

    /// From the last report at the landing to the first one at the end.
    var evenMovement: ClosedRange<Int> {
        let first = (far.firstIndex { $0 > 0 } ?? 1) - 1
        let end = times.indices.last { distance($0, last) > 0 } ?? 0
        return max(first, 0)...max(min(end + 1, last), max(first, 0))
    }

    /// How long the middle four fifths of the travel took, from the last report before to the first one after.
    var crossing: Int64 {
        guard let end = far.firstIndex(where: { $0 >= 0.9 * travel }) else { return 0 }
        let start = far[...end].lastIndex { $0 <= 0.1 * travel } ?? 0
        return times[end] - times[start]
    }

    /// The unit vector from landing to end; to the right if both are the same place.
    var direction: (x: Double, y: Double) {
        far[last] > 0 ? (x[last] / far[last], y[last] / far[last]) : (1, 0)
    }

    var overshoot: Double {
        let direction = direction
        let most = times.indices.map { x[$0] * direction.x + y[$0] * direction.y }.max() ?? 0
        return max(most - far[last], 0)
    }

    var bow: Double {
        let direction = direction
        return times.indices.map { abs(y[$0] * direction.x - x[$0] * direction.y) }.max() ?? 0
    }

    /// Root mean square deviation from a line of place over time, and of place over report number.
    func unevenness(of range: ClosedRange<Int>) -> (time: Double, index: Double) {
        guard range.count > 2 else { return (0, 0) }
        let times = self.times[range].map { Double($0) }
        func off(_ line: Polynomial) -> Double {
            let squares =
                Self.squares(line.residual(of: Array(x[range]))) + Self.squares(line.residual(of: Array(y[range])))
            return (squares / Double(range.count)).squareRoot()
        }
        return (
            off(Polynomial(over: times, degree: 1)),
            off(Polynomial(over: range.map { Double($0) }, degree: 1))
        )
    }

    /// Deviation of the movement from the closest smooth curve.
    func wander(of range: ClosedRange<Int>) -> TrackFacts.Wander? {
        guard range.count >= Self.minReports else { return nil }
        let direction = direction
        let along = range.map { x[$0] * direction.x + y[$0] * direction.y }
        let across = range.map { y[$0] * direction.x - x[$0] * direction.y }
        let times = Array(self.times[range])
        let curve = Polynomial(over: times.map { Double($0) }, degree: Self.degree)
        let alongLeft = curve.residual(of: along)
        let acrossLeft = Polynomial(over: along, degree: Self.acrossDegree).residual(of: across)
        return TrackFacts.Wander(
            along: Self.slowPart(of: alongLeft, times), across: Self.slowPart(of: acrossLeft, times),
            noise: (Self.squares(acrossLeft) / Double(times.count)).squareRoot())
    }

    /// When the finger first reached that fraction of its travel, in microseconds; interpolated between reports.
    func crossing(_ part: Double) -> Double {
        let wanted = part * travel
        guard let next = far.firstIndex(where: { $0 >= wanted }), next > 0 else { return 0 }
        let start = stillUntil(next)
        return start + (Double(times[next]) - start) * (wanted - far[next - 1]) / (far[next] - far[next - 1])
    }

    /// Where the finger was; `index` is the report before, and only grows with time.
    func place(at time: Double, after index: inout Int) -> (x: Double, y: Double) {
        while index < last, Double(times[index + 1]) <= time { index += 1 }
        guard index < last else { return (x[index], y[index]) }
        let start = stillUntil(index + 1)
        let part = time <= start ? 0 : (time - start) / (Double(times[index + 1]) - start)
        return (x[index] + (x[index + 1] - x[index]) * part, y[index] + (y[index + 1] - y[index]) * part)
    }

    /// When the movement to a report began: a panel that reports only changes was still until just before it.
    private func stillUntil(_ report: Int) -> Double {
        max(Double(times[report - 1]), Double(times[report]) - Self.silence)
    }

    private static func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

    /// Root of the mean covariance of values 15 to 45 ms apart, in which the noise of single reports cancels out.
    private static func slowPart(of values: [Double], _ times: [Int64]) -> Double {
        var (sum, pairs, first) = (0.0, 0, 0)
        for index in values.indices {
            while first < values.count, times[first] - times[index] < 15_000 { first += 1 }
            var later = first
            while later < values.count, times[later] - times[index] <= 45_000 {
                sum += values[index] * values[later]
                pairs += 1
                later += 1
            }
        }
        guard pairs > 0 else { return 0 }
        return max(sum / Double(pairs), 0).squareRoot()
    }
}
