import TouchCore
import System

/// Determines from sysfs alone where an opened device comes from.
///
/// A device's own data (bus number, names, serials) can be chosen by the program that made it; its place in sysfs
/// cannot. In this order:
///
/// 1. the node's device number, taken from the opened descriptor, leads to its real sysfs path;
/// 2. below `/devices/virtual/`: made by a program, through uhid or otherwise;
/// 3. below a `vhci_hcd` or `dummy_hcd` controller: USB over a network, or an emulated USB device;
/// 4. otherwise the nearest bus among the parents; if there is none: unknown.
///
/// A process that may write to the node can still inject into a physical panel; the node's group prevents that.
public struct ProvenanceRule: Sendable {
    static let buses: Set<String> = ["usb", "i2c", "spi", "serio", "pci", "platform", "virtio"]

    static let emulatedControllers = ["vhci_hcd", "dummy_hcd"]

    /// The kernel's number for devices without hardware (`BUS_VIRTUAL` in linux/input.h).
    static let virtualBus = "0006"

    private let sysfs: String

    /// Makes the rule for a sysfs tree.
    public init(sysfs: String = "/sys") {
        self.sysfs = sysfs
    }

    /// The origin of the device with that number.
    public func classify(major: UInt32, minor: UInt32) -> Origin {
        guard let root = SystemPath.resolved(sysfs),
            let node = SystemPath.resolved("\(root)/dev/char/\(major):\(minor)"),
            node.hasPrefix(root + "/devices/")
        else {
            return Origin(provenance: .unknown, remarks: ["sysfs has no device \(major):\(minor)"])
        }
        let path = String(node.dropFirst(root.count))
        let ancestors = Self.ancestors(of: path)
        let bus = ancestors.lazy.compactMap { Self.bus(of: root + $0) }.first
        var origin = Origin(provenance: .unknown, path: path, bus: bus)
        origin.provenance = Self.provenance(path: path, bus: bus)
        origin.remarks = Self.remarks(root: root, ancestors: ancestors, bus: bus)
        return origin
    }

    private static func provenance(path: String, bus: String?) -> Provenance {
        if path.hasPrefix("/devices/virtual/") {
            return path.hasPrefix("/devices/virtual/misc/uhid/") ? .uhid : .virtual
        }
        let names = path.split(separator: "/")
        if names.contains(where: { name in emulatedControllers.contains { name.hasPrefix($0) } }) { return .remote }
        return bus == nil ? .unknown : .physical
    }

    private static func ancestors(of path: String) -> [String] {
        var ancestors: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/"), rest != "/devices" {
            ancestors.append(String(rest))
            rest = rest[..<slash]
        }
        return ancestors
    }

    private static func bus(of folder: String) -> String? {
        guard let target = SystemPath.link(at: folder + "/subsystem"), let name = target.split(separator: "/").last
        else { return nil }
        return buses.contains(String(name)) ? String(name) : nil
    }

    private static func remarks(root: String, ancestors: [String], bus: String?) -> [String] {
        var remarks: [String] = []
        let device = ancestors.first { SystemPath.text(at: root + $0 + "/id/bustype") != nil }
        if let device {
            if SystemPath.text(at: root + device + "/id/bustype") == virtualBus {
                remarks.append("its driver reports the bus of virtual devices")
            }
            if SystemPath.text(at: root + device + "/phys") == "" {
                remarks.append("its driver does not report where it is plugged in")
            }
        }
        if bus == "usb", !ancestors.contains(where: { SystemPath.exists(root + $0 + "/report_descriptor") }) {
            remarks.append("on USB without a HID report descriptor")
        }
        if bus == "virtio" { remarks.append("hardware of a virtual machine") }
        return remarks
    }
}
