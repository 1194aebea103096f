import CLibevdev
import TouchCore
import TouchDevice

/// Writes the YAML of `libinput record`, file version 1, as libinput 1.22 does.
///
/// The blocks of devices follow one another, so the events of all but the first are held back until the end. States of
/// LEDs and switches, which the format lacks, have their own keys.
struct RecordWriter: RecordingWriter {
    private var blocks: [Block] = []

    fileprivate struct Block {
        var heldBack = ""
        var lastFrame: Int64?
        var slot: Int32 = 0
        var hasSlots = false
        var values: [Key: Int32] = [:]
        var isTouched: Set<Int32> = []
        var wasTouched = false

        struct Key: Hashable {
            let code: UInt16
            let slot: Int32
        }
    }

    mutating func begin(_ devices: [DeviceRecording]) -> String {
        var text = "# libinput record\nversion: 1\nndevices: \(devices.count)\n"
        text += "libinput:\n  version: \"1.22.1\"\n  git: \"unknown\"\n"
        text += "system:\n  os: \"unknown\"\n  kernel: \"unknown\"\n  dmi: \"unknown\"\ndevices:\n"
        blocks = devices.map { _ in Block() }
        for (index, device) in devices.enumerated() {
            blocks[index].hasSlots = device.description?.slotCount != nil
            let lines = Self.lines(of: device)
            if index == 0 { text += lines } else { blocks[index].heldBack = lines }
        }
        return text
    }

    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String {
        guard let first = frame.first, let last = frame.last else { return "" }
        var text = "  - evdev:\n"
        let gap = last.microseconds / 1000 - (blocks[device].lastFrame ?? first.microseconds) / 1000
        for event in frame { text += blocks[device].line(of: event, gap: gap) }
        if last.isFrameEnd {
            blocks[device].lastFrame = last.microseconds
            if blocks[device].becomesNeutral() {
                text += "\(String(repeating: " ", count: 39))# Touch device in neutral state\n"
            }
        }
        if device == 0 { return text }
        blocks[device].heldBack += text
        return ""
    }

    mutating func end() -> String {
        defer { for index in blocks.indices { blocks[index].heldBack = "" } }
        return blocks.map(\.heldBack).joined()
    }

    private static func lines(of device: DeviceRecording) -> String {
        let description = device.description ?? DeviceDescription()
        var text = "- node: \((device.node ?? "/dev/input/event0").asYAML)\n  evdev:\n"
        text += "    name: \(description.name.asYAML)\n"
        text += "    id: [\(list(description.numbers.list))]\n    codes:\n"
        let synchronization = [InputCode.synchronization: Dialect.record.synchronizationCodes]
        for (type, codes) in description.codes.merging(synchronization, uniquingKeysWith: { told, _ in told })
            .sorted(by: { $0.key < $1.key })
        {
            text += "      \(type): [\(list(codes.sorted()))]\(CodeNames.type(type).map { " # \($0)" } ?? "")\n"
        }
        if !description.axes.isEmpty { text += "    absinfo:\n" }
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            text += "      \(code): [\(list(axis.numbers))]\n"
        }
        text += "    properties: [\(list(description.properties.sorted()))]\n"
        for (key, states) in [("lights", description.lights), ("switches", description.switches)]
        where !states.isEmpty {
            text += "    \(key):\n"
            for (code, state) in states.sorted(by: { $0.key < $1.key }) { text += "      \(code): \(state)\n" }
        }
        // libinput replay iterates over the list, and fails on a missing one.
        text += "  udev:\n    properties:\(device.udev.isEmpty ? " []" : "")\n"
        for property in device.udev { text += "    - \("\(property.name)=\(property.value)".asPlainYAML)\n" }
        return text + "  quirks:\n  events:\n"
    }

    private static func list(_ numbers: [some BinaryInteger]) -> String {
        numbers.map { "\($0)" }.joined(separator: ", ")
    }
}

extension RecordWriter.Block {
    fileprivate mutating func line(of event: InputEvent, gap: Int64) -> String {
        let (seconds, fraction) = max(0, event.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        let numbers = [
            String(seconds).filled(to: 3), String(fraction).filled(to: 6), String(event.type).filled(to: 3),
            String(event.code).filled(to: 3), String(event.value).filled(to: 7),
        ]
        let comment = CodeNames.comment(event, gap: gap, valueWidth: 6) + change(by: event)
        return "    - [\(numbers.joined(separator: ", "))] # \(comment)\n"
    }

    /// How far an axis moved, in brackets; empty for codes other than positions.
    private mutating func change(by event: InputEvent) -> String {
        guard event.type == InputCode.absolute else {
            if event.type == InputCode.key, event.code == InputCode.touch, !hasSlots {
                if event.value == 0 { isTouched.remove(0) } else { isTouched.insert(0) }
            }
            return ""
        }
        switch Int32(event.code) {
        case ABS_MT_SLOT: slot = event.value
        case ABS_MT_TRACKING_ID:
            if event.value < 0 { isTouched.remove(slot) } else { isTouched.insert(slot) }
        case ABS_MT_BLOB_ID: break
        default:
            let isSlotted = hasSlots && Int32(event.code) > ABS_MT_SLOT
            let key = Key(code: event.code, slot: isSlotted ? slot : -1)
            let change = Int64(event.value) - Int64(values[key] ?? 0)
            values[key] = event.value
            return " (\(change < 0 ? "" : "+")\(change))"
        }
        return ""
    }

    fileprivate mutating func becomesNeutral() -> Bool {
        defer { wasTouched = !isTouched.isEmpty }
        return wasTouched && isTouched.isEmpty
    }
}

extension String {
    /// The text as a double-quoted scalar of YAML.
    fileprivate var asYAML: String {
        let isPlainPath = !isEmpty && utf8.allSatisfy { ($0 | 32) >= 97 && ($0 | 32) <= 122 || $0 >= 47 && $0 <= 57 }
        return isPlainPath && first == "/" ? self : "\"\(escaped)\""
    }

    /// The text, plain where YAML allows it, otherwise quoted.
    fileprivate var asPlainYAML: String {
        let plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_=./-".utf8
        let isPlain = first?.isLetter == true && utf8.allSatisfy { plain.contains($0) }
        return isPlain ? self : "\"\(escaped)\""
    }

    private var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case _ where scalar.value < 0x100 && scalar.isControl:
                text += "\\x" + String(scalar.value, radix: 16).filled(to: 2, with: "0")
            // YAML would end a line here, or drop a byte order mark; a terminal would turn the direction of text.
            case _ where scalar.isControl || [0xfeff, 0xfffe, 0xffff].contains(scalar.value):
                text += "\\u" + String(scalar.value, radix: 16).filled(to: 4, with: "0")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
