internal import TouchCore

/// The movement of a released object: from one place to another along a timing curve.
struct Flight: Sendable {
    let from: Point
    let to: Point
    let start: Instant
    let duration: Interval
    let curve: CubicBezier

    var end: Instant { start.advanced(by: duration) }

    /// The fraction of the time that has passed, 0…1.
    func progress(at time: Instant) -> Double {
        min(max(time.since(start).seconds / duration.seconds, 0), 1)
    }

    /// Its position; exactly `from` at the start and `to` from the end on.
    func position(at time: Instant) -> Point {
        let part = curve.value(at: progress(at: time))
        if part == 1 { return to }
        return Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
    }
}
