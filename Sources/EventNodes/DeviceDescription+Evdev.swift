import CLibevdev
package import TouchDevice
import System

/// Opens nodes with libevdev.
package enum Evdev {
    /// libevdev's handle of an opened node, for `libevdev_free`; nil if it is not an input device.
    package static func open(_ descriptor: Int32) -> OpaquePointer? {
        // It would print remarks about the device to standard error.
        libevdev_set_log_function(nil, nil)
        var evdev: OpaquePointer?
        return unsafe libevdev_new_from_fd(descriptor, &evdev) == 0 ? evdev : nil
    }
}

extension DeviceDescription {
    /// The kernel's description of an opened node.
    package init(evdev: OpaquePointer) {
        self.init(
            name: unsafe String(cString: libevdev_get_name(evdev)),
            numbers: unsafe Device.Numbers(
                bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev)),
                vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
                product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)),
                version: UInt16(truncatingIfNeeded: libevdev_get_id_version(evdev))))
        for property in 0..<UInt32(INPUT_PROP_CNT) where unsafe libevdev_has_property(evdev, property) != 0 {
            properties.insert(UInt16(property))
        }
        for type in 1..<UInt32(EV_CNT) where unsafe libevdev_has_event_type(evdev, type) != 0 {
            let most = libevdev_event_type_get_max(type)
            guard most >= 0 else { continue }
            var found: Set<UInt16> = []
            for code in 0...UInt32(most) where unsafe libevdev_has_event_code(evdev, type, code) != 0 {
                found.insert(UInt16(code))
                let value = unsafe libevdev_get_event_value(evdev, type, code)
                if type == UInt32(EV_LED) { lights[UInt16(code)] = value }
                if type == UInt32(EV_SW) { switches[UInt16(code)] = value }
                guard type == UInt32(EV_ABS), let axis = unsafe libevdev_get_abs_info(evdev, code) else { continue }
                let range = unsafe axis.pointee
                axes[UInt16(code)] = Axis([range.minimum, range.maximum, range.fuzz, range.flat, range.resolution])
            }
            if !found.isEmpty { codes[UInt16(type)] = found }
        }
    }

    /// The kernel's description of an opened node; nil if it is not an input device.
    package init?(descriptor: Int32) {
        guard let evdev = unsafe Evdev.open(descriptor) else { return nil }
        defer { unsafe libevdev_free(evdev) }
        unsafe self.init(evdev: evdev)
    }

    /// What any user can read in sysfs about a node, `event5`: everything except the ranges of its axes.
    package init(sysname: String) {
        let folder = "/sys/class/input/\(sysname)/device"
        func number(_ name: String) -> UInt16 {
            SystemPath.text(at: "\(folder)/id/\(name)").flatMap { UInt16($0, radix: 16) } ?? 0
        }
        self.init(
            name: SystemPath.text(at: folder + "/name") ?? "",
            numbers: Device.Numbers(
                bus: number("bustype"), vendor: number("vendor"), product: number("product"), version: number("version")
            ))
        properties = Self.bits(at: folder + "/properties")
        for (type, name) in [
            (InputCode.key, "key"), (InputCode.relative, "rel"), (InputCode.absolute, "abs"),
            (InputCode.switches, "sw"),
        ] {
            let found = Self.bits(at: "\(folder)/capabilities/\(name)")
            if !found.isEmpty { codes[type] = found }
        }
    }

    /// A bitmap of sysfs: hexadecimal words of 64 bits, most significant first.
    private static func bits(at path: String) -> Set<UInt16> {
        var bits: Set<UInt16> = []
        for (index, text) in (SystemPath.text(at: path) ?? "").split(separator: " ").reversed().enumerated() {
            guard let word = UInt64(text, radix: 16), index < 64 else { continue }
            for bit in 0..<64 where word & 1 << UInt64(bit) != 0 { bits.insert(UInt16(index * 64 + bit)) }
        }
        return bits
    }
}
