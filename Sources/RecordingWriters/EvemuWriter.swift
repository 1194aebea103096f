import TouchCore
import TouchDevice

/// Writes evemu's format, version 1.3, as evemu-record does.
///
/// The format has one device per file: of several, the first is written. Anything it has no field for goes into
/// comments that the project's own reader understands: `# Node: …`, `# Property: NAME=VALUE`.
struct EvemuWriter: RecordingWriter {
    private var lastFrameMilliseconds: Int64 = 0

    /// The size of each event type's bitmap in a file; types without codes are written as well.
    private static let bitmapBytes: [UInt16: Int] = [
        0x00: 8, 0x01: 96, 0x02: 8, 0x03: 8, 0x04: 8, 0x05: 8, 0x11: 8, 0x12: 8, 0x14: 8, 0x15: 16,
    ]

    mutating func begin(_ devices: [DeviceRecording]) -> String {
        var text = "# EVEMU 1.3\n"
        guard let first = devices.first else { return text }
        if let node = first.node { text += "# Node: \(node.withoutControls)\n" }
        for property in first.udev { text += "# Property: \("\(property.name)=\(property.value)".withoutControls)\n" }
        if let description = first.description { text += Self.lines(of: description) }
        return text
    }

    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String {
        device == 0 ? frame.map { line(of: $0) }.joined() : ""
    }

    private mutating func line(of event: InputEvent) -> String {
        let (seconds, fraction) = UInt64(max(0, event.microseconds)).quotientAndRemainder(dividingBy: 1_000_000)
        let value = String(event.value.magnitude)
        let milliseconds = event.microseconds / 1000
        let comment = CodeNames.comment(event, gap: milliseconds - lastFrameMilliseconds, valueWidth: 0)
        if event.type == InputCode.synchronization, event.code != 2 { lastFrameMilliseconds = milliseconds }
        return "E: \(seconds).\(String(fraction).filled(to: 6, with: "0")) "
            + "\(event.type.hexadecimal(4)) \(event.code.hexadecimal(4)) "
            + (event.value < 0 ? "-" + value.filled(to: 3, with: "0") : value.filled(to: 4, with: "0"))
            + "\t# \(comment)\n"
    }

    private static func lines(of device: DeviceDescription) -> String {
        let ids = device.numbers.list.map { $0.hexadecimal(4) }
        var text = "N: \(device.name.withoutControls)\nI: \(ids.joined(separator: " "))\n"
        text += bitmap(device.properties, after: "P:", bytes: 8)
        for type in Set(bitmapBytes.keys).union(device.codes.keys).sorted() {
            let codes = device.codes[type] ?? (type == 0 ? Dialect.evemu.synchronizationCodes : [])
            text += bitmap(codes, after: "B: " + type.hexadecimal(2), bytes: bitmapBytes[type] ?? 8)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            text += "A: \(code.hexadecimal(2)) \(axis.numbers.map(String.init).joined(separator: " "))\n"
        }
        for (letter, states) in [("L", device.lights), ("S", device.switches)] {
            for (code, state) in states.sorted(by: { $0.key < $1.key }) {
                text += "\(letter): \(code.hexadecimal(2)) \(state)\n"
            }
        }
        return text
    }

    private static func bitmap(_ bits: Set<UInt16>, after start: String, bytes: Int) -> String {
        let needed = bits.max().map { Int($0) / 8 + 1 } ?? 0
        // Rows have eight bytes each.
        var map = [UInt8](repeating: 0, count: (max(bytes, needed) + 7) / 8 * 8)
        for bit in bits { map[Int(bit / 8)] |= 1 << UInt8(bit % 8) }
        return stride(from: 0, to: map.count, by: 8).map { first in
            start + map[first..<first + 8].map { " " + UInt16($0).hexadecimal(2) }.joined() + "\n"
        }.joined()
    }
}

extension String {
    var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}
