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
}
