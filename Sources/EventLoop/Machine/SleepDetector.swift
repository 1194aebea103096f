internal import CShims
internal import Glibc

/// Detects from two clocks that the machine has slept: CLOCK_BOOTTIME runs during sleep, CLOCK_MONOTONIC does not.
///
/// One clock is read before and after the other, so a thread stopped between two readings does not look like a sleep.
public struct SleepDetector: Sendable {
    /// Smaller differences between the clocks do not count as sleep, in microseconds.
    private var bound: Int64?

    /// Makes a detector without an earlier reading.
    public init() {}

    /// Compares one reading of the clocks, in microseconds, with the one before.
    ///
    /// - Parameters:
    ///   - before: CLOCK_MONOTONIC before `boot` was read.
    ///   - boot: CLOCK_BOOTTIME.
    ///   - after: CLOCK_MONOTONIC after it.
    /// - Returns: the minimum time the machine has slept since the previous reading; nil if it has not.
    public mutating func look(before: Int64, boot: Int64, after: Int64) -> Int64? {
        let (least, most) = (boot - after, boot - before)
        // Readings are truncated to whole microseconds.
        guard let bound, least > bound + 1 else {
            bound = min(bound ?? most, most)
            return nil
        }
        self.bound = most
        return least - bound
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
    private let handler: (Int64) -> Void

    /// Starts to watch.
    ///
    /// - Parameter handler: receives the minimum time the machine slept, in microseconds.
    public init(_ loop: EventLoop, handler: @escaping (Int64) -> Void) throws(SystemError) {
        let number = cshims_clock_change()
        guard number >= 0 else { throw .last("timerfd_create") }
        timer = Descriptor(owning: number)
        self.handler = handler
        watch = try loop.watch(number, for: .input, priority: .important) { [unowned self] _ in
            // ECANCELED is the expected result.
            _ = cshims_eventfd_take(timer.number)
            look()
        }
        look()
    }

    /// Reads the clocks now; call it before reading data that may be older than a sleep.
    public func look() {
        let before = cshims_clock_microseconds(CLOCK_MONOTONIC)
        let boot = cshims_clock_microseconds(CLOCK_BOOTTIME)
        if let asleep = detector.look(before: before, boot: boot, after: cshims_clock_microseconds(CLOCK_MONOTONIC)) {
            handler(asleep)
        }
    }

    deinit {
        // Before the descriptor is closed.
        watch = nil
    }
}
