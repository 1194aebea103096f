import CUdev
package import TouchDevice
import System

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
