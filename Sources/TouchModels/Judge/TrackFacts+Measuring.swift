public import TouchCore

extension TrackFacts {
    /// Measures a track with all its reports.
    public init(of track: FingerTrack, lifted: Instant) {
        let way = Way(track.reports)
        let steps = Steps(way, spacing: track.rhythm.quantile(0.5) ?? Double(Self.speedWindow))
        duration = track.duration(until: lifted)
        reports = track.count
        travel = way.travel
        peakSpeed = steps.peakSpeed(over: Self.speedWindow)
        crossing = way.crossing
        unit = steps.unit
        loneStep = steps.loneStep
        sharpestTurn = steps.sharpestTurn(longerThan: TrackLimits.turningStep)
        let even = way.unevenness(of: way.evenMovement)
        unevenness = even.time
        unequalSteps = even.index
        bow = way.bow
        unitSteps = steps.share(ofUnit: steps.unit)
    }
}

/// The reports of a track as columns.
struct Way {
    let times: [Int64]
    let x: [Double]
    let y: [Double]
    /// Distance from the landing.
    let far: [Double]

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

    var bow: Double {
        let direction = direction
        return times.indices.map { abs(y[$0] * direction.x - x[$0] * direction.y) }.max() ?? 0
    }

    /// Root mean square deviation from a line of place over time, and of place over report number.
    func unevenness(of range: ClosedRange<Int>) -> (time: Double, index: Double) {
        guard range.count > 2 else { return (0, 0) }
        func off(_ over: [Double]) -> Double {
            let squares = Self.squares(of: x[range], offLineOver: over) + Self.squares(of: y[range], offLineOver: over)
            return (squares / Double(range.count)).squareRoot()
        }
        return (off(times[range].map { Double($0) }), off(range.map { Double($0) }))
    }

    /// The sum of the squared distances from the line that fits best.
    private static func squares(of values: ArraySlice<Double>, offLineOver places: [Double]) -> Double {
        let count = Double(values.count)
        let (middlePlace, middle) = (places.reduce(0, +) / count, values.reduce(0, +) / count)
        var (spread, slope) = (0.0, 0.0)
        for (place, value) in zip(places, values) {
            spread += (place - middlePlace) * (place - middlePlace)
            slope += (place - middlePlace) * (value - middle)
        }
        slope = spread > 0 ? slope / spread : 0
        return zip(places, values).reduce(0) { sum, pair in
            let rest = pair.1 - middle - slope * (pair.0 - middlePlace)
            return sum + rest * rest
        }
    }
}
