/// One event of the kernel's input protocol, without its timestamp, which is added when the event is written.
package struct KernelEvent: Equatable, Sendable {
    /// The event type, such as `EventType.absolute`.
    package var type: UInt16
    /// The code within the type, such as `AbsoluteCode.slot`.
    package var code: UInt16
    /// The value: a position, a tracking id, a key state.
    package var value: Int32

    /// An event from its three numbers.
    package init(type: UInt16, code: UInt16, value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }

    /// The end of a frame.
    package static let report = KernelEvent(type: EventType.synchronization, code: 0, value: 0)
    /// The end of a finger of a panel without slots (SYN_MT_REPORT).
    static let fingerEnd = KernelEvent(type: EventType.synchronization, code: 2, value: 0)
    /// The kernel's mark for events lost by a reader that was too slow.
    package static let dropped = KernelEvent(type: EventType.synchronization, code: 3, value: 0)

    /// An event of an absolute axis.
    package static func absolute(_ code: UInt16, _ value: Int32) -> KernelEvent {
        KernelEvent(type: EventType.absolute, code: code, value: value)
    }

    /// A key or contact going down or up.
    package static func key(_ code: UInt16, down: Bool) -> KernelEvent {
        KernelEvent(type: EventType.key, code: code, value: down ? 1 : 0)
    }
}

/// Event types of linux/input-event-codes.h that a touch panel can have.
package enum EventType {
    /// EV_SYN.
    package static let synchronization: UInt16 = 0
    /// EV_KEY.
    package static let key: UInt16 = 1
    /// EV_ABS.
    package static let absolute: UInt16 = 3
}

/// Key codes of linux/input-event-codes.h that touch panels send, or that distinguish other devices from panels.
package enum KeyCode {
    /// BTN_LEFT.
    package static let left: UInt16 = 0x110
    /// BTN_TOOL_PEN.
    package static let pen: UInt16 = 0x140
    /// BTN_TOOL_FINGER, which touchpads have.
    package static let finger: UInt16 = 0x145
    /// BTN_TOUCH: at least one contact.
    package static let touch: UInt16 = 0x14a
}

/// AxisDescription codes of linux/input-event-codes.h that a touch panel sends.
package enum AbsoluteCode {
    /// ABS_X.
    package static let x: UInt16 = 0
    /// ABS_Y.
    package static let y: UInt16 = 1
    /// ABS_MT_SLOT: which contact the following values belong to.
    package static let slot: UInt16 = 0x2f
    /// ABS_MT_POSITION_X.
    package static let positionX: UInt16 = 0x35
    /// ABS_MT_POSITION_Y.
    package static let positionY: UInt16 = 0x36
    /// ABS_MT_TRACKING_ID: at least 0 for a contact, -1 when it lifts.
    package static let trackingID: UInt16 = 0x39

    /// Whether the code has a value per slot.
    package static func isPerSlot(_ code: UInt16) -> Bool { (0x30...0x3d).contains(code) }
}
