import CLibinput

/// A device of libinput with what it was found to be; kept, so that it can be silenced and heard again.
@safe final class KeptDevice {
    private let pointer: OpaquePointer
    /// What it was found to be.
    let device: Device

    init(_ input: InputDevice, device: Device) {
        unsafe pointer = input.pointer
        self.device = device
        unsafe libinput_device_ref(pointer)
    }

    deinit {
        unsafe libinput_device_unref(pointer)
    }

    /// libinput's device.
    var input: InputDevice { unsafe InputDevice(pointer) }
}
