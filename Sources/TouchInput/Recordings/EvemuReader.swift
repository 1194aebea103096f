/// Reads evemu's format line by line.
struct EvemuReader {
    var recording = Evemu()
    /// The version said by the header; before that, the oldest.
    private var version: (major: Int, minor: Int) = (1, 0)
    private var line = 0
    private var lastEventLine = 0

    /// The newest version known.
    private static let newestMinor = 3
    /// The first version whose axes have a resolution.
    private static let firstWithResolution = 2

    mutating func read(_ bytes: [UInt8]) throws(EvemuError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            line += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let text = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            try read(line: text, isComplete: end != nil)
        }
        guard let last = recording.events.last, !last.isFrameEnd else { return }
        throw .unfinishedFrame(line: lastEventLine)
    }

    private mutating func read(line text: ArraySlice<UInt8>, isComplete: Bool) throws(EvemuError) {
        let trimmed = text.drop { Self.isBlank($0) }
        guard let first = trimmed.first else { return }
        if first == UInt8(ascii: "#") { return try readComment(trimmed) }
        guard trimmed.dropFirst().first == UInt8(ascii: ":") else { throw unknown(text) }
        let value = trimmed.dropFirst(2)
        if first == UInt8(ascii: "N") { return readName(value) }
        var fields = Fields(value, line: line)
        switch first {
        case UInt8(ascii: "I"): try readNumbers(&fields)
        case UInt8(ascii: "P"): try readProperties(&fields)
        case UInt8(ascii: "B"): try readCodes(&fields)
        case UInt8(ascii: "A"): try readAxis(&fields)
        case UInt8(ascii: "L"):
            let code: UInt16 = try fields.hex("the light")
            device.lights[code] = try fields.decimal("its state")
        case UInt8(ascii: "S"):
            let code: UInt16 = try fields.hex("the switch")
            device.switches[code] = try fields.decimal("its state")
        case UInt8(ascii: "E"): try readEvent(&fields, isComplete: isComplete)
        default: throw unknown(text)
        }
    }

    private var device: EvemuDescription {
        get { recording.device ?? EvemuDescription() }
        // Not a copy of the whole for each line.
        _modify {
            var device = recording.device ?? EvemuDescription()
            recording.device = nil
            defer { recording.device = device }
            yield &device
        }
    }

    private mutating func readComment(_ text: ArraySlice<UInt8>) throws(EvemuError) {
        let words = text.dropFirst().split { Self.isBlank($0) }
        guard words.count >= 2, words[0].elementsEqual("EVEMU".utf8) else { return }
        let numbers = words[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard numbers.count == 2, let major = Fields.number(numbers[0], as: Int.self),
            let minor = Fields.number(numbers[1], as: Int.self), major == 1, minor >= 0
        else { throw .unsupportedVersion(line: line, text: Self.excerpt(words[1])) }
        version = (major, minor)
        if minor > Self.newestMinor {
            recording.remarks.append("version 1.\(minor) is newer than 1.\(Self.newestMinor)")
        }
    }

    private mutating func readName(_ value: ArraySlice<UInt8>) {
        let end = value.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        device.name = String(decoding: value[..<end].drop { Self.isBlank($0) }, as: UTF8.self)
    }

    private mutating func readNumbers(_ fields: inout Fields) throws(EvemuError) {
        device.numbers = Device.Numbers(
            bus: try fields.hex("the bus"), vendor: try fields.hex("the vendor"),
            product: try fields.hex("the product"), version: try fields.hex("the version"))
    }

    private mutating func readProperties(_ fields: inout Fields) throws(EvemuError) {
        for _ in 0..<8 { device.properties.append(try fields.hex("a byte of the properties")) }
    }

    private mutating func readCodes(_ fields: inout Fields) throws(EvemuError) {
        let type: UInt16 = try fields.hex("the event type")
        for _ in 0..<8 { device.codes[type, default: []].append(try fields.hex("a byte of the codes")) }
    }

    private mutating func readAxis(_ fields: inout Fields) throws(EvemuError) {
        let code: UInt16 = try fields.hex("the axis")
        let minimum: Int32 = try fields.decimal("the minimum")
        let maximum: Int32 = try fields.decimal("the maximum")
        let fuzz: Int32 = try fields.decimal("the fuzz")
        let flat: Int32 = try fields.decimal("the flat range")
        let needsResolution = version.minor >= Self.firstWithResolution
        let resolution: Int32 = needsResolution || !fields.isEmpty ? try fields.decimal("the resolution") : 0
        let axis = Axis(minimum: minimum, maximum: maximum, resolution: resolution, fuzz: fuzz)
        device.axes[code] = EvemuDescription.AbsoluteAxis(axis: axis, flat: flat)
    }

    private mutating func readEvent(_ fields: inout Fields, isComplete: Bool) throws(EvemuError) {
        let event: EvemuEvent
        do throws(EvemuError) {
            event = EvemuEvent(
                microseconds: try fields.time(), type: try fields.hex("the event type"),
                code: try fields.hex("the code"),
                value: try fields.decimal("the value"))
        } catch {
            throw isComplete ? error : .cutOff(line: line)
        }
        // The last digits of a value may be gone without a trace; a frame's end has none to lose.
        guard isComplete || event.isFrameEnd else { throw .cutOff(line: line) }
        recording.events.append(event)
        lastEventLine = line
    }

    private func unknown(_ text: ArraySlice<UInt8>) -> EvemuError {
        .unknownLine(line: line, text: Self.excerpt(text))
    }

    private static func excerpt(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.prefix(40), as: UTF8.self)
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
