internal import TouchCore

/// How far the content of a list is scrolled, and the scrolling by itself while a lifted row is held at an edge.
///
/// The way depends on the time that passed and not on how often it is asked, and ends exactly at the ends.
struct ListScroll: Sendable {
    /// Which way the content goes by.
    enum Direction: Sendable {
        case up, down

        var sign: Double { self == .up ? -1 : 1 }
    }

    /// How often it wants to be asked: once a picture of a screen at 60 Hz.
    static let interval = Interval.microseconds(16_667)

    /// Pixels of the content above the widget's top edge.
    private(set) var offset: Double
    private let most: Double
    private let speed: Double
    private var running: (direction: Direction, last: Instant)?

    init(offset: Double, contentHeight: Double, viewHeight: Double, speed: Double) {
        most = max(contentHeight - viewHeight, 0)
        self.offset = min(offset, most)
        self.speed = speed
    }

    /// When it goes on, if it is running.
    var nextDeadline: Instant? { running?.last.advanced(by: Self.interval) }

    /// Runs in a direction from `time` on, or stops; running on in the same direction loses no time.
    mutating func run(_ direction: Direction?, from time: Instant) {
        guard let direction, direction == .up ? offset > 0 : offset < most else { return running = nil }
        if running?.direction != direction { running = (direction, time) }
    }

    /// Goes on to where it is at `time`, and says whether it moved.
    mutating func advance(to time: Instant) -> Bool {
        guard let (direction, last) = running else { return false }
        let wanted = offset + direction.sign * speed * max(time.since(last).seconds, 0)
        let next = min(max(wanted, 0), most)
        running = next == wanted ? (direction, time) : nil
        defer { offset = next }
        return next != offset
    }
}
