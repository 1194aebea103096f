internal import TouchCore

/// A finger's speed as the slope of the least-squares line through its last places.
///
/// Only places of the last `window` before lifting count, and of those the latest 32. A finger without a report for
/// `rest` stood still, since a moving one would have been reported: its place then also counts at the time of the lift.
struct FittedVelocity: Sendable {
    private static let capacity = 32

    private var times: InlineArray<32, Int64> = .init(repeating: 0)
    private var xs: InlineArray<32, Double> = .init(repeating: 0)
    private var ys: InlineArray<32, Double> = .init(repeating: 0)
    private var count = 0
    private var next = 0
    private let window: Interval
    private let rest: Interval

    init(from place: Point, at time: Instant, window: Interval, rest: Interval) {
        self.window = window
        self.rest = rest
        add(place, at: time)
    }

    mutating func add(_ place: Point, at time: Instant) {
        (times[next], xs[next], ys[next]) = (time.microseconds, place.x, place.y)
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
    }

    /// Pixels per second when the finger lifts at `time`.
    func velocity(at time: Instant) -> Point {
        var ended = self
        let latest = (next + Self.capacity - 1) % Self.capacity
        if time.since(Instant(microseconds: times[latest])) > rest {
            ended.add(Point(x: xs[latest], y: ys[latest]), at: time)
        }
        return ended.slope(before: time)
    }

    private func slope(before end: Instant) -> Point {
        var (number, meanT, meanX, meanY) = (0.0, 0.0, 0.0, 0.0)
        for place in 0..<count where isRecent(place, end) {
            number += 1
            meanT += seconds(place, end)
            meanX += xs[place]
            meanY += ys[place]
        }
        guard number >= 2 else { return .zero }
        (meanT, meanX, meanY) = (meanT / number, meanX / number, meanY / number)
        var (spread, alongX, alongY) = (0.0, 0.0, 0.0)
        for place in 0..<count where isRecent(place, end) {
            let t = seconds(place, end) - meanT
            spread += t * t
            alongX += t * (xs[place] - meanX)
            alongY += t * (ys[place] - meanY)
        }
        guard spread > 0 else { return .zero }
        let velocity = Point(x: alongX / spread, y: alongY / spread)
        return velocity.isFinite ? velocity : .zero
    }

    private func isRecent(_ place: Int, _ end: Instant) -> Bool {
        end.since(Instant(microseconds: times[place])) <= window
    }

    private func seconds(_ place: Int, _ end: Instant) -> Double {
        Instant(microseconds: times[place]).since(end).seconds
    }
}
