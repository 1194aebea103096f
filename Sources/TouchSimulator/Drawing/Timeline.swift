package import TouchCore
package import TouchDevice

/// Frames with their times: what fingers do, and when.
package struct Timeline: Equatable, Sendable {
    /// Frames in the order of their offsets.
    package private(set) var frames: [TimedFrame] = []
    /// From the start to the end, which may lie after the last frame.
    package private(set) var duration = Interval.zero

    /// The changes of one frame.
    package struct TimedFrame: Equatable, Sendable {
        /// Time since the start of the timeline.
        package let offset: Interval
        /// The changes.
        package fileprivate(set) var changes: [FingerChange]
    }

    /// Appends a frame some time after the present end.
    mutating func append(_ changes: [FingerChange], after: Interval = .zero) {
        duration = duration.adding(after)
        frames.append(TimedFrame(offset: duration, changes: changes))
    }

    /// Everything in `others` at the same time; changes at the same moment share a frame.
    package static func together(_ others: [Timeline]) -> Timeline {
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
        result.duration = others.map(\.duration).max() ?? .zero
        return result
    }
}
