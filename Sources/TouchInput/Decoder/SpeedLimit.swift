import TouchCore

/// Maximum distance of a finger between two reports.
///
/// A controller that swaps two fingers, or gives a new finger an old number, makes one finger jump. Hands are
/// slower: flicks reach 3 to 5 m/s.
struct SpeedLimit: Hashable, Sendable {
    /// Above the speed of any finger, in meters per second.
    static let standard = 10.0
    /// Minimum time assumed between two reports: panels are not faster while they read all fingers, and virtual ones
    /// bunch their timestamps.
    static let minInterval = Interval.milliseconds(10)
    /// Maximum time assumed: a resting finger sends no reports, but a moving one is reported at 40 Hz or more.
    static let maxInterval = Interval.milliseconds(25)

    /// Meters per second.
    let speed: Double
    private let size: PanelSize

    init(speed: Double = SpeedLimit.standard, size: PanelSize?) {
        self.speed = speed
        self.size = size ?? .assumed
    }

    /// Whether one finger may have moved from one place to the other in that time.
    func allows(from start: UnitPoint, to end: UnitPoint, in time: Interval) -> Bool {
        let (dx, dy) = ((end.x - start.x) * size.width, (end.y - start.y) * size.height)
        let time = min(max(time, Self.minInterval), Self.maxInterval)
        // Millimeters per second are meters per second times 1000.
        let farthest = speed * 1_000 * time.seconds
        return dx * dx + dy * dy <= farthest * farthest
    }
}

extension PanelSize {
    /// Assumed for a panel of unknown size: twelve inches.
    static let assumed = PanelSize(width: 256, height: 160)
}
