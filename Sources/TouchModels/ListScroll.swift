internal import TouchCore

/// Speed of automatic scrolling (`scrollRule`).
public enum ScrollRule: String, CaseIterable, Sendable {
    /// Constant: `scrollSpeed`.
    case steady
    /// Proportional to how far the row or finger is beyond the edge; `scrollSpeed` when it is completely beyond.
    case depth
}

/// The scroll offset of a list, and automatic scrolling while a lifted row is held at an edge.
///
/// The distance depends on elapsed time only, not on how often it is asked, and scrolling stops exactly at the ends.
struct ListScroll: Sendable {
    private struct Run {
        /// Pixels per second since `since`; below 0 upward.
        var speed: Double
        var since: Instant
        /// Pixels scrolled at previous speeds and not yet reported.
        var owed: Double
        var due: Instant

        func distance(at time: Instant) -> Double { owed + speed * max(time.since(since).seconds, 0) }
    }

    /// Interval of ticks: one frame of a screen at 60 Hz.
    static let interval = Interval.microseconds(16_667)

    /// Pixels of the content above the widget's top edge.
    private(set) var offset: Double
    private let maxOffset: Double
    private let speed: Double
    private let rule: ScrollRule
    private var running: Run?

    init(offset: Double, contentHeight: Double, viewHeight: Double, speed: Double, rule: ScrollRule) {
        maxOffset = max(contentHeight - viewHeight, 0)
        self.offset = min(offset, maxOffset)
        self.speed = speed
        self.rule = rule
    }

    /// Whether the content is longer than the widget.
    var isLonger: Bool { maxOffset > 0 }

    /// Scrolls to an offset, clamped to the content, and returns whether it moved.
    mutating func go(to wanted: Double) -> Bool {
        let next = min(max(wanted, 0), maxOffset)
        defer { offset = next }
        return next != offset
    }

    /// The next tick while it scrolls.
    var nextDeadline: Instant? { running?.due }

    /// Starts or stops scrolling at `time`; continuing in the same direction loses no time.
    ///
    /// - Parameter depth: how far a lifted row or the finger is beyond an edge, at most 1; below 0 beyond the top one.
    mutating func run(_ depth: Double, from time: Instant) {
        guard depth < 0 ? offset > 0 : depth > 0 && offset < maxOffset else { return running = nil }
        let wanted = rule == .depth ? speed * depth : depth < 0 ? -speed : speed
        guard var run = running, (run.speed < 0) == (wanted < 0) else {
            return running = Run(speed: wanted, since: time, owed: 0, due: time.advanced(by: Self.interval))
        }
        guard run.speed != wanted else { return }
        run.owed = run.distance(at: time)
        run.speed = wanted
        run.since = max(run.since, time)
        running = run
    }

    /// Scrolls to the offset for `time`, and returns whether it moved.
    mutating func advance(to time: Instant) -> Bool {
        guard let run = running else { return false }
        let wanted = offset + run.distance(at: time)
        let next = min(max(wanted, 0), maxOffset)
        let due = time.advanced(by: Self.interval)
        running = next == wanted ? Run(speed: run.speed, since: time, owed: 0, due: due) : nil
        defer { offset = next }
        return next != offset
    }
}
