public import System
internal import CShims
public import TouchCore

/// Detects from two clocks that the machine has slept: CLOCK_BOOTTIME runs during sleep, CLOCK_MONOTONIC does not.
///
/// One clock is read before and after the other, so a thread stopped between two readings does not look like a sleep.
public struct SleepDetector: Sendable {
    /// Smaller differences between the clocks do not count as sleep.
    private var bound: Interval?

    /// Makes a detector without an earlier reading.
    public init() {}

    /// Whether one reading of each clock, CLOCK_BOOTTIME first, tells that the machine has not slept: nearly always.
    ///
    /// If not, or if the bound is too wide, ``look(before:boot:after:)`` is needed.
    public func hasNotSlept(boot: Instant, after: Instant) -> Bool {
        guard let bound = bound?.microseconds else { return false }
        return (bound - 1_000...bound + 1).contains(boot.since(after).microseconds)
    }

    /// The minimum sleep since the reading before: CLOCK_BOOTTIME, CLOCK_MONOTONIC before and after it; nil: none.
    public mutating func look(before: Instant, boot: Instant, after: Instant) -> Interval? {
        let (least, most) = (boot.since(after), boot.since(before))
        // Readings are truncated to whole microseconds.
        guard let bound, least.microseconds > bound.microseconds + 1 else {
            bound = min(bound ?? most, most)
            return nil
        }
        self.bound = most
        return .microseconds(least.microseconds - bound.microseconds)
    }
}

/// Reports that the machine has slept, without logind and without a bus.
///
/// The kernel cancels a wall clock timer when the machine wakes or the clock is set; the clocks
/// distinguish the two. Nothing else wakes the process.
public final class WakeWatch {
    private var detector = SleepDetector()
    private let timer: Descriptor
    private var watch: Watch?
    private let handler: (Interval) -> Void

    /// Starts to watch; the handler receives the minimum time the machine slept.
    public init(_ loop: EventLoop, handler: @escaping (Interval) -> Void) throws(SystemError) {
        timer = try Descriptor(cshims_clock_change(), "timerfd_create")
        self.handler = handler
        watch = try loop.watch(timer.number, for: .input, priority: .important) { [unowned self] _ in
            // ECANCELED is the expected result.
            _ = cshims_eventfd_take(timer.number)
            look()
        }
        look()
    }

    /// Reads the clocks now; call it before reading data that may be older than a sleep.
    ///
    /// - Returns: CLOCK_MONOTONIC, before anything was handled.
    @discardableResult
    public func look() -> Instant {
        var (boot, after) = (Instant.boottime, Instant.now)
        if detector.hasNotSlept(boot: boot, after: after) { return after }
        let before = after
        (boot, after) = (.boottime, .now)
        if let asleep = detector.look(before: before, boot: boot, after: after) { handler(asleep) }
        return after
    }

    deinit {
        // Before the descriptor is closed.
        watch = nil
    }
}
