import CLibevdev
import Glibc
package import TouchDevice
import System

/// An open event node, beside other readers.
///
/// Opened for reading and never grabbed, so the kernel gives every reader all events. Timestamps are of
/// CLOCK_MONOTONIC.
@safe package final class NodeReader {
    /// The node.
    package let node: String
    /// Readable when there is something to read.
    package let descriptor: Int32
    private let evdev: OpaquePointer

    /// Opens a node.
    package init(_ node: String) throws(NodeError) {
        let descriptor = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw NodeError(node: node, call: "open", number: errno) }
        guard let evdev = unsafe Evdev.open(descriptor) else {
            close(descriptor)
            throw NodeError(node: node, call: "EVIOCGVERSION", number: ENODEV)
        }
        // A test bed may not support it; the timestamps are then its own.
        unsafe libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        self.node = node
        self.descriptor = descriptor
        unsafe self.evdev = evdev
    }

    deinit {
        unsafe libevdev_free(evdev)
        close(descriptor)
    }

    /// The kernel's description of the device.
    package func describe() -> DeviceRecording {
        unsafe DeviceRecording(
            node: node, description: DeviceDescription(evdev: evdev), udev: TouchNodes.properties(of: node))
    }

    /// Whether a slot has a tracking id although BTN_TOUCH is 0, and does not say that its finger hovers.
    package var hasStuckContact: Bool {
        guard unsafe libevdev_has_event_code(evdev, UInt32(EV_KEY), UInt32(BTN_TOUCH)) != 0,
            unsafe libevdev_get_event_value(evdev, UInt32(EV_KEY), UInt32(BTN_TOUCH)) == 0
        else { return false }
        return (0..<UInt32(max(0, unsafe libevdev_get_num_slots(evdev)))).contains { slot in
            let id = unsafe libevdev_get_slot_value(evdev, slot, UInt32(ABS_MT_TRACKING_ID))
            let distance = unsafe libevdev_get_slot_value(evdev, slot, UInt32(ABS_MT_DISTANCE))
            return id >= 0 && distance <= 0
        }
    }

    /// The last positions that lie outside their axes, by code.
    package var placesOffAxes: [UInt16: Int32] {
        var found: [UInt16: Int32] = [:]
        for code in [InputCode.x, InputCode.y, InputCode.positionX, InputCode.positionY] {
            guard let axis = unsafe libevdev_get_abs_info(evdev, UInt32(code)) else { continue }
            let range = unsafe min(axis.pointee.minimum, axis.pointee.maximum)...axis.pointee.maximum
            let isSlotted = code >= InputCode.positionX
            let values =
                isSlotted
                ? (0..<UInt32(max(0, unsafe libevdev_get_num_slots(evdev)))).map {
                    unsafe libevdev_get_slot_value(evdev, $0, UInt32(code))
                } : [unsafe axis.pointee.value]
            // An untouched panel has zeros.
            found[code] = values.first { $0 != 0 && !range.contains($0) }
        }
        return found
    }
}

/// Why a node cannot be read.
package struct NodeError: Error, CustomStringConvertible {
    let node: String
    let call: String
    let number: Int32

    /// Makes an error of a call, with its errno.
    package init(node: String, call: String, number: Int32) {
        (self.node, self.call, self.number) = (node, call, number)
    }

    /// A node, or what a user took for one, that is not there.
    package static func missing(_ node: String) -> String {
        "\(node.isEmpty ? "''" : node): no such device (touchctl devices --explain lists them)"
    }

    /// The error as a sentence for users.
    package var description: String {
        if number == ENODEV { return Self.missing(node) }
        guard number == EACCES || number == EPERM else {
            return "\(node): \(SystemError(call: call, code: number))"
        }
        return "\(node): permission denied (install touchd's udev rule and run as a member of group touchd-input)"
    }
}
