internal import CSodium

/// Base64 in the alphabet of URLs and without padding (RFC 4648, section 5), by libsodium.
///
/// Every byte string has exactly one text: padding, white space and unused bits that are not zero are refused.
package enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    /// The text of some bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        _ = unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        // libsodium ends it with a zero.
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes of a text.
    ///
    /// - Returns: nil if it is invalid.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4 + 1)
        var count = 0
        let code = unsafe sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil, variant)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
