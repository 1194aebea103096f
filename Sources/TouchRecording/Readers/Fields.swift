import TouchDevice

struct Fields {
    private var rest: ArraySlice<UInt8>
    private let line: Int

    init(_ text: ArraySlice<UInt8>, line: Int) {
        rest = text.prefix { $0 != UInt8(ascii: "#") }
        self.line = line
        skipBlanks()
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func hex<Number: FixedWidthInteger>(_ field: String) throws(RecordingError) -> Number {
        let text = try next(field)
        guard let number = Self.number(text, as: Number.self, radix: 16) else { throw bad(field, text) }
        return number
    }

    mutating func decimal<Number: FixedWidthInteger>(_ field: String) throws(RecordingError) -> Number {
        let text = try next(field)
        guard let number = Self.number(text, as: Number.self) else { throw bad(field, text) }
        return number
    }

    mutating func time() throws(RecordingError) -> Int64 {
        let text = try next("the time")
        guard let time = Self.microseconds(text) else { throw bad("the time", text) }
        return time
    }

    /// Seconds with up to six digits after the point, in microseconds; nil for anything else.
    static func microseconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...6).contains(parts[1].count), parts[1].allSatisfy(Self.isDigit),
            parts[0].allSatisfy(Self.isDigit), let seconds = Self.number(parts[0], as: Int64.self),
            var fraction = Self.number(parts[1], as: Int64.self)
        else { return nil }
        for _ in parts[1].count..<6 { fraction *= 10 }
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflowsToo) = whole.addingReportingOverflow(fraction)
        return overflows || overflowsToo ? nil : sum
    }

    /// An integer, with an optional minus sign; nil if it is invalid or out of range.
    static func number<Number: FixedWidthInteger>(
        _ text: ArraySlice<UInt8>, as type: Number.Type, radix: Int = 10
    ) -> Number? {
        text.first == UInt8(ascii: "+") ? nil : Number(String(decoding: text, as: UTF8.self), radix: radix)
    }

    mutating func next(_ field: String) throws(RecordingError) -> ArraySlice<UInt8> {
        let text = rest.prefix { !Line.isBlank($0) }
        guard !text.isEmpty else { throw .missingField(line: line, field: field) }
        rest = rest[text.endIndex...]
        skipBlanks()
        return text
    }

    private mutating func skipBlanks() {
        rest = rest.drop { Line.isBlank($0) }
    }

    func tooManyRows(_ field: String) -> RecordingError {
        .badNumber(line: line, field: field, text: "a row too many")
    }

    private func bad(_ field: String, _ text: ArraySlice<UInt8>) -> RecordingError {
        .badNumber(line: line, field: field, text: String(decoding: text.prefix(40), as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

extension Device.Property {
    /// A property from `NAME=VALUE`; without an equals sign the value is empty.
    init(text: some Collection<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            name: parts.first.map { String(name: $0) } ?? "",
            value: parts.count > 1 ? String(name: parts[1]) : "")
    }
}
