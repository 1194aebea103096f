package import System
package import TouchCore

/// A clock in place of the machine's, for tests: time passes only when it says so.
///
/// A loop on such a clock asks it for the time and leaves timers, the order within a round and the work of threads to it.
package protocol LoopClock: AnyObject {
    /// CLOCK_MONOTONIC.
    var now: Instant { get }
    /// CLOCK_BOOTTIME: like ``now``, but includes sleep.
    var boottime: Instant { get }
    /// CLOCK_REALTIME.
    var wallTime: WallTime { get }

    /// The timer's deadline has changed; ``Timer/fire()`` is due then.
    func follow(_ timer: Timer)

    /// Runs one round of `loop`, as ``EventLoop/runRound(timeout:)`` does; descriptors are served by ``EventLoop/serve(timeout:)``.
    func runRound(of loop: EventLoop, timeout: Interval?) throws(SystemError) -> Bool

    /// Does work of a thread that is free from `start`, delivers its result later, and returns when it will be done.
    func perform(
        _ work: @escaping () -> Void, notBefore start: Instant, deliver: @escaping () -> Void
    ) -> Instant
}
