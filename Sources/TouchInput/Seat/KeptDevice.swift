import CLibinput

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
