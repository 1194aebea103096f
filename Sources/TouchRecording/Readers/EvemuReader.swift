import RecordingWriters
import TouchDevice

/// Reads evemu's format: a device, its events, or both.
///
///     # EVEMU 1.3
///     N: EP0430M09
///     I: 0018 0000 0000 0000                      bus vendor product version, hexadecimal
///     P: 02 00 00 00 00 00 00 00                  properties, a bitmap
///     B: 00 0b 00 00 00 00 00 00 00               event type, 8 bytes of the bitmap of its codes
///     B: 01 00 04 00 00 00 00 00 00               event type, 8 bytes of the bitmap of its codes
///     A: 35 0 1279 0 0 0                          code (hexadecimal), minimum maximum fuzz flat resolution
///     E: 0.000001 0003 0039 0045                  seconds, type and code (hexadecimal), value (decimal)
///
/// Versions 1.0 to 1.3, with or without their header; anything after `#` is a comment, except in a name. The format is
/// that of evemu-record(1); newer minor versions are read as 1.3, with a remark.
struct EvemuReader: LineReader {
    private var recording = DeviceRecording()
    private var description = DeviceDescription()
    private var isDescribed = false
    private var remarks: [String] = []
    /// The version in the header; before that, the oldest.
    private var version: (major: Int, minor: Int) = (1, 0)
    /// Number of rows read of each type's bitmap; -1 counts those of the properties.
    private var rows: [Int: Int] = [:]
    private var lastEventLine = 0

    private static let newestMinor = 3
    private static let firstWithResolution = 2

    mutating func finish() -> RecordingFile {
        if description.codes[0] == Dialect.evemu.synchronizationCodes { description.codes[0] = nil }
        if isDescribed { recording.description = description }
        var file = RecordingFile(devices: [recording], remarks: remarks)
        if let last = recording.events.last, !last.isFrameEnd { file.problem = .unfinishedFrame(line: lastEventLine) }
        return file
    }

    mutating func read(_ line: Line) throws(RecordingError) {
        let trimmed = line.trimmed
        guard let first = trimmed.first else { return }
        if first == UInt8(ascii: "#") { return try readComment(trimmed, line) }
        guard trimmed.dropFirst().first == UInt8(ascii: ":") else { throw line.unknown }
        let value = trimmed.dropFirst(2)
        var fields = Fields(value, line: line.number)
        switch first {
        case UInt8(ascii: "E"): return try readEvent(&fields, line)
        case UInt8(ascii: "N"): description.name = String(name: value)
        case UInt8(ascii: "I"): try readNumbers(&fields)
        case UInt8(ascii: "P"):
            for bit in try bits(&fields, of: -1, "a byte of the properties") { description.properties.insert(bit) }
        case UInt8(ascii: "B"): try readCodes(&fields)
        case UInt8(ascii: "A"): try readAxis(&fields)
        case UInt8(ascii: "L"):
            let code: UInt16 = try fields.hex("the light")
            description.lights[code] = try fields.decimal("its state")
        case UInt8(ascii: "S"):
            let code: UInt16 = try fields.hex("the switch")
            description.switches[code] = try fields.decimal("its state")
        default: throw line.unknown
        }
        isDescribed = true
    }

    private mutating func readComment(_ text: ArraySlice<UInt8>, _ line: Line) throws(RecordingError) {
        let words = text.dropFirst().split(maxSplits: 1, whereSeparator: Line.isBlank)
        guard words.count == 2 else { return }
        if words[0].elementsEqual("Node:".utf8) { recording.node = String(name: words[1]) }
        if words[0].elementsEqual("Property:".utf8) { recording.udev.set(Device.Property(text: words[1])) }
        guard words[0].elementsEqual("EVEMU".utf8) else { return }
        let number = words[1].prefix { !Line.isBlank($0) }
        let numbers = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 2, let major = Fields.number(numbers[0], as: Int.self),
            let minor = Fields.number(numbers[1], as: Int.self), major == 1, minor >= 0
        else { throw .unsupportedVersion(line: line.number, text: Line.excerpt(number)) }
        version = (major, minor)
        if minor > Self.newestMinor { remarks.append("version 1.\(minor) is newer than 1.\(Self.newestMinor)") }
    }

    private mutating func readNumbers(_ fields: inout Fields) throws(RecordingError) {
        description.numbers = Device.Numbers(
            bus: try fields.hex("the bus"), vendor: try fields.hex("the vendor"),
            product: try fields.hex("the product"), version: try fields.hex("the version"))
    }

    private mutating func readCodes(_ fields: inout Fields) throws(RecordingError) {
        let type: UInt16 = try fields.hex("the event type")
        for code in try bits(&fields, of: Int(type), "a byte of the codes") {
            description.codes[type, default: []].insert(code)
        }
    }

    private mutating func bits(
        _ fields: inout Fields, of bitmap: Int, _ name: String
    ) throws(RecordingError) -> [UInt16] {
        let row = rows[bitmap, default: 0]
        rows[bitmap] = row + 1
        var bits: [UInt16] = []
        for index in 0..<8 {
            let byte: UInt8 = try fields.hex(name)
            for bit in 0..<8 where byte & 1 << bit != 0 {
                guard let number = UInt16(exactly: row * 64 + index * 8 + bit) else { throw fields.tooManyRows(name) }
                bits.append(number)
            }
        }
        return bits
    }

    private mutating func readAxis(_ fields: inout Fields) throws(RecordingError) {
        let code: UInt16 = try fields.hex("the axis")
        var numbers: [Int32] = []
        for name in ["the minimum", "the maximum", "the fuzz", "the flat range"] {
            numbers.append(try fields.decimal(name))
        }
        let needsResolution = version.minor >= Self.firstWithResolution
        numbers.append(needsResolution || !fields.isEmpty ? try fields.decimal("the resolution") : 0)
        description.axes[code] = Axis(numbers)
    }

    private mutating func readEvent(_ fields: inout Fields, _ line: Line) throws(RecordingError) {
        let event: InputEvent
        do throws(RecordingError) {
            event = InputEvent(
                microseconds: try fields.time(), type: try fields.hex("the event type"),
                code: try fields.hex("the code"),
                value: try fields.decimal("the value"))
        } catch {
            throw line.isComplete ? error : .cutOff(line: line.number)
        }
        // Missing digits at the end of a value cannot be detected; the end of a frame has none to lose.
        guard line.isComplete || event.isFrameEnd else { throw .cutOff(line: line.number) }
        recording.events.append(event)
        lastEventLine = line.number
    }
}
