struct Lines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private var number = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> Line? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let text = rest[..<(end ?? rest.endIndex)]
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        return Line(text: text, number: number, isComplete: end != nil)
    }
}

struct Line {
    /// Its bytes without the line end.
    let text: ArraySlice<UInt8>
    /// Counted from 1.
    let number: Int
    /// Whether it has a line end; the last line of a truncated file has none.
    let isComplete: Bool

    var trimmed: ArraySlice<UInt8> { text.drop(while: Self.isBlank) }

    /// Its text, with replacement characters for invalid UTF-8.
    var string: String { String(decoding: text, as: UTF8.self) }

    var unknown: RecordingError { .unknownLine(line: number, text: Self.excerpt(text)) }

    static func excerpt(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text.prefix(40), as: UTF8.self)
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}

extension String {
    /// The text on one line: control characters become spaces, which are trimmed at both ends.
    init(name bytes: some Sequence<UInt8>) {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        let plain = text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }
        let start = plain.drop { $0 == " " }
        let end = start.lastIndex { $0 != " " }.map { $0 + 1 } ?? start.startIndex
        self = String(String.UnicodeScalarView(start[..<end]))
    }
}
