import CLibevdev
import Glibc
package import TouchDevice
import System

/// Reads the raw events of an event node, beside other readers.
///
/// Opened for reading and never grabbed, so the kernel gives every reader all events. Timestamps are of
/// CLOCK_MONOTONIC.
@safe package final class NodeReader {
    /// The node.
    package let node: String
    /// Readable when there is something to read.
    package let descriptor: Int32
    private let evdev: OpaquePointer
    private var isLosing = false

    /// Opens a node.
    package init(_ node: String) throws(NodeError) {
        let descriptor = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw NodeError(node: node, call: "open", number: errno) }
        var evdev: OpaquePointer?
        let result = unsafe libevdev_new_from_fd(descriptor, &evdev)
        guard result == 0, let evdev = unsafe evdev else {
            close(descriptor)
            throw NodeError(node: node, call: "libevdev_new_from_fd", number: -result)
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

    /// The kernel's current values other than 0, as events without the end of a frame: from here on it reports only changes.
    package func places() -> [InputEvent] {
        let slots = unsafe libevdev_get_num_slots(evdev)
        guard slots > 0 else {
            let places = [InputCode.x, InputCode.y].map {
                unsafe InputEvent.absolute($0, libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32($0)))
            }
            return places.filter { $0.value != 0 }
        }
        var events: [InputEvent] = []
        let codes = [
            InputCode.positionX, InputCode.positionY, InputCode.toolType, InputCode.touchMajor, InputCode.distance,
        ]
        for slot in 0..<UInt32(slots) {
            let values = codes.map { InputEvent.absolute($0, unsafe libevdev_get_slot_value(evdev, slot, UInt32($0))) }
            let known = values.filter { $0.value != 0 }
            if !known.isEmpty { events += [.absolute(InputCode.slot, Int32(slot))] + known }
        }
        let selected = unsafe libevdev_get_current_slot(evdev)
        return events.isEmpty && selected == 0 ? [] : events + [.absolute(InputCode.slot, selected)]
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

    /// Reads all pending events; after a loss, also those that bring the state up to date; false when the device is gone.
    package func read(_ body: (InputEvent) -> Void) -> Bool {
        var event = input_event()
        while true {
            let flag = isLosing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let status = unsafe libevdev_next_event(evdev, UInt32(flag.rawValue), &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): break
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): isLosing = true
            case -EAGAIN where isLosing:
                isLosing = false
                continue
            case -EAGAIN: return true
            case -EINTR: continue
            default: return false
            }
            body(
                InputEvent(
                    microseconds: Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec),
                    type: event.type, code: event.code, value: event.value))
        }
    }
}

/// Why a node cannot be read.
package struct NodeError: Error, CustomStringConvertible {
    let node: String
    let call: String
    let number: Int32

    /// The error as a sentence for users.
    package var description: String {
        guard number == EACCES || number == EPERM else {
            return "\(node): \(SystemError(call: call, code: number))"
        }
        return "\(node): permission denied (install touchd's udev rule and run as a member of group touchd-input)"
    }
}
