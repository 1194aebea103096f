internal import TouchCore

/// A finger's speed for `velocity: seed` of ``InertialDrag``: between the last two samples that were more than an
/// interval apart, with the time since then added.
///
/// A rest before lifting reduces it. Movement since the last stored sample does not count although its time does, and a
/// flick shorter than the interval has no speed.
struct SampledVelocity: Sendable {
    private var before: Point
    private var last: Point
    private var lastTime: Instant
    private var spacing = Interval(microseconds: 0)
    private let interval: Interval

    init(from place: Point, at time: Instant, interval: Interval) {
        (before, last, lastTime) = (place, place, time)
        self.interval = interval
    }

    mutating func add(_ place: Point, at time: Instant) {
        let passed = time.since(lastTime)
        guard passed > interval else { return }
        (before, last, lastTime, spacing) = (last, place, time, passed)
    }

    /// Pixels per second when the finger lifts at `time`.
    func velocity(at time: Instant) -> Point {
        let passed = spacing.seconds + time.since(lastTime).seconds
        guard passed > 0 else { return .zero }
        return Point(x: (last.x - before.x) / passed, y: (last.y - before.y) / passed)
    }
}
