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

    /// SYN_REPORT, the end of a frame, without a time.
    package static let report = InputEvent(microseconds: 0, type: InputCode.synchronization, code: 0, value: 0)
    /// SYN_MT_REPORT, the end of a finger of a panel without slots, without a time.
    package static let fingerEnd = InputEvent(microseconds: 0, type: InputCode.synchronization, code: 2, value: 0)
    /// SYN_DROPPED, the kernel's mark for events lost by a reader that was too slow, without a time.
    package static let dropped = InputEvent(microseconds: 0, type: InputCode.synchronization, code: 3, value: 0)

    /// An event of an absolute axis, without a time.
    package static func absolute(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(microseconds: 0, type: InputCode.absolute, code: code, value: value)
    }

    /// A key or contact going down or up, without a time.
    package static func key(_ code: UInt16, down: Bool) -> InputEvent {
        InputEvent(microseconds: 0, type: InputCode.key, code: code, value: down ? 1 : 0)
    }

    /// Whether it closes a frame (SYN_REPORT).
    public var isFrameEnd: Bool { type == 0 && code == 0 }

    /// Whether it reports lost events (SYN_DROPPED).
    public var isDrop: Bool { type == 0 && code == 3 }
}
