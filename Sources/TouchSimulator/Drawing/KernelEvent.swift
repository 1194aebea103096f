/// One event of the kernel's input protocol, without its timestamp, which is added when the event is written.
public struct KernelEvent: Equatable, Sendable {
    /// The event type, such as `EventType.absolute`.
    public var type: UInt16
    /// The code within the type, such as `AbsoluteCode.slot`.
    public var code: UInt16
    /// The value: a position, a tracking id, a key state.
    public var value: Int32

    /// An event from its three numbers.
    public init(type: UInt16, code: UInt16, value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }

    /// The end of a frame.
    public static let report = KernelEvent(type: EventType.synchronization, code: 0, value: 0)
    /// The kernel's mark for events lost by a reader that was too slow.
    public static let dropped = KernelEvent(type: EventType.synchronization, code: 3, value: 0)

    /// An event of an absolute axis.
    public static func absolute(_ code: UInt16, _ value: Int32) -> KernelEvent {
        KernelEvent(type: EventType.absolute, code: code, value: value)
    }

    /// A key or contact going down or up.
    public static func key(_ code: UInt16, down: Bool) -> KernelEvent {
        KernelEvent(type: EventType.key, code: code, value: down ? 1 : 0)
    }
}

/// Event types of linux/input-event-codes.h that a touch panel can have.
public enum EventType {
    /// EV_SYN.
    public static let synchronization: UInt16 = 0
    /// EV_KEY.
    public static let key: UInt16 = 1
    /// EV_ABS.
    public static let absolute: UInt16 = 3
}

/// Key codes of linux/input-event-codes.h that touch panels send, or that distinguish other devices from panels.
public enum KeyCode {
    /// BTN_TOOL_PEN.
    public static let pen: UInt16 = 0x140
    /// BTN_TOOL_FINGER, which touchpads have.
    public static let finger: UInt16 = 0x145
    /// BTN_TOUCH: at least one contact.
    public static let touch: UInt16 = 0x14a
}

/// AxisDescription codes of linux/input-event-codes.h that a touch panel sends.
public enum AbsoluteCode {
    /// ABS_X.
    public static let x: UInt16 = 0
    /// ABS_Y.
    public static let y: UInt16 = 1
    /// ABS_MT_SLOT: which contact the following values belong to.
    public static let slot: UInt16 = 0x2f
    /// ABS_MT_POSITION_X.
    public static let positionX: UInt16 = 0x35
    /// ABS_MT_POSITION_Y.
    public static let positionY: UInt16 = 0x36
    /// ABS_MT_TRACKING_ID: at least 0 for a contact, -1 when it lifts.
    public static let trackingID: UInt16 = 0x39

    /// Whether the code has a value per slot.
    public static func isPerSlot(_ code: UInt16) -> Bool { (0x30...0x3d).contains(code) }
}
