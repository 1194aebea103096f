public import TouchCore

/// Who receives what happens on a seat.
///
/// All calls come from inside ``Seat/start()``, ``Seat/dispatch()``, ``Seat/suspend()``, ``Seat/resume()``,
/// ``Seat/stop()`` or a change of the view, on the caller's thread. Every call may use the seat again.
public protocol SeatSink: AnyObject {
    /// A panel appeared.
    func deviceAdded(_ device: Device)
    /// A panel is gone; its contacts were cancelled in frames before this call.
    func deviceRemoved(_ id: DeviceID)
    /// Fingers did something.
    ///
    /// The frame is lent: its storage is used again, so keeping its contacts costs a copy.
    func frame(_ frame: borrowing Frame)
    /// A finger landed and will not be in any frame; told once for each landing.
    ///
    /// - Parameters:
    ///   - reason: what keeps it from being heard.
    ///   - place: where it landed, in fractions of the device's axes; not finite where that is not known.
    ///   - panel: where.
    ///   - time: when the kernel saw it land.
    func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant)
    /// Other programs get the reports of a panel from now on, or get them no more.
    func holdChanged(of id: DeviceID, to hold: Hold)
    /// People have a panel ignored by the kernel (`inhibited`), or no longer; its contacts were cancelled before.
    func inhibitionChanged(of id: DeviceID, to isInhibited: Bool)
    /// There is something to say.
    func notice(_ notice: Notice)
}

extension SeatSink {
    /// Nothing, for those who only show what is heard.
    public func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {}

    /// Nothing, for those who never ask to have the panels alone.
    public func holdChanged(of id: DeviceID, to hold: Hold) {}

    /// Nothing, for those who only show what arrives.
    public func inhibitionChanged(of id: DeviceID, to isInhibited: Bool) {}
}
