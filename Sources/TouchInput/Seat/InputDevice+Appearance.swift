import CLibinput

/// libinput's own view of a device, in the form of its debug tool.
extension InputDevice {
    var name: String { unsafe String(cString: libinput_device_get_name(pointer)) }

    var logicalSeat: String {
        unsafe String(cString: libinput_seat_get_logical_name(libinput_device_get_seat(pointer)))
    }

    var group: UInt { unsafe UInt(bitPattern: libinput_device_get_device_group(pointer)) }

    var capabilities: String {
        let letters: [(libinput_device_capability, String)] = [
            (LIBINPUT_DEVICE_CAP_KEYBOARD, "k"), (LIBINPUT_DEVICE_CAP_POINTER, "p"), (LIBINPUT_DEVICE_CAP_TOUCH, "t"),
            (LIBINPUT_DEVICE_CAP_GESTURE, "g"), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, "T"),
            (LIBINPUT_DEVICE_CAP_TABLET_PAD, "P"), (LIBINPUT_DEVICE_CAP_SWITCH, "S"),
        ]
        return letters.filter { unsafe libinput_device_has_capability(pointer, $0.0) != 0 }.map(\.1).joined()
    }

    /// Width and height in millimeters; nil if unknown.
    var size: (width: Double, height: Double)? {
        var (width, height) = (0.0, 0.0)
        return unsafe libinput_device_get_size(pointer, &width, &height) == 0 ? (width, height) : nil
    }

    var reportedTouchCount: Int { unsafe Int(libinput_device_touch_get_touch_count(pointer)) }

    var hasCalibration: Bool { unsafe libinput_device_config_calibration_has_matrix(pointer) != 0 }
}
