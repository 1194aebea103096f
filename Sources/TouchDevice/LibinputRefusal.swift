/// Why libinput rejects a device that udev classifies as a touchscreen.
///
/// The rules of libinput 1.22 to 1.29 (`evdev_reject_device`, `evdev_is_fake_mt_device`), so that people get the reason that
/// libinput only logs, if at all.
package enum LibinputRefusal: Hashable, Sendable {
    case halfPair(has: UInt16, lacks: UInt16)
    case oneResolution(has: UInt16, lacks: UInt16)
    case noExtent(UInt16, at: Int32)
    /// It has the code before ABS_MT_SLOT, and so every axis: libinput ignores its contacts.
    case everyAxis
    /// More slots than the kernel allows; with very many, libinput would abort the program.
    case tooManySlots(Int)

    /// The maximum number of slots, the kernel's limit (input_mt_init_slots).
    package static let maxSlots = 1_024

    /// The first reason; nil if libinput accepts the device.
    package init?(_ device: DeviceDescription) {
        if let count = device.slotCount, count > Self.maxSlots {
            self = .tooManySlots(count)
            return
        }
        let codes = Set(device.axes.keys)
        let isFake = codes.isSuperset(of: [InputCode.slot, InputCode.slot - 1])
        let pairs =
            [(InputCode.x, InputCode.y)] + (isFake ? [] : [(InputCode.positionX, InputCode.positionY)])
        for (x, y) in pairs where codes.contains(x) != codes.contains(y) {
            self = codes.contains(x) ? .halfPair(has: x, lacks: y) : .halfPair(has: y, lacks: x)
            return
        }
        for (x, y) in pairs {
            let (first, second) = (device.axes[x]?.resolution ?? 0, device.axes[y]?.resolution ?? 0)
            guard (first == 0) != (second == 0) else { continue }
            self = first != 0 ? .oneResolution(has: x, lacks: y) : .oneResolution(has: y, lacks: x)
            return
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) where axis.steps == 0 {
            let isUnused = code >= InputCode.misc && code < InputCode.slot && axis.minimum == 0
            if [InputCode.misc, InputCode.slot, InputCode.toolType].contains(code) || isUnused { continue }
            self = .noExtent(code, at: axis.minimum)
            return
        }
        guard isFake else { return nil }
        self = .everyAxis
    }

    /// The reason as text, without the device.
    package var reason: String {
        switch self {
        case .halfPair(let has, let lacks):
            "libinput rejects it: it has \(Self.name(has)) but no \(Self.name(lacks))"
        case .oneResolution(let has, let lacks):
            "libinput rejects it: \(Self.name(has)) has a resolution but \(Self.name(lacks)) has none"
        case .noExtent(let code, let place):
            "libinput rejects it: minimum and maximum of \(Self.name(code)) are both \(place)"
        case .everyAxis:
            "libinput reports no touches of it: it claims every axis there is"
        case .tooManySlots(let count):
            "it claims \(count) slots, maximum \(Self.maxSlots)"
        }
    }

    /// The lines of a hwdb entry that fix it, for the match `evdev:input:…`; nil if none can.
    package var hwdb: [String]? {
        switch self {
        case .oneResolution(_, let lacks): ["EVDEV_ABS_\(lacks.hexadecimal(2))=::UNITS_PER_MM"]
        case .noExtent(let code, _) where Self.places.contains(code):
            ["EVDEV_ABS_\(code.hexadecimal(2))=MINIMUM:MAXIMUM"]
        case .noExtent, .halfPair, .everyAxis, .tooManySlots: nil
        }
    }

    /// The axis that a libinput quirk removes to fix it; nil if none can.
    package var uselessAxis: String? {
        switch self {
        case .halfPair(let has, _): Self.name(has)
        case .noExtent(let code, _) where !Self.places.contains(code) && Self.names[code] != nil: Self.name(code)
        case .oneResolution, .noExtent, .everyAxis, .tooManySlots: nil
        }
    }

    private static let places: Set<UInt16> = [
        InputCode.x, InputCode.y, InputCode.positionX, InputCode.positionY,
    ]

    private static let names: [UInt16: String] = [
        0x00: "X", 0x01: "Y", 0x02: "Z", 0x03: "RX", 0x04: "RY", 0x05: "RZ", 0x18: "PRESSURE", 0x19: "DISTANCE",
        0x1a: "TILT_X", 0x1b: "TILT_Y", 0x1c: "TOOL_WIDTH", 0x20: "VOLUME", 0x28: "MISC", 0x2f: "MT_SLOT",
        0x30: "MT_TOUCH_MAJOR", 0x31: "MT_TOUCH_MINOR", 0x32: "MT_WIDTH_MAJOR", 0x33: "MT_WIDTH_MINOR",
        0x34: "MT_ORIENTATION", 0x35: "MT_POSITION_X", 0x36: "MT_POSITION_Y", 0x37: "MT_TOOL_TYPE",
        0x38: "MT_BLOB_ID", 0x39: "MT_TRACKING_ID", 0x3a: "MT_PRESSURE", 0x3b: "MT_DISTANCE", 0x3c: "MT_TOOL_X",
        0x3d: "MT_TOOL_Y",
    ]

    /// The kernel's name of an axis.
    package static func name(_ code: UInt16) -> String {
        names[code].map { "ABS_\($0)" } ?? "axis 0x\(code.hexadecimal(2))"
    }
}
