import CLibinput

/// What libinput itself says of a device, for the dialect of its own tool.
extension InputDevice {
    /// What the driver calls it.
    var name: String { unsafe String(cString: libinput_device_get_name(pointer)) }

    /// The logical seat it belongs to.
    var logicalSeat: String {
        unsafe String(cString: libinput_seat_get_logical_name(libinput_device_get_seat(pointer)))
    }

    /// Tells groups of devices apart.
    var group: UInt { unsafe UInt(bitPattern: libinput_device_get_device_group(pointer)) }

    /// A letter for each thing it can do.
    var capabilities: String {
        let letters: [(libinput_device_capability, String)] = [
            (LIBINPUT_DEVICE_CAP_KEYBOARD, "k"), (LIBINPUT_DEVICE_CAP_POINTER, "p"), (LIBINPUT_DEVICE_CAP_TOUCH, "t"),
            (LIBINPUT_DEVICE_CAP_GESTURE, "g"), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, "T"),
            (LIBINPUT_DEVICE_CAP_TABLET_PAD, "P"), (LIBINPUT_DEVICE_CAP_SWITCH, "S"),
        ]
        return letters.filter { unsafe libinput_device_has_capability(pointer, $0.0) != 0 }.map(\.1).joined()
    }

    /// Width and height in millimeters; nil if it does not tell.
    var size: (width: Double, height: Double)? {
        var (width, height) = (0.0, 0.0)
        return unsafe libinput_device_get_size(pointer, &width, &height) == 0 ? (width, height) : nil
    }

    /// How many fingers it says it tells apart.
    var reportedTouchCount: Int { unsafe Int(libinput_device_touch_get_touch_count(pointer)) }

    /// Whether it can be calibrated.
    var hasCalibration: Bool { unsafe libinput_device_config_calibration_has_matrix(pointer) != 0 }
}
