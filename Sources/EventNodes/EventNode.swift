import CUdev
import CShims
import Glibc
import TouchCore
package import TouchDevice
import System

/// An event node of the machine as udev, sysfs and the kernel describe it; for diagnosis.
package struct EventNode: Hashable, Sendable {
    /// The node, `/dev/input/event5`.
    package var node: String
    /// Its path below `/sys`; empty if it has none.
    package var sysfs = ""
    /// Its physical location as reported by the driver.
    package var phys = ""
    /// Its serial number as reported by the driver.
    package var uniq = ""
    /// The udev properties of the node, and those of its parent that it lacks.
    package var properties: [String: String] = [:]
    /// Whether udev lets the user of the active session open it (the tag `uaccess`).
    package var hasSeatAccess = false
    /// Its capabilities; the ranges of axes are known only if the caller may open it.
    package var capabilities = DeviceDescription()
    /// Whether it is inhibited in the kernel.
    package var isInhibited = false
    /// Whether a program other than touchd has grabbed it (EVIOCGRAB).
    package var isHeldElsewhere = false
    /// Whether a slot has a tracking id although nothing touches it, according to BTN_TOUCH.
    package var hasStuckContact = false
    /// Its last positions that lie outside their axes, by code.
    package var placesOffAxes: [UInt16: Int32] = [:]
    /// Who may open it.
    package var access: NodeAccess?

    /// Makes a node without properties.
    package init(node: String) {
        self.node = node
    }

    /// The name set by the driver.
    package var name: String {
        get { capabilities.name }
        set { capabilities.name = newValue }
    }

    /// The axes of fingers; nil if it has none or the caller may not open it.
    package var axes: [Axis]? { capabilities.positionAxes.map { [$0.x, $0.y] } }

    /// Why the size that it claims counts as unknown; nil: it claims none, or is believed.
    package var sizeDoubt: String? { capabilities.positionAxes.flatMap { PanelSize(x: $0.x, y: $0.y)?.doubt } }

    /// Its kind according to udev.
    package var kind: DeviceKind? { DeviceKind(udev: properties.map { ($0.key, $0.value) }) }

    /// Its kind according to its capabilities, regardless of udev rules.
    package var ownKind: DeviceKind { DeviceKind(capabilities) }

    /// The seat it belongs to.
    package var seat: String { properties["ID_SEAT"] ?? "seat0" }

    /// Whether udev classifies it as a touchscreen.
    package var isTouchscreen: Bool { (properties["ID_INPUT_TOUCHSCREEN"] ?? "0") != "0" }

    /// All event nodes, in order of their numbers.
    ///
    /// Takes no events from other readers. Only a grab shows whether a panel is grabbed: one without a finger is
    /// grabbed and released at once, as evtest and `libinput record` do.
    ///
    /// - Parameter isOpened: whether panels are opened at all.
    package static func all(isOpened: Bool = true) -> [EventNode] {
        guard let udev = unsafe udev_new() else { return [] }
        defer { unsafe udev_unref(udev) }
        return UdevDevice.eventNames.compactMap { sysname in unsafe look(sysname, udev, isOpened) }
    }

    private static func look(_ sysname: String, _ udev: OpaquePointer, _ isOpened: Bool) -> EventNode? {
        let folder = "/sys/class/input/\(sysname)/device"
        var found = EventNode(node: "/dev/input/\(sysname)")
        found.sysfs = SystemPath.resolved("/sys/class/input/\(sysname)") ?? ""
        found.capabilities = DeviceDescription(sysname: sysname)
        found.phys = SystemPath.text(at: folder + "/phys") ?? ""
        found.uniq = SystemPath.text(at: folder + "/uniq") ?? ""
        found.isInhibited = SystemPath.text(at: folder + "/inhibited") == "1"
        if let device = unsafe UdevDevice(sysname: sysname, udev: udev) {
            found.node = device.node ?? found.node
            found.properties = device.allProperties
            found.hasSeatAccess = device.hasTag("uaccess")
        }
        found.access = NodeAccess(node: found.node)
        // Keyboards and mice stay closed.
        if isOpened, found.isTouchscreen || found.ownKind.tags.contains(.touchscreen),
            let reader = try? NodeReader(found.node)
        {
            found.capabilities = reader.describe().description ?? found.capabilities
            (found.hasStuckContact, found.placesOffAxes) = (reader.hasStuckContact, reader.placesOffAxes)
            found.isHeldElsewhere = isHeldElsewhere(reader.descriptor, slots: found.capabilities.slotCount ?? 0)
        }
        return found
    }

    /// Whether a program other than touchd has grabbed a node without a finger; grabs it for a moment, as ``all()`` does.
    package static func isHeldElsewhere(_ node: String) -> Bool {
        guard let reader = try? NodeReader(node) else { return false }
        return isHeldElsewhere(reader.descriptor, slots: reader.describe().description?.slotCount ?? 0)
    }

    private static func isHeldElsewhere(_ node: Int32, slots: Int) -> Bool {
        guard cshims_is_marked(node) == 0, cshims_fingers_down(node, Int32(clamping: slots)) <= 0 else { return false }
        let reason = cshims_grab(node, 1)
        if reason == 0 { _ = cshims_grab(node, 0) }
        return reason == EBUSY
    }
}
