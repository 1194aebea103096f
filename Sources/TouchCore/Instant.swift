/// A moment on CLOCK_MONOTONIC, in microseconds.
///
/// Timestamps of virtual devices and of timer-made events may run backward, so differences are signed
/// and saturate instead of trapping.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since the clock's origin (boot); signed, because recordings may start before it.
    public var microseconds: Int64

    /// The clock's origin.
    public static let zero = Instant(microseconds: 0)

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

    /// Makes a length from seconds with a fraction, at most 292,000 years.
    public init(seconds: Double) {
        microseconds = Int64(seconds * 1_000_000)
    }

    /// A length given in microseconds.
    public static func microseconds(_ count: Int64) -> Interval { Interval(microseconds: count) }

    /// A length given in milliseconds.
    public static func milliseconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000) }

    /// A length given in whole seconds.
    public static func seconds(_ count: Int64) -> Interval { Interval(microseconds: count * 1_000_000) }

    /// No time at all.
    public static let zero = Interval(microseconds: 0)

    /// The length in seconds.
    public var seconds: Double { Double(microseconds) / 1_000_000 }

    /// The length in seconds, without the fraction.
    public var wholeSeconds: Int64 { microseconds / 1_000_000 }

    /// The length in milliseconds, without the fraction.
    public var wholeMilliseconds: Int64 { microseconds / 1_000 }

    /// The same length in the other direction.
    package var negated: Interval { Interval(microseconds: microseconds == .min ? .max : -microseconds) }

    /// Both lengths one after the other; saturates.
    public func adding(_ other: Interval) -> Interval {
        Interval(microseconds: Instant(microseconds: microseconds).advanced(by: other).microseconds)
    }

    /// Orders lengths.
    public static func < (left: Interval, right: Interval) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// A moment of the wall clock, in microseconds since 1970 in UTC: for people, because that clock can be set.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970 in UTC.
    public var microseconds: Int64

    /// Makes a moment from microseconds since 1970.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a moment from seconds since 1970; nil if it is out of range.
    public init?(seconds: Int64) {
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        if overflow { return nil }
        self.microseconds = microseconds
    }

    /// What commands and messages have in place of an end that never comes.
    public static let never = WallTime(microseconds: 0)

    /// Whole seconds since 1970.
    public var seconds: Int64 { microseconds / 1_000_000 }

    /// The moment `length` later (earlier if negative); saturates.
    public func advanced(by length: Interval) -> WallTime {
        WallTime(microseconds: Instant(microseconds: microseconds).advanced(by: length).microseconds)
    }

    /// The signed time from `earlier` to here; saturates.
    public func since(_ earlier: WallTime) -> Interval {
        Instant(microseconds: microseconds).since(Instant(microseconds: earlier.microseconds))
    }

    /// Orders moments by time.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.microseconds < right.microseconds
    }
}
