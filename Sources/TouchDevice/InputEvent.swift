/// One event of an input device, as it comes or in a recording.
public struct InputEvent: Hashable, Sendable {
    /// The timestamp, in microseconds of the clock of the kernel or the recording.
    public var microseconds: Int64
    /// The event type, `EV_…` of linux/input-event-codes.h.
    public var type: UInt16
    /// The code within the type.
    public var code: UInt16
    /// The value.
    public var value: Int32

    /// Makes an event.
    public init(microseconds: Int64, type: UInt16, code: UInt16, value: Int32) {
        (self.microseconds, self.type, self.code, self.value) = (microseconds, type, code, value)
    }

    /// Whether it closes a frame (SYN_REPORT).
    public var isFrameEnd: Bool { type == 0 && code == 0 }

    /// Whether it reports lost events (SYN_DROPPED).
    public var isDrop: Bool { type == 0 && code == 3 }
}
