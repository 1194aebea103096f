internal import CSystemd
internal import Glibc

/// A deadline on CLOCK_MONOTONIC that can be moved as often as wanted; it fires once per arming.
public final class Timer {
    private var source: EventSource?
    private var handler: (() -> Void)?
    /// When it will fire, in microseconds of CLOCK_MONOTONIC; `nil` while disarmed.
    public var deadlineMicroseconds: Int64? { deadline }
    /// Kept beside its public face: what only this module sees, the compiler need not guard.
    private var deadline: Int64?

    /// sd-event gathers timers within this many microseconds; 0 would mean its default of a quarter second.
    private static let accuracyMicroseconds: UInt64 = 1

    init(_ loop: EventLoop, _ priority: Priority, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        let callback: sd_event_time_handler_t = { _, _, userdata in
            guard let userdata = unsafe userdata else { return 0 }
            let timer = unsafe Unmanaged<Timer>.fromOpaque(userdata).takeUnretainedValue()
            timer.deadline = nil
            timer.handler?()
            return 0
        }
        var added: OpaquePointer?
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        try unsafe SystemError.check(
            "sd_event_add_time",
            sd_event_add_time(
                loop.handle, &added, CLOCK_MONOTONIC, .max, Self.accuracyMicroseconds, callback, userdata))
        if let added = unsafe added { source = unsafe EventSource(owning: added, of: loop, priority: priority) }
        source?.setEnabled(SD_EVENT_OFF)
    }

    /// Fires at that moment, at once if it has passed; replaces an earlier deadline.
    ///
    /// - Parameter atMicroseconds: a time of CLOCK_MONOTONIC; before the clock's origin means at once.
    public func arm(atMicroseconds deadline: Int64) {
        if self.deadline == deadline { return }
        self.deadline = deadline
        source?.setTime(UInt64(max(deadline, 0)))
        source?.setEnabled(SD_EVENT_ONESHOT)
    }

    /// The same, or ``disarm()`` if there is no moment.
    public func set(microseconds deadline: Int64?) {
        if let deadline { arm(atMicroseconds: deadline) } else { disarm() }
    }

    /// Forgets the deadline.
    public func disarm() {
        if deadline == nil { return }
        deadline = nil
        source?.setEnabled(SD_EVENT_OFF)
    }

    /// Ends the timer for good; allowed inside the handler, and more than once.
    public func cancel() {
        deadline = nil
        source = nil
        handler = nil
    }
}

extension EventLoop {
    /// Makes a timer, disarmed at first; it lives until it is cancelled or let go.
    public func timer(
        priority: Priority = .important, handler: @escaping () -> Void
    ) throws(SystemError) -> Timer {
        try Timer(self, priority, handler)
    }
}
