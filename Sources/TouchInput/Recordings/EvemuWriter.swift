import CLibevdev

/// Writes evemu's format, version 1.3, as evemu-record does.
public struct EvemuWriter: Sendable {
    /// What has been written.
    public private(set) var text = ""
    /// Whether each event is followed by its names.
    private let writesNames: Bool
    private var lastFrameMilliseconds: Int64 = 0

    /// The bytes that the bitmap of each event type takes in a file; types without codes are written as well.
    private static let bitmapBytes: [UInt16: Int] = [
        0x00: 8, 0x01: 96, 0x02: 8, 0x03: 8, 0x04: 8, 0x05: 8, 0x11: 8, 0x12: 8, 0x14: 8, 0x15: 16,
    ]

    /// Makes a writer with nothing written.
    ///
    /// - Parameter writesNames: whether each event is followed by a comment with its names.
    public init(writesNames: Bool = true) {
        self.writesNames = writesNames
    }

    /// Writes the version line.
    public mutating func writeHeader() {
        text += "# EVEMU 1.3\n"
    }

    /// Writes a device.
    public mutating func write(_ device: EvemuDescription) {
        text += "N: \(device.name)\n"
        let numbers = device.numbers
        let ids = [numbers.bus, numbers.vendor, numbers.product, numbers.version].map { Self.hex($0, 4) }
        text += "I: \(ids.joined(separator: " "))\n"
        write(device.properties, after: "P:", bytes: 8)
        for type in Set(Self.bitmapBytes.keys).union(device.codes.keys).sorted() {
            // The synchronisation codes are the same for every device.
            let bitmap = device.codes[type] ?? (type == 0 ? [0x0b] : [])
            write(bitmap, after: "B: " + Self.hex(type, 2), bytes: Self.bitmapBytes[type] ?? 8)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            let range = axis.axis
            text += "A: \(Self.hex(code, 2)) \(range.minimum) \(range.maximum) \(range.fuzz) \(axis.flat)"
            text += " \(range.resolution)\n"
        }
        for (letter, states) in [("L", device.lights), ("S", device.switches)] {
            for (code, state) in states.sorted(by: { $0.key < $1.key }) {
                text += "\(letter): \(Self.hex(code, 2)) \(state)\n"
            }
        }
    }

    /// Writes one event.
    public mutating func write(_ event: EvemuEvent) {
        let (seconds, fraction) = UInt64(max(0, event.microseconds)).quotientAndRemainder(dividingBy: 1_000_000)
        text +=
            "E: \(seconds).\(Self.padded(String(fraction), 6)) \(Self.hex(event.type, 4)) \(Self.hex(event.code, 4))"
        text +=
            event.value < 0
            ? " -" + Self.padded(String(event.value.magnitude), 3) : " " + Self.padded(String(event.value), 4)
        if writesNames { text += "\t# " + names(of: event) }
        text += "\n"
    }

    private mutating func names(of event: EvemuEvent) -> String {
        let code = Self.codeName(event) ?? "?"
        guard event.type == EV_SYN else {
            let type = unsafe libevdev_event_type_get_name(UInt32(event.type)).map { unsafe String(cString: $0) } ?? "?"
            return "\(type) / \(code)\(String(repeating: " ", count: max(0, 20 - code.utf8.count))) \(event.value)"
        }
        guard event.code != SYN_MT_REPORT else { return "++++++++++++ \(code) (\(event.value)) ++++++++++" }
        let milliseconds = event.microseconds / 1000
        let gap = milliseconds - lastFrameMilliseconds
        lastFrameMilliseconds = milliseconds
        return "------------ \(code) (\(event.value)) ---------- \(gap < 0 ? "" : "+")\(gap)ms"
    }

    private mutating func write(_ bitmap: [UInt8], after start: String, bytes: Int) {
        let padded = bitmap + Array(repeating: 0, count: max(0, bytes - bitmap.count))
        for first in stride(from: 0, to: padded.count, by: 8) {
            let row = padded[first..<min(first + 8, padded.count)]
            text += start + row.map { " " + Self.hex(UInt16($0), 2) }.joined() + "\n"
        }
    }

    private static func codeName(_ event: EvemuEvent) -> String? {
        guard let name = unsafe libevdev_event_code_get_name(UInt32(event.type), UInt32(event.code)) else { return nil }
        return unsafe String(cString: name)
    }

    private static func hex(_ number: UInt16, _ width: Int) -> String {
        padded(String(number, radix: 16), width)
    }

    private static func padded(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
