/// A moment on CLOCK_MONOTONIC, in microseconds.
///
/// Timestamps of virtual devices and of timer-made events may run backward, so differences are signed
/// and saturate instead of trapping.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's origin (boot); signed, because recordings may start before it.
    public var microseconds: Int64

    /// Later than any deadline.
    public static let distantFuture = Instant(microseconds: .max)

    /// Makes a moment from microseconds of CLOCK_MONOTONIC.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The moment `duration` later (earlier if negative); saturates at the ends of the range.
    public func advanced(by duration: Interval) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.microseconds)
        if overflow { return Instant(microseconds: duration.microseconds < 0 ? .min : .max) }
        return Instant(microseconds: sum)
    }

    /// The signed time from `earlier` to here; saturates.
    public func since(_ earlier: Instant) -> Interval {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        if overflow { return Interval(microseconds: microseconds < earlier.microseconds ? .min : .max) }
        return Interval(microseconds: difference)
    }

    /// Orders moments by time.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// A length of time, in microseconds; negative lengths are allowed.
public struct Interval: Hashable, Comparable, Sendable {
    /// The length in microseconds.
    public var microseconds: Int64

    /// Makes a length from microseconds.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// A length given in microseconds.
    public static func microseconds(_ count: Int64) -> Interval { Interval(microseconds: count) }

    /// A length given in milliseconds.
    public static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000) }

    /// A length given in whole seconds.
    public static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }

    /// The length in seconds.
    public var seconds: Double { Double(microseconds) / 1_000_000 }

    /// Orders lengths.
    public static func < (left: Interval, right: Interval) -> Bool {
        left.microseconds < right.microseconds
    }
}
