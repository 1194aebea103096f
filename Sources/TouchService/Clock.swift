internal import EventLoop
internal import TouchCore

extension EventLoop {
    /// The time of CLOCK_MONOTONIC now; the clock of every timer and of the stamps of touches.
    var now: Instant { Instant(microseconds: nowMicroseconds) }
}

extension Timer {
    /// Arms the timer, replacing an earlier deadline; a deadline in the past fires at once.
    func arm(at deadline: Instant) { arm(atMicroseconds: deadline.microseconds) }

    /// Arms the timer, or disarms it if the deadline is nil.
    func set(at deadline: Instant?) { set(microseconds: deadline?.microseconds) }
}
