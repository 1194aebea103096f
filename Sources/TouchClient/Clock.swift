internal import CShims
internal import Glibc
internal import TouchCore

extension Instant {
    /// The time of CLOCK_MONOTONIC now, the clock of events.
    static var now: Instant { Instant(microseconds: cshims_clock_microseconds(CLOCK_MONOTONIC)) }
}
