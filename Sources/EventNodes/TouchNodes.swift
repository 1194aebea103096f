import CUdev
import Glibc
package import TouchDevice

/// The event nodes of touchscreens, as classified by udev.
package enum TouchNodes {
    /// The nodes of the touchscreens of a seat, in order of their numbers.
    package static func all(of seat: String = "seat0") -> [String] {
        guard let udev = unsafe udev_new() else { return [] }
        defer { unsafe udev_unref(udev) }
        guard let list = unsafe udev_enumerate_new(udev) else { return [] }
        defer { unsafe udev_enumerate_unref(list) }
        unsafe udev_enumerate_add_match_subsystem(list, "input")
        unsafe udev_enumerate_scan_devices(list)
        var nodes: [String] = []
        var entry = unsafe udev_enumerate_get_list_entry(list)
        while let current = unsafe entry {
            if let path = unsafe udev_list_entry_get_name(current),
                let device = unsafe udev_device_new_from_syspath(udev, path)
            {
                let device = unsafe UdevDevice(device)
                let itsSeat = device.properties.first { $0.name == "ID_SEAT" }?.value ?? "seat0"
                if device.isTouchscreen, itsSeat == seat, let node = device.node,
                    node.split(separator: "/").last?.hasPrefix("event") == true
                {
                    nodes.append(node)
                }
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
        return nodes.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
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
