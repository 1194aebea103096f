internal import TouchCore

/// Signs that another machine uses this kiosk's name: a copied card, or a replaced kiosk that came back.
struct Namesake {
    /// The number in the bucket of the last health that was sent; nil: unknown.
    var health: UInt64?
    private var moved: Instant?
    private var seen: Instant?

    /// The last health in the bucket is another one; whether that is a sign: once, an earlier connection may still have
    /// delivered it.
    mutating func healthMoved(at time: Instant, _ interval: Interval) -> Bool {
        defer { moved = time }
        return Self.isRecent(moved, at: time, interval)
    }

    mutating func note(at time: Instant) { seen = time }

    /// Whether there was no sign for so long that the other machine is gone.
    func isGone(at time: Instant, _ interval: Interval) -> Bool { !Self.isRecent(seen, at: time, interval) }

    /// The other machine may have a longer interval.
    private static func isRecent(_ former: Instant?, at time: Instant, _ interval: Interval) -> Bool {
        former.map { time.since($0).microseconds <= 5 * interval.microseconds } ?? false
    }
}
