import CShims
import EventNodes
import Glibc

/// Why a node is not a panel, as text: the criteria of udev and libinput, which they do not report.
enum NodeVerdict {
    static func notTouchscreen(_ sysname: String, udev properties: [String: String]) -> String {
        let device = DeviceDescription(sysname: sysname)
        let own = DeviceKind(device)
        let told = DeviceKind(udev: properties.map { ($0.key, $0.value) })
        let kind = told.map { $0.role == own.role ? own.sentence : $0.role.rawValue } ?? own.sentence
        let start = "not a touchscreen: udev classifies it as \(kind)"
        guard device.mayBePanel || own.tags.contains(.touchscreen) else { return start + "; not opened" }
        let why =
            device.hasBareFingers
            ? ", although it has positions of fingers: BTN_TOUCH and INPUT_PROP_DIRECT are missing" : ""
        return start + why + " (if it is a touch panel, see 61-touchd-example.hwdb)"
    }

    static func unread(_ node: String) -> String {
        let descriptor = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return "not ready yet" }
        defer { close(descriptor) }
        return DeviceDescription(descriptor: descriptor).flatMap(LibinputRefusal.init)?.reason ?? "not ready yet"
    }

    static func noDevice(on seat: String, among candidates: [Candidate]) -> String {
        // All that udev calls touchscreens.
        let refused = candidates.filter { candidate in
            guard let reason = candidate.refusal else { return false }
            return !["not a touchscreen", "udev does not", "not ready yet"].contains { reason.hasPrefix($0) }
        }
        let possible = candidates.filter { $0.refusal?.hasSuffix("see 61-touchd-example.hwdb)") == true }
        if refused.isEmpty, !possible.isEmpty {
            let nodes = possible.map { "\($0.node) (\($0.name))" }.joined(separator: ", ")
            return "no touchscreen on \(seat), but \(nodes) may be one: udev does not say so (see touchctl doctor)"
        }
        guard !refused.isEmpty else {
            return "no touchscreen on \(seat): none is plugged in, or udev does not set ID_INPUT_TOUCHSCREEN"
        }
        let reasons = refused.map { "\($0.node): \($0.refusal ?? "")" }.joined(separator: "; ")
        return "no touchscreen on \(seat) that can be read: \(reasons)"
    }

    /// Why libinput rejects a device that udev classifies as a touchscreen.
    static func surfaceless(_ node: String, _ properties: [Device.Property]) -> String {
        let role = DeviceKind(udev: properties.map { ($0.name, $0.value) })?.role ?? .touchscreen
        guard role == .touchscreen else { return "udev also classifies it as \(role.rawValue), and libinput uses that" }
        let reason = unread(node)
        return reason == "not ready yet" ? "libinput finds no touch surface on it" : reason
    }

    /// Why libinput must not see an opened node at all; nil: it may.
    ///
    /// libinput does not reject a node with far too many slots: it ends the program that opened it.
    static func danger(_ descriptor: Int32) -> String? {
        let count = Int(cshims_last_slot(descriptor)) + 1
        return count > LibinputRefusal.maxSlots ? LibinputRefusal.tooManySlots(count).reason : nil
    }
}
