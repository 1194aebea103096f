public import TouchCore

/// Receives what happens on a seat.
///
/// Called from within calls of the ``PanelSource``, on the caller's thread. Every call may use the seat again.
public protocol SeatSink: AnyObject {
    /// A round begins, in which what was read is passed on; a round may be part of another one.
    func roundBegins()
    /// The round is over; at `next` something is due without a report (``PanelSource/nextDeadline``).
    func roundEnds(next: Instant?)
    func deviceAdded(_ device: Device)
    /// A panel is gone; its contacts were cancelled in frames before this call.
    func deviceRemoved(_ id: DeviceID)
    /// Contacts changed; the frame is lent: its storage is reused, so keeping its contacts costs a copy.
    func frame(_ frame: borrowing Frame)
    /// A landing that will not be in any frame; `place` in fractions of the device's axes, not finite if unknown.
    func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant)
    /// Other programs get the reports of a panel from now on, or no longer.
    func holdChanged(of id: DeviceID, to hold: Hold)
    /// A panel was inhibited in the kernel, or no longer is; its contacts were cancelled before.
    func inhibitionChanged(of id: DeviceID, to isInhibited: Bool)
    func notice(_ notice: Notice)
}

extension SeatSink {
    /// The default for sinks that pass on each event at once.
    public func roundBegins() {}

    /// The default for sinks that pass on each event at once.
    public func roundEnds(next: Instant?) {}

    /// The default for sinks without interest in ignored landings.
    public func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {}

    /// The default for sinks that never grab panels.
    public func holdChanged(of id: DeviceID, to hold: Hold) {}

    /// The default for sinks that only show what arrives.
    public func inhibitionChanged(of id: DeviceID, to isInhibited: Bool) {}
}
