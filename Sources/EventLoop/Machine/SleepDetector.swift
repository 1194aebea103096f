internal import CShims
internal import Glibc

/// Notices from two clocks that the machine has slept: CLOCK_BOOTTIME goes on meanwhile, CLOCK_MONOTONIC does not.
///
/// One clock is read before and after the other, so that a thread that was stopped between two readings is no sleep.
public struct SleepDetector: Sendable {
    /// What lies between the clocks is not more than this, in microseconds.
    private var bound: Int64?

    /// Makes one that has seen nothing yet.
    public init() {}

    /// Takes one look at the clocks, in microseconds.
    ///
    /// - Parameters:
    ///   - before: CLOCK_MONOTONIC before `boot` was read.
    ///   - boot: CLOCK_BOOTTIME.
    ///   - after: CLOCK_MONOTONIC after it.
    /// - Returns: at least how long the machine has slept since the look before; nil if it has not.
    public mutating func look(before: Int64, boot: Int64, after: Int64) -> Int64? {
        let (least, most) = (boot - after, boot - before)
        // Readings are cut to whole microseconds.
        guard let bound, least > bound + 1 else {
            bound = min(bound ?? most, most)
            return nil
        }
        self.bound = most
        return least - bound
    }
}

/// Tells that the machine has slept, without logind and without a bus.
///
/// The kernel ends a timer of the wall clock when the machine wakes or the clock is set; which of the two it was, the
/// clocks tell. Nothing is woken otherwise.
public final class WakeWatch {
    private var detector = SleepDetector()
    private let timer: Descriptor
    private var watch: Watch?
    private let handler: (Int64) -> Void

    /// Starts to watch.
    ///
    /// - Parameter handler: gets at least how long the machine slept, in microseconds.
    public init(_ loop: EventLoop, handler: @escaping (Int64) -> Void) throws(SystemError) {
        let number = cshims_clock_change()
        guard number >= 0 else { throw .last("timerfd_create") }
        timer = Descriptor(owning: number)
        self.handler = handler
        watch = try loop.watch(number, for: .input, priority: .important) { [unowned self] _ in
            // Fails with ECANCELED: that is what it is for.
            _ = cshims_eventfd_take(timer.number)
            look()
        }
        look()
    }

    /// Looks at the clocks now: whoever reads something that may be older than a sleep does so first.
    public func look() {
        let before = cshims_clock_microseconds(CLOCK_MONOTONIC)
        let boot = cshims_clock_microseconds(CLOCK_BOOTTIME)
        if let asleep = detector.look(before: before, boot: boot, after: cshims_clock_microseconds(CLOCK_MONOTONIC)) {
            handler(asleep)
        }
    }

    deinit {
        // Before the descriptor goes.
        watch = nil
    }
}
