internal import CShims
internal import Glibc
public import TouchCore

extension Instant {
    /// The time of CLOCK_MONOTONIC now: the clock of every ``Timer`` and of the stamps of touches.
    public static var now: Instant { Instant(microseconds: cshims_clock_microseconds(CLOCK_MONOTONIC)) }

    /// The time of CLOCK_BOOTTIME now: like ``now``, but includes sleep.
    package static var boottime: Instant { Instant(microseconds: cshims_clock_microseconds(CLOCK_BOOTTIME)) }
}

extension WallTime {
    /// The time of CLOCK_REALTIME now.
    public static var now: WallTime { WallTime(microseconds: cshims_clock_microseconds(CLOCK_REALTIME)) }
}

extension Interval {
    /// The length as poll(2) has it, in milliseconds, rounded up so that nobody waits several times for the rest of one.
    public var pollTimeout: Int32 { Int32(clamping: max(microseconds, 0) / 1_000 + 1) }
}
