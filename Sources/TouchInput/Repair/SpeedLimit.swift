import TouchCore

/// How far a finger can come from one report to the next.
///
/// A controller that swaps two fingers, or gives a new finger an old number, makes one finger jump. Hands are
/// slower: flicks reach 3 to 5 m/s.
struct SpeedLimit: Hashable, Sendable {
    /// Meters per second that no finger reaches.
    static let standard = 10.0
    /// Between two reports passes at least this much: panels send no more often while they read all fingers, and
    /// virtual ones bunch their stamps.
    static let minInterval = Interval.milliseconds(10)
    /// And at most this much: a resting finger is silent, but one that moves is reported at 40 Hz or more.
    static let maxInterval = Interval.milliseconds(25)

    /// Meters per second.
    let speed: Double
    private let size: PanelSize

    /// A limit on a panel of that size.
    init(speed: Double = SpeedLimit.standard, size: PanelSize?) {
        self.speed = speed
        self.size = size ?? .assumed
    }

    /// Whether one finger may have gone from one place to the other in that time.
    func allows(from start: UnitPoint, to end: UnitPoint, in time: Interval) -> Bool {
        let (dx, dy) = ((end.x - start.x) * size.width, (end.y - start.y) * size.height)
        let time = min(max(time, Self.minInterval), Self.maxInterval)
        // Millimeters per second are meters per second times 1000.
        let farthest = speed * 1_000 * time.seconds
        return dx * dx + dy * dy <= farthest * farthest
    }
}

extension PanelSize {
    /// Taken for a panel that does not tell its size: twelve inches.
    static let assumed = PanelSize(width: 256, height: 160)
}
