/// Bytes as text (RFC 4648, section 4), with padding.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The text of bytes, in ASCII.
    public static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index + 2 < bytes.count {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text.append(digits[group >> 18])
            text.append(digits[group >> 12 & 63])
            text.append(digits[group >> 6 & 63])
            text.append(digits[group & 63])
            index += 3
        }
        guard index < bytes.count else { return text }
        let isShort = index + 1 == bytes.count
        let group = Int(bytes[index]) << 16 | (isShort ? 0 : Int(bytes[index + 1]) << 8)
        text += [digits[group >> 18], digits[group >> 12 & 63]]
        text += [isShort ? UInt8(ascii: "=") : digits[group >> 6 & 63], UInt8(ascii: "=")]
        return text
    }

    /// The bytes of a text; nil if it is none, or not written as ``encode(_:)`` writes it.
    public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (group, count) = (0, 0)
        for character in text.dropLast(padding) {
            guard let value = values[Int(character)] else { return nil }
            group = (group << 6 | Int(value)) & 0xff_ffff
            count += 1
            if count % 4 == 0 { bytes += [UInt8(group >> 16), UInt8(group >> 8 & 255), UInt8(group & 255)] }
        }
        // What the last digits have beyond the last byte is nothing.
        switch padding {
        case 1:
            guard group & 3 == 0 else { return nil }
            bytes += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
        case 2:
            guard group & 15 == 0 else { return nil }
            bytes.append(UInt8(group >> 4 & 255))
        default: break
        }
        return bytes
    }

    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
}
