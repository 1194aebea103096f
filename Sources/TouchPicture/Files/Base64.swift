/// Bytes as text (RFC 4648, section 4), with padding.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The two digits of every twelve bits.
    private static let pairs = digits.flatMap { first in digits.map { (first, $0) } }

    /// The text of bytes, in ASCII.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let whole = bytes.count / 3
        let length = (bytes.count + 2) / 3 * 4
        return unsafe [UInt8](unsafeUninitializedCapacity: length) { text, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe pairs.withUnsafeBufferPointer { pairs in
                    for group in 0..<whole {
                        let (from, to) = (group * 3, group * 4)
                        let high = unsafe pairs[Int(bytes[from]) << 4 | Int(bytes[from + 1] >> 4)]
                        let low = unsafe pairs[Int(bytes[from + 1] & 15) << 8 | Int(bytes[from + 2])]
                        unsafe (text[to], text[to + 1]) = high
                        unsafe (text[to + 2], text[to + 3]) = low
                    }
                }
            }
            let (from, to) = (whole * 3, whole * 4)
            if from < bytes.count {
                let isShort = from + 1 == bytes.count
                let second = isShort ? 0 : bytes[from + 1]
                unsafe (text[to], text[to + 1]) = pairs[Int(bytes[from]) << 4 | Int(second >> 4)]
                unsafe text[to + 2] = isShort ? padding : digits[Int(second & 15) << 2]
                unsafe text[to + 3] = padding
            }
            count = length
        }
    }

    /// The bytes of a text; nil unless it is written exactly as by ``encode(_:)``.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
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
        // The unused bits of the last digits must be zero.
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
