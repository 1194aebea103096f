import CMtdev

/// Assigns slots to the fingers of a protocol A panel, as libinput does: with mtdev.
///
///     x y MT_REPORT  x y MT_REPORT  REPORT ──▶ slot 0, id, x, y, slot 1, id, x, y, REPORT
///
/// Such a panel sends all its fingers in every frame, without ids; mtdev identifies fingers by their previous places,
/// and removes noise of a 250th of the range.
@safe final class SlotTracker {
    /// Number of slots libinput uses for such a panel.
    static let slots = 10
    /// Maximum number of fingers considered in a frame.
    ///
    /// mtdev has 32 slots and loops forever if the last one is used, as when sixteen fingers are replaced by as many
    /// others.
    private static let maxFingers = 15
    /// Maximum number of events considered in a frame; mtdev has room for 512.
    private static let maxEvents = 400
    /// The codes of fingers, ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y.
    private static let codes: ClosedRange<UInt16> = 0x30...0x3d
    /// SYN_MT_REPORT, which closes a finger.
    private static let fingerEnd: UInt16 = 2

    private let device: UnsafeMutablePointer<mtdev>
    private var fingers = 0
    private var events = 0

    init(_ description: DeviceDescription) {
        guard let device = unsafe mtdev_new(), unsafe mtdev_init(device) == 0 else {
            preconditionFailure("no memory for a few slots")
        }
        unsafe self.device = device
        // What mtdev_configure does with the node of a panel.
        for (code, axis) in description.axes where Self.codes.contains(code) {
            let code = Int32(code)
            unsafe mtdev_set_mt_event(device, code, 1)
            unsafe mtdev_set_abs_minimum(device, code, axis.minimum)
            unsafe mtdev_set_abs_maximum(device, code, axis.maximum)
            unsafe mtdev_set_abs_resolution(device, code, axis.resolution)
            unsafe mtdev_set_abs_fuzz(device, code, Self.fuzz(of: axis, UInt16(code)))
        }
    }

    deinit {
        unsafe mtdev_close_delete(device)
    }

    /// Feeds an event; at the end of a frame, passes the frame with slots to `body`.
    func feed(_ event: InputEvent, _ body: (InputEvent) -> Void) {
        guard event.isFrameEnd || mayPass(event) else { return }
        unsafe cmtdev_put(device, event.type, event.code, event.value)
        guard event.isFrameEnd else { return }
        (fingers, events) = (0, 0)
        var slotted = event
        while unsafe cmtdev_get(device, &slotted.type, &slotted.code, &slotted.value) != 0 { body(slotted) }
    }

    private func mayPass(_ event: InputEvent) -> Bool {
        guard fingers < Self.maxFingers, events < Self.maxEvents else { return false }
        events += 1
        switch (event.type, event.code) {
        case (InputCode.synchronization, Self.fingerEnd): fingers += 1
        case (InputCode.absolute, Self.codes), (InputCode.key, InputCode.touch): break
        default: return false
        }
        return true
    }

    /// mtdev's own noise threshold for panels that report none.
    private static func fuzz(of axis: Axis, _ code: UInt16) -> Int32 {
        let parts: Int64
        switch code {
        case InputCode.positionX, InputCode.positionY: parts = 250
        case 0x30...0x33: parts = 100  // ABS_MT_TOUCH_MAJOR to ABS_MT_WIDTH_MINOR
        case 0x34: parts = 10  // ABS_MT_ORIENTATION
        default: return axis.fuzz
        }
        return axis.fuzz != 0 ? axis.fuzz : Int32(clamping: axis.steps / parts)
    }
}
