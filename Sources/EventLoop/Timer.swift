internal import CSystemd
internal import Glibc

/// A deadline on CLOCK_MONOTONIC that can be moved; it fires once per arming.
public final class Timer {
    private var source: EventSource?
    private var handler: (() -> Void)?
    /// When it will fire, in microseconds of CLOCK_MONOTONIC; `nil` while disarmed.
    public var deadlineMicroseconds: Int64? { deadline }
    /// Internal copy of the public property, so that the compiler needs no exclusivity checks.
    private var deadline: Int64?

    /// sd-event coalesces timers within this many microseconds; 0 would mean its default of a quarter second.
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

    /// Arms the timer, replacing an earlier deadline; a deadline in the past fires at once.
    ///
    /// - Parameter atMicroseconds: a time of CLOCK_MONOTONIC; before the clock's origin means at once.
    public func arm(atMicroseconds deadline: Int64) {
        if self.deadline == deadline { return }
        self.deadline = deadline
        source?.setTime(UInt64(max(deadline, 0)))
        source?.setEnabled(SD_EVENT_ONESHOT)
    }

    /// Arms the timer, or disarms it if the deadline is nil.
    public func set(microseconds deadline: Int64?) {
        if let deadline { arm(atMicroseconds: deadline) } else { disarm() }
    }

    /// Disarms the timer.
    public func disarm() {
        if deadline == nil { return }
        deadline = nil
        source?.setEnabled(SD_EVENT_OFF)
    }

    /// Ends the timer permanently; may be called repeatedly and inside the handler.
    public func cancel() {
        deadline = nil
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
