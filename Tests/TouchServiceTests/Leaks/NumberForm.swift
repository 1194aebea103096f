import System

/// A way to write a number, so that it can be searched for.
enum NumberForm: Hashable {
    /// Decimal, rounded to an integer.
    case integer
    /// Decimal with that many digits after the point, rounded; no digit may follow.
    case rounded(Int)
    /// Decimal, the first digits after the point, that many; more may follow.
    case begun(Int)
    /// Hexadecimal integer with that many digits.
    case hexadecimal(Int)
    case bytes(Binary)
    /// Those bytes as hexadecimal text.
    case hexadecimalBytes(Binary)
    /// Those bytes within base64 (RFC 4648), after that many other bytes modulo 3.
    case base64(Binary, behind: Int)

    enum Binary: CaseIterable {
        case uint8
        case uint16Little, uint16Big, uint32Little, uint32Big
        case float32Little, float32Big, float64Little, float64Big

        static let long: [Binary] = [
            .uint32Little, .uint32Big, .float32Little, .float32Big, .float64Little, .float64Big,
        ]

        /// The number in this form; nil if that is impossible.
        func bytes(of number: Double) -> [UInt8]? {
            func least<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
                (0..<Word.bitWidth / 8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
            let whole = number.rounded()
            switch self {
            case .uint8: return UInt8(exactly: whole).map { [$0] }
            case .uint16Little: return UInt16(exactly: whole).map { least($0) }
            case .uint16Big: return UInt16(exactly: whole).map { least($0).reversed() }
            case .uint32Little: return UInt32(exactly: whole).map { least($0) }
            case .uint32Big: return UInt32(exactly: whole).map { least($0).reversed() }
            case .float32Little: return least(Float(number).bitPattern)
            case .float32Big: return least(Float(number).bitPattern).reversed()
            case .float64Little: return least(number.bitPattern)
            case .float64Big: return least(number.bitPattern).reversed()
            }
        }
    }

    static let all: [NumberForm] =
        [.integer] + (1...6).map { .rounded($0) } + (2...6).map { .begun($0) } + [2, 4, 8].map { .hexadecimal($0) }
        + Binary.allCases.map { .bytes($0) } + Binary.long.map { .hexadecimalBytes($0) }
        + Binary.long.flatMap { binary in (0...2).map { .base64(binary, behind: $0) } }

    /// The forms with a fraction, for numbers whose integer part proves nothing.
    static let ofFraction: [NumberForm] = all.filter { form in
        switch form {
        case .integer, .rounded(1), .hexadecimal: false
        case .bytes(let binary), .hexadecimalBytes(let binary), .base64(let binary, _):
            switch binary {
            case .uint8, .uint16Little, .uint16Big, .uint32Little, .uint32Big: false
            case .float32Little, .float32Big, .float64Little, .float64Big: true
            }
        case .rounded, .begun: true
        }
    }

    /// The number, which is 0 or more, in this form; nil if that is impossible.
    func written(_ number: Double) -> [UInt8]? {
        switch self {
        case .integer: Array(String(Int(number.rounded())).utf8)
        case .rounded(let digits): Self.decimal(number, digits, .toNearestOrAwayFromZero)
        case .begun(let digits): Self.decimal(number, digits, .down)
        case .hexadecimal(let digits): Self.padded(String(Int(number.rounded()), radix: 16), to: digits)
        case .bytes(let binary): binary.bytes(of: number)
        case .hexadecimalBytes(let binary):
            binary.bytes(of: number)?.flatMap { Self.padded(String($0, radix: 16), to: 2) }
        case .base64(let binary, let behind):
            binary.bytes(of: number).map { bytes in
                // Only the characters that these bytes alone determine.
                let text = Base64.encode([UInt8](repeating: 0, count: behind) + bytes)
                return Array(text[((behind * 8 + 5) / 6)..<((behind + bytes.count) * 8 / 6)])
            }
        }
    }

    private static func decimal(_ number: Double, _ digits: Int, _ rule: FloatingPointRoundingRule) -> [UInt8] {
        let power = (0..<digits).reduce(1) { power, _ in 10 * power }
        let parts = Int((number * Double(power)).rounded(rule))
        return Array("\(parts / power).".utf8) + padded(String(parts % power), to: digits)
    }

    private static func padded(_ text: String, to length: Int) -> [UInt8] {
        Array((String(repeating: "0", count: max(length - text.utf8.count, 0)) + text).utf8)
    }

    /// The neighbors that would make it another number.
    var borders: Borders {
        switch self {
        case .integer: .whole
        case .rounded: .digits
        case .begun: .digitsBefore
        case .hexadecimal(2): .hexadecimal
        case .hexadecimal, .bytes, .hexadecimalBytes, .base64: .none
        }
    }

    /// The neighbors that a number that was found must not have.
    enum Borders {
        case none
        case digitsBefore, digits
        /// Digits, and a fraction other than `.0`.
        case whole
        case hexadecimal

        /// Whether the text from `start` to `end` is a number by itself.
        func allow(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
            func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }
            func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
            func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (97...102).contains(byte) }
            let isBehindNumber = isDigit(byte(start - 1)) || byte(start - 1) == 46
            switch self {
            case .none: return true
            case .digitsBefore: return !isBehindNumber
            case .digits: return !isBehindNumber && !isDigit(byte(end))
            case .whole:
                let hasFraction = byte(end) == 46 && (byte(end + 1) != 48 || isDigit(byte(end + 2)))
                return !isBehindNumber && !isDigit(byte(end)) && !hasFraction
            case .hexadecimal: return !isHexadecimal(byte(start - 1)) && !isHexadecimal(byte(end))
            }
        }
    }
}

struct HiddenNumber {
    let name: String
    /// The number, 0 or more.
    let value: Double
    let forms: [NumberForm]
}

/// The place where the piece belongs, or could belong, on an axis on which that is secret.
struct HiddenPlace {
    let axis: String
    /// The place, in pixels of the picture.
    let place: Double
    /// Public facts about the axis.
    let known: Known

    /// The lengths of picture and piece, in pixels of the picture, and the place of the picture in the view.
    struct Known {
        /// Of the picture.
        let side: Double
        /// Of the piece.
        let piece: Double
        /// Where the picture begins in the widget, in pixels of the view.
        let inset: Double
        /// Where the widget begins in the view.
        let origin: Double
        /// Pixels of the view per pixel of the picture.
        let scale: Double

        /// Another place where the piece could belong, each equally likely.
        func another() -> Double { Double(Int.random(in: 0...Int(side - piece))) }
    }

    /// The place in every form in which a front end or a program could receive it.
    var numbers: [HiddenNumber] {
        let inWidget = known.inset + place * known.scale
        let part = place / max(known.side - known.piece, 1)
        let pixels = [
            ("", place), (" of the center", place + known.piece / 2), (" in the widget", inWidget),
            (" in the view", known.origin + inWidget), (" in percent", part * 100), (" in 255ths", part * 255),
            (" in 65535ths", part * 65_535),
        ]
        let parts = [(" as a part of the way", part), (" as a part of the side", place / known.side)]
        return pixels.map { HiddenNumber(name: axis + $0.0, value: $0.1, forms: NumberForm.all) }
            + parts.map { HiddenNumber(name: axis + $0.0, value: $0.1, forms: NumberForm.ofFraction) }
    }
}
