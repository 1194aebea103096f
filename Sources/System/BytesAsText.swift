internal import CSodium

/// Bytes as pairs of hexadecimal digits, by libsodium.
package enum Hexadecimal {
    /// Two lower-case digits for every byte.
    package static func text(of bytes: [UInt8]) -> String {
        let digits = unsafe written(bytes.count * 2) { place, size in
            unsafe sodium_bin2hex(place, size, bytes, bytes.count)
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes of hexadecimal digits; nil for an invalid digit or an odd number of digits.
    package static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
        unsafe read(digits, maxBytes: digits.count / 2) { bytes, room, text, length, count in
            unsafe sodium_hex2bin(bytes, room, text, length, nil, count, nil)
        }
    }
}

/// Base64 with padding (RFC 4648, section 4), by libsodium.
///
/// As in ``Base64URL``, every byte string has exactly one text.
package enum Base64 {
    /// The text of bytes, in ASCII.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] { encoded(bytes, sodium_base64_VARIANT_ORIGINAL) }

    /// The bytes of a text; nil unless it is written exactly as by ``encode(_:)``.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { decoded(text, sodium_base64_VARIANT_ORIGINAL) }
}

/// Base64 in the alphabet of URLs and without padding (RFC 4648, section 5), by libsodium.
///
/// Every byte string has exactly one text: padding, white space and unused bits that are not zero are refused.
package enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    /// The text of some bytes.
    package static func text(of bytes: [UInt8]) -> String { String(decoding: encoded(bytes, variant), as: UTF8.self) }

    /// The bytes of a text; nil if it is invalid.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? { decoded(text.utf8, variant) }
}

private func encoded(_ bytes: [UInt8], _ variant: Int32) -> [UInt8] {
    unsafe written(sodium_base64_encoded_len(bytes.count, variant) - 1) { place, size in
        unsafe sodium_bin2base64(place, size, bytes, bytes.count, variant)
    }
}

private func decoded(_ text: some Collection<UInt8>, _ variant: Int32) -> [UInt8]? {
    unsafe read(text, maxBytes: text.count / 4 * 3 + 2) { bytes, room, text, length, count in
        unsafe sodium_base642bin(bytes, room, text, length, nil, count, nil, variant)
    }
}

/// What libsodium writes, without the zero behind it.
private func written(
    _ length: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: length + 1) { buffer, count in
        unsafe buffer.withMemoryRebound(to: CChar.self) {
            if let place = $0.baseAddress { _ = unsafe write(place, length + 1) }
        }
        count = length
    }
}

/// What libsodium reads; nil if it refuses the text.
private func read(
    _ text: some Collection<UInt8>, maxBytes: Int,
    _ read: (UnsafeMutablePointer<UInt8>, Int, [CChar], Int, UnsafeMutablePointer<Int>) -> Int32
) -> [UInt8]? {
    let characters = text.map { CChar(bitPattern: $0) }
    var (bytes, count) = ([UInt8](repeating: 0, count: maxBytes), 0)
    let code = unsafe read(&bytes, bytes.count, characters, characters.count, &count)
    return code == 0 ? Array(bytes.prefix(count)) : nil
}
