/// Writes compact JSON into a byte buffer, value by value, without intermediate values or strings.
///
///     writer.beginObject()
///     writer.member("x", 512.5)
///     writer.member("note", nil as String?)      // left out
///     writer.endObject()                         // {"x":512.5}
///
/// Commas are added automatically. No white space is written; numbers have the shortest text that reads back as the
/// same number; only what JSON requires is escaped. Reuse a writer: ``clear()`` keeps its memory, so that writing
/// allocates nothing. The caller keeps objects and arrays balanced and keys distinct.
public struct JSONWriter: Sendable {
    /// What has been written, UTF-8.
    public var bytes: [UInt8] = []

    /// Makes a writer with an empty buffer.
    public init() {}

    /// Removes the text and keeps the memory for the next one.
    public mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Opens an object as the next value.
    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    /// Closes the innermost object.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
    }

    /// Opens an array as the next value.
    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    /// Closes the innermost array.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes the key of the next member; it must not need escaping.
    public mutating func key(_ key: StaticString) {
        key.withUTF8Buffer { unsafe appendPlain($0, isKey: true) }
    }

    /// Writes the key of the next member, escaped where needed.
    public mutating func key(_ key: String) {
        append(key, isKey: true)
    }

    /// Appends a text verbatim, including its commas.
    public mutating func literal(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends bytes that are already one complete JSON value.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Whether the next value or key needs a comma, decided by the previous byte.
    var needsComma: Bool {
        if bytes.isEmpty { return false }
        // By index: unoptimized code would allocate for `last`, a property of all collections.
        return switch bytes[bytes.count - 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
        default: true
        }
    }
}

extension JSONWriter {
    /// Writes `null`.
    public mutating func null() {
        separate()
        literal("null")
    }

    /// Writes a truth value.
    public mutating func value(_ value: Bool) {
        separate()
        literal(value ? "true" : "false")
    }

    /// Writes a whole number.
    @inlinable
    public mutating func value(_ value: some FixedWidthInteger) {
        appendNumber(isNegative: value < 0, magnitude: UInt64(value.magnitude))
    }

    /// A finite number; one without fraction keeps its `.0`.
    public mutating func value(_ value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        separate()
        var text = NumberText()
        swap(&text.bytes, &bytes)
        value.write(to: &text)
        swap(&text.bytes, &bytes)
    }

    /// Writes a text that needs no escaping.
    public mutating func value(_ value: StaticString) {
        value.withUTF8Buffer { unsafe appendPlain($0, isKey: false) }
    }

    /// Writes a text; U+0000, which C clients cannot represent, becomes U+FFFD.
    @_disfavoredOverload
    public mutating func value(_ value: String) {
        append(value, isKey: false)
    }

    /// Writes a value made before.
    @_disfavoredOverload
    public mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): self.value(value)
        case .integer(let value): self.value(value)
        case .real(let value): self.value(value)
        case .string(let value): self.value(value)
        case .array(let values):
            beginArray()
            for element in values { self.value(element) }
            endArray()
        case .object(let object): self.value(object)
        }
    }

    /// Writes an object made before.
    public mutating func value(_ object: JSONObject) {
        beginObject()
        members(of: object)
        endObject()
    }

    // Not generic: other modules would see only the two conversions of a generic function.
    @usableFromInline
    mutating func appendNumber(isNegative: Bool, magnitude: UInt64) {
        let needsComma = needsComma
        unsafe append(upTo: 22) { pen in
            if needsComma { unsafe pen.write(UInt8(ascii: ",")) }
            if isNegative { unsafe pen.write(UInt8(ascii: "-")) }
            unsafe pen.write(magnitude)
        }
    }

    private mutating func append(_ text: String, isKey: Bool) {
        let text = text.utf8.span
        var mustEscape = false
        for index in text.indices { mustEscape = mustEscape || Self.isEscaped(text[index]) }
        guard mustEscape else {
            return unsafe text.withUnsafeBufferPointer { unsafe appendPlain($0, isKey: isKey) }
        }
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
        if isKey { bytes.append(UInt8(ascii: ":")) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Appends a text that needs no escaping, with everything around it, and reserves memory once.
    private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        let needsComma = needsComma
        unsafe append(upTo: text.count + 4) { pen in
            if needsComma { unsafe pen.write(UInt8(ascii: ",")) }
            unsafe pen.write(UInt8(ascii: "\""))
            unsafe pen.write(text)
            unsafe pen.write(UInt8(ascii: "\""))
            if isKey { unsafe pen.write(UInt8(ascii: ":")) }
        }
    }

    private mutating func appendEscaped(_ text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""): literal("\\\"")
            case UInt8(ascii: "\\"): literal("\\\\")
            case 0x0A: literal("\\n")
            case 0x0D: literal("\\r")
            case 0x09: literal("\\t")
            case 0x00: literal("\u{FFFD}")
            case 0x01..<0x20:
                literal("\\u00")
                bytes.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
                let low = byte & 0x0F
                bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
            default: bytes.append(byte)
            }
        }
    }
}

/// Where the digits of a number go, without a String, which would need memory of its own for more than 15.
private struct NumberText: TextOutputStream {
    var bytes: [UInt8] = []

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// What the standard library calls with the digits of a number.
    mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { unsafe bytes.append(contentsOf: text) }
}
