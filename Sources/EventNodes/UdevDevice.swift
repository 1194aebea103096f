import CUdev
package import TouchDevice
import System

/// A device as udev knows it; holds one reference.
@safe package struct UdevDevice: ~Copyable {
    private let device: OpaquePointer

    /// The properties that affect a panel.
    static let telling = [
        "ID_INPUT", "ID_PATH", "ID_SERIAL", "ID_BUS", "ID_SEAT", "WL_SEAT", "WL_OUTPUT", "LIBINPUT_", "EVDEV_ABS_",
    ]

    /// The names of all event nodes, `event5`, in order of their numbers.
    package static var eventNames: [String] {
        SystemPath.names(in: "/sys/class/input").filter { $0.hasPrefix("event") }
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Takes over a reference.
    package init(_ device: OpaquePointer) {
        unsafe self.device = device
    }

    /// Looks up an event node by its name, `event5`; nil if udev does not know it.
    package init?(sysname: String, udev: OpaquePointer) {
        guard let device = unsafe udev_device_new_from_subsystem_sysname(udev, "input", sysname) else { return nil }
        unsafe self.init(device)
    }

    deinit {
        unsafe udev_device_unref(device)
    }

    /// The event node.
    package var node: String? {
        guard let node = unsafe udev_device_get_devnode(device) else { return nil }
        return unsafe String(cString: node)
    }

    /// The ``telling`` properties of the device, or else of its parent; by name.
    package var properties: [Device.Property] {
        allProperties.filter { property in Self.telling.contains { property.key.hasPrefix($0) } }
            .sorted { $0.key < $1.key }.map { Device.Property(name: $0.key, value: $0.value) }
    }

    /// All properties of the device, and those of its parent that it lacks.
    package var allProperties: [String: String] {
        var found: [String: String] = [:]
        if let parent = unsafe udev_device_get_parent(device) { unsafe Self.collect(from: parent, into: &found) }
        unsafe Self.collect(from: device, into: &found)
        return found
    }

    /// Whether udev gave the device a tag, for instance `uaccess`.
    package func hasTag(_ tag: String) -> Bool { unsafe udev_device_has_tag(device, tag) != 0 }

    /// Whether it or its parent is classified as a touchscreen, which is also libinput's criterion.
    package var isTouchscreen: Bool { property("ID_INPUT_TOUCHSCREEN") ?? "0" != "0" }

    /// A property of the device, or else of its parent.
    package func property(_ name: String) -> String? {
        if let value = unsafe Self.property(name, of: device) { return value }
        return unsafe udev_device_get_parent(device).flatMap { unsafe Self.property(name, of: $0) }
    }

    private static func property(_ name: String, of device: OpaquePointer) -> String? {
        guard let value = unsafe udev_device_get_property_value(device, name) else { return nil }
        return unsafe String(cString: value)
    }

    private static func collect(from device: OpaquePointer, into found: inout [String: String]) {
        var entry = unsafe udev_device_get_properties_list_entry(device)
        while let current = unsafe entry {
            if let name = unsafe udev_list_entry_get_name(current),
                let value = unsafe udev_list_entry_get_value(current)
            {
                unsafe found[String(cString: name)] = String(cString: value)
            }
            unsafe entry = unsafe udev_list_entry_get_next(current)
        }
    }
}

/// The event nodes of touchscreens, as classified by udev.
package enum TouchNodes {
    /// The nodes of the touchscreens of a seat, in order of their numbers.
    package static func all(of seat: String = "seat0") -> [String] {
        guard let udev = unsafe udev_new() else { return [] }
        defer { unsafe udev_unref(udev) }
        return UdevDevice.eventNames.compactMap { name in
            guard let device = unsafe UdevDevice(sysname: name, udev: udev), device.isTouchscreen,
                device.property("ID_SEAT") ?? "seat0" == seat
            else { return nil }
            return device.node
        }
    }

    /// Resolves a user's argument: a path, a link to one, or a name such as `event5`.
    package static func node(named name: String) -> String {
        let path = name.contains("/") ? name : "/dev/input/\(name)"
        return SystemPath.resolved(path) ?? path
    }

    /// The udev properties of a node that affect a panel.
    package static func properties(of node: String) -> [Device.Property] {
        guard let udev = unsafe udev_new() else { return [] }
        defer { unsafe udev_unref(udev) }
        let sysname = String(node.split(separator: "/").last ?? "")
        return unsafe UdevDevice(sysname: sysname, udev: udev)?.properties ?? []
    }
}
