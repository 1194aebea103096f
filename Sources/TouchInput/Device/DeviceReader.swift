import CLibevdev
import CShims
import EventNodes
import TouchCore

/// Reads the properties of a panel from its opened node, udev and sysfs.
@safe struct DeviceReader: ~Copyable {
    private let evdev: OpaquePointer
    private let descriptor: Int32

    /// Asks the node for its description; nil if it does not respond as an input device.
    init?(descriptor: Int32) {
        guard let evdev = unsafe Evdev.open(descriptor) else { return nil }
        unsafe self.evdev = evdev
        self.descriptor = descriptor
    }

    deinit {
        unsafe libevdev_free(evdev)
    }

    /// The panel; nil if an axis has no range.
    func device(
        id: DeviceID, node: String, properties: [Device.Property], libinput device: InputDevice, rule: ProvenanceRule
    ) -> Device? {
        let description = unsafe DeviceDescription(evdev: evdev).withFuzz(of: properties)
        guard let (x, y) = description.positionAxes else { return nil }
        return Device(
            id: id,
            name: description.name,
            node: node,
            sysname: device.sysname,
            numbers: description.numbers,
            phys: unsafe text(libevdev_get_phys(evdev)),
            uniq: unsafe text(libevdev_get_uniq(evdev)),
            origin: origin(by: rule),
            size: Self.size(x, y),
            x: x,
            y: y,
            breadthUnit: description.breadthUnit,
            slots: description.fingerCount,
            isAbsoluteMouse: description.isAbsoluteMouse,
            fingersAtStart: fingersDown(description),
            calibration: device.takeCalibration(),
            seat: device.seat,
            properties: properties)
    }

    /// The kernel's description, with the fuzz of positions that udev has moved to properties.
    func describe(_ device: Device) -> DeviceDescription {
        unsafe DeviceDescription(evdev: evdev).withFuzz(of: device.properties)
    }

    /// The size, if both axes have a resolution and a panel can have it.
    static func size(_ x: Axis, _ y: Axis) -> PanelSize? {
        PanelSize(x: x, y: y).flatMap { $0.isPlausible ? $0 : nil }
    }

    private func origin(by rule: ProvenanceRule) -> Origin {
        var (major, minor): (UInt32, UInt32) = (0, 0)
        guard unsafe touchd_node_number(descriptor, &major, &minor) == 0 else {
            return Origin(provenance: .unknown, remarks: ["the opened node has no device number"])
        }
        return rule.classify(major: major, minor: minor)
    }

    private func fingersDown(_ description: DeviceDescription) -> Int {
        guard description.fingerCount != nil else {
            let key = UInt32(description.touchKey ?? InputCode.touch)
            return unsafe libevdev_get_event_value(evdev, UInt32(EV_KEY), key) > 0 ? 1 : 0
        }
        return (0..<max(0, unsafe libevdev_get_num_slots(evdev))).count { slot in
            unsafe libevdev_get_slot_value(evdev, UInt32(slot), UInt32(ABS_MT_TRACKING_ID)) >= 0
        }
    }

    private func text(_ string: UnsafePointer<CChar>?) -> String {
        unsafe string.map { unsafe String(cString: $0) } ?? ""
    }
}
