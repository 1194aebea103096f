import CLibinput
import TouchCore

/// One of libinput's devices, lent while an event of it is handled.
@safe struct InputDevice {
    let pointer: OpaquePointer

    init(_ device: OpaquePointer) {
        unsafe self.pointer = device
    }

    /// Tells devices apart as long as they exist.
    var address: UInt { unsafe UInt(bitPattern: pointer) }

    /// Whether it has a touch surface (`libinput_device_has_capability`).
    var hasTouch: Bool { unsafe libinput_device_has_capability(pointer, LIBINPUT_DEVICE_CAP_TOUCH) != 0 }

    /// The last part of its sysfs path.
    var sysname: String { unsafe String(cString: libinput_device_get_sysname(pointer)) }

    /// The physical seat it belongs to.
    var seat: String {
        unsafe String(cString: libinput_seat_get_physical_name(libinput_device_get_seat(pointer)))
    }

    /// How many fingers libinput tells apart; nil if it does not know.
    var touchCount: Int? {
        let count = unsafe libinput_device_touch_get_touch_count(pointer)
        return count > 0 ? Int(count) : nil
    }

    /// What udev knows of it.
    var udev: UdevDevice? { unsafe libinput_device_get_udev_device(pointer).map { unsafe UdevDevice($0) } }

    /// Reads nothing of it any more (`libinput_device_config_send_events_set_mode`).
    func silence() {
        _ = unsafe libinput_device_config_send_events_set_mode(
            pointer, UInt32(LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue))
    }

    /// Reads it again after ``silence()``; libinput opens the node anew.
    func hear() {
        _ = unsafe libinput_device_config_send_events_set_mode(
            pointer, UInt32(LIBINPUT_CONFIG_SEND_EVENTS_ENABLED.rawValue))
    }

    /// Takes libinput's calibration over: what udev asked for is returned, libinput is left with none.
    ///
    /// libinput hands out whole units after calibrating and forgets the raw ones; in our mapping it is applied
    /// once and without rounding.
    func takeCalibration() -> Transform {
        guard unsafe libinput_device_config_calibration_has_matrix(pointer) != 0 else { return .identity }
        var wanted: [Float] = [1, 0, 0, 0, 1, 0]
        _ = unsafe libinput_device_config_calibration_get_default_matrix(pointer, &wanted)
        _ = unsafe libinput_device_config_calibration_set_matrix(pointer, [1, 0, 0, 0, 1, 0])
        let numbers = wanted.map(Double.init)
        return Transform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
