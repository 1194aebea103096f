import CLibinput
import EventNodes
import TouchCore

/// One of libinput's devices, lent while an event of it is handled.
@safe struct InputDevice {
    let pointer: OpaquePointer

    init(_ device: OpaquePointer) {
        unsafe self.pointer = device
    }

    var address: UInt { unsafe UInt(bitPattern: pointer) }

    var hasTouch: Bool { unsafe libinput_device_has_capability(pointer, LIBINPUT_DEVICE_CAP_TOUCH) != 0 }

    var sysname: String { unsafe String(cString: libinput_device_get_sysname(pointer)) }

    var seat: String {
        unsafe String(cString: libinput_seat_get_physical_name(libinput_device_get_seat(pointer)))
    }

    var udev: UdevDevice? { unsafe libinput_device_get_udev_device(pointer).map { unsafe UdevDevice($0) } }

    /// Disables the device, or enables it again: libinput closes or opens the node.
    func enable(_ isEnabled: Bool) {
        let mode = isEnabled ? LIBINPUT_CONFIG_SEND_EVENTS_ENABLED : LIBINPUT_CONFIG_SEND_EVENTS_DISABLED
        _ = unsafe libinput_device_config_send_events_set_mode(pointer, UInt32(mode.rawValue))
    }

    /// Returns udev's matrix and resets libinput's to the identity.
    ///
    /// libinput reports rounded units after calibrating; our mapping applies the matrix once and without rounding.
    func takeCalibration() -> Transform {
        guard unsafe libinput_device_config_calibration_has_matrix(pointer) != 0 else { return .identity }
        var wanted: [Float] = [1, 0, 0, 0, 1, 0]
        _ = unsafe libinput_device_config_calibration_get_default_matrix(pointer, &wanted)
        _ = unsafe libinput_device_config_calibration_set_matrix(pointer, [1, 0, 0, 0, 1, 0])
        let numbers = wanted.map(Double.init)
        return Transform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}

extension InputDevice {
    var group: UInt { unsafe UInt(bitPattern: libinput_device_get_device_group(pointer)) }

    /// libinput's own view of a device, in the form of its debug tool.
    func appearance(inGroup group: Int) -> LibinputNews.Appearance {
        let letters: [(libinput_device_capability, String)] = [
            (LIBINPUT_DEVICE_CAP_KEYBOARD, "k"), (LIBINPUT_DEVICE_CAP_POINTER, "p"), (LIBINPUT_DEVICE_CAP_TOUCH, "t"),
            (LIBINPUT_DEVICE_CAP_GESTURE, "g"), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, "T"),
            (LIBINPUT_DEVICE_CAP_TABLET_PAD, "P"), (LIBINPUT_DEVICE_CAP_SWITCH, "S"),
        ]
        let capabilities = letters.filter { unsafe libinput_device_has_capability(pointer, $0.0) != 0 }
        var (width, height) = (0.0, 0.0)
        let hasSize = unsafe libinput_device_get_size(pointer, &width, &height) == 0
        return LibinputNews.Appearance(
            sysname: sysname, name: unsafe String(cString: libinput_device_get_name(pointer)), seat: seat,
            logicalSeat: unsafe String(cString: libinput_seat_get_logical_name(libinput_device_get_seat(pointer))),
            group: group, capabilities: capabilities.map(\.1).joined(), size: hasSize ? (width, height) : nil,
            touchCount: unsafe Int(libinput_device_touch_get_touch_count(pointer)),
            hasCalibration: unsafe libinput_device_config_calibration_has_matrix(pointer) != 0)
    }
}

/// A device of libinput and its detected properties; kept, so that it can be disabled and re-enabled.
@safe final class KeptDevice {
    private let pointer: OpaquePointer
    let device: Device

    init(_ input: InputDevice, device: Device) {
        unsafe pointer = input.pointer
        self.device = device
        unsafe libinput_device_ref(pointer)
    }

    deinit {
        unsafe libinput_device_unref(pointer)
    }

    var input: InputDevice { unsafe InputDevice(pointer) }
}
