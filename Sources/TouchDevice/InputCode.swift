/// Numbers of linux/input-event-codes.h that touch panels use.
public enum InputCode {
    /// EV_SYN.
    public static let synchronization: UInt16 = 0
    /// EV_KEY.
    public static let key: UInt16 = 1
    /// EV_REL.
    package static let relative: UInt16 = 2
    /// EV_ABS.
    public static let absolute: UInt16 = 3
    /// EV_SW.
    package static let switches: UInt16 = 5
    /// ABS_X.
    public static let x: UInt16 = 0
    /// ABS_Y.
    public static let y: UInt16 = 1
    /// ABS_Z.
    package static let z: UInt16 = 2
    /// ABS_MISC.
    package static let misc: UInt16 = 0x28
    /// ABS_MT_SLOT.
    public static let slot: UInt16 = 0x2f
    /// ABS_MT_TOUCH_MAJOR.
    public static let touchMajor: UInt16 = 0x30
    /// ABS_MT_POSITION_X.
    public static let positionX: UInt16 = 0x35
    /// ABS_MT_POSITION_Y.
    public static let positionY: UInt16 = 0x36
    /// ABS_MT_TOOL_TYPE.
    public static let toolType: UInt16 = 0x37
    /// ABS_MT_TRACKING_ID.
    public static let trackingID: UInt16 = 0x39
    /// ABS_MT_DISTANCE: above 0 while a finger hovers over the surface.
    public static let distance: UInt16 = 0x3b
    /// BTN_TOUCH.
    public static let touch: UInt16 = 0x14a
    /// BTN_LEFT.
    public static let left: UInt16 = 0x110
    /// BTN_TOOL_PEN.
    package static let pen: UInt16 = 0x140
    /// BTN_TOOL_FINGER, which touchpads have.
    package static let finger: UInt16 = 0x145
    /// BTN_STYLUS, a button of a pen.
    package static let stylus: UInt16 = 0x14b
    /// MT_TOOL_PALM, a value of ABS_MT_TOOL_TYPE.
    public static let palm: Int32 = 2
    /// INPUT_PROP_POINTER.
    package static let pointer: UInt16 = 0
    /// INPUT_PROP_DIRECT.
    public static let direct: UInt16 = 1

    /// Whether an absolute axis has a value per slot.
    package static func isPerSlot(_ code: UInt16) -> Bool { (0x30...0x3d).contains(code) }
}

extension UInt16 {
    /// The number as that many lower-case hexadecimal digits, or more.
    package func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
