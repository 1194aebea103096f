/// Frames with their moments: what fingers do, and when.
public struct Timeline: Equatable, Sendable {
    /// Frames in the order of their offsets.
    public private(set) var frames: [TimedFrame] = []
    /// Microseconds from the start to the end, which may lie after the last frame.
    public private(set) var duration: Int64 = 0

    /// Changes that happen in one frame.
    public struct TimedFrame: Equatable, Sendable {
        /// Microseconds since the start of the timeline.
        public var offset: Int64
        /// What happens.
        public var changes: [FingerChange]
    }

    /// A timeline in which nothing happens.
    public init() {}

    /// Appends a frame `after` microseconds from the end so far.
    public mutating func append(_ changes: [FingerChange], after: Int64 = 0) {
        duration += after
        frames.append(TimedFrame(offset: duration, changes: changes))
    }

    /// Lets time pass.
    public mutating func rest(_ microseconds: Int64) { duration += microseconds }

    /// Everything of `others` at the same time; changes of the same moment share a frame.
    public static func together(_ others: [Timeline]) -> Timeline {
        var result = Timeline()
        // Stable, so that changes of one moment stay in the order of the timelines.
        let all = others.enumerated().flatMap { index, line in line.frames.map { (index, $0) } }
        for (_, frame) in all.sorted(by: { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }) {
            if let last = result.frames.last, last.offset == frame.offset {
                result.frames[result.frames.count - 1].changes += frame.changes
            } else {
                result.frames.append(frame)
            }
        }
        result.duration = others.map(\.duration).max() ?? 0
        return result
    }
}
