public import System
internal import CSystemd
internal import Glibc
public import TouchCore

/// A deadline on CLOCK_MONOTONIC that can be moved; it fires once per arming.
public final class Timer {
    private var source: EventSource?
    private var handler: (() -> Void)?
    private let clock: (any LoopClock)?
    /// Which of several that are due fires first.
    package let priority: Priority
    /// When it will fire; `nil` while disarmed.
    public var deadline: Instant? { armed }
    /// Private, so that the compiler sees every access and guards none.
    private var armed: Instant?

    /// sd-event coalesces timers within this time; none would mean its default of a quarter second.
    private static let accuracy = Interval.microseconds(1)

    init(_ loop: EventLoop, _ priority: Priority, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        self.priority = priority
        clock = loop.clock
        if clock != nil { return }
        let callback: sd_event_time_handler_t = { _, _, userdata in
            unsafe tell(userdata) { (timer: Timer) in timer.fire() }
        }
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        source = try unsafe EventSource(of: loop, "sd_event_add_time", priority: priority) {
            unsafe sd_event_add_time(
                loop.handle, &$0, CLOCK_MONOTONIC, .max, UInt64(Self.accuracy.microseconds), callback, userdata)
        }
        source?.setEnabled(SD_EVENT_OFF)
    }

    /// Arms the timer, replacing an earlier deadline; a deadline in the past fires at once.
    public func arm(at deadline: Instant) {
        if armed == deadline { return }
        armed = deadline
        source?.setTime(deadline)
        source?.setEnabled(SD_EVENT_ONESHOT)
        clock?.follow(self)
    }

    /// Arms the timer, or disarms it if the deadline is nil.
    public func set(at deadline: Instant?) {
        if let deadline { arm(at: deadline) } else { disarm() }
    }

    /// Disarms the timer.
    public func disarm() {
        if armed == nil { return }
        armed = nil
        source?.setEnabled(SD_EVENT_OFF)
        clock?.follow(self)
    }

    /// Calls the handler, as the loop does at the deadline.
    package func fire() {
        armed = nil
        handler?()
    }

    /// Ends the timer permanently; may be called repeatedly and inside the handler.
    public func cancel() {
        disarm()
        source = nil
        handler = nil
    }
}

extension EventLoop {
    /// Makes a disarmed timer; it lives until it is cancelled or released.
    public func timer(
        priority: Priority = .important, handler: @escaping () -> Void
    ) throws(SystemError) -> Timer {
        try Timer(self, priority, handler)
    }
}
