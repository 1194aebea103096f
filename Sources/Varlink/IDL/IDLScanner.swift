/// A token of the interface language.
enum IDLToken: Equatable {
    case word(String)
    case mark(Character)
    case arrow
    case end

    /// The token as it stands in the file, for error messages.
    var spelling: String {
        switch self {
        case .word(let text): "'\(text)'"
        case .mark(let character): "'\(character)'"
        case .arrow: "'->'"
        case .end: "the end of the file"
        }
    }
}

/// Splits an interface description into tokens; skips the comments.
struct IDLScanner {
    private let bytes: [UInt8]
    private var place = 0
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() throws(IDLError) -> IDLToken {
        skipSpace()
        guard place < bytes.count else { return .end }
        let byte = bytes[place]
        switch byte {
        case _ where "()[]:,?".utf8.contains(byte):
            place += 1
            return .mark(Character(Unicode.Scalar(byte)))
        case _ where isArrow(at: place):
            place += 2
            return .arrow
        case _ where byte.isLetterOrDigit:
            let start = place
            while place < bytes.count, bytes[place].isWordPart, !isArrow(at: place) { place += 1 }
            return .word(String(decoding: bytes[start..<place], as: UTF8.self))
        default: break
        }
        throw IDLError(line: line, reason: "unexpected character \(Self.printable(byte))")
    }

    private func isArrow(at place: Int) -> Bool {
        bytes[place] == UInt8(ascii: "-") && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ">")
    }

    private mutating func skipSpace() {
        while place < bytes.count {
            switch bytes[place] {
            case 0x0A:
                line += 1
                place += 1
            case 0x20, 0x09, 0x0D: place += 1
            case UInt8(ascii: "#"):
                while place < bytes.count, bytes[place] != 0x0A { place += 1 }
            default: return
            }
        }
    }

    private static func printable(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(String(byte, radix: 16))"
    }
}

extension UInt8 {
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || isCapital }
    var isLetterOrDigit: Bool { isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isWordPart: Bool { isLetterOrDigit || "_.-".utf8.contains(self) }
}
