internal import CSodium
package import StrictJSON

/// A compact JWS (RFC 7515) that is signed with Ed25519 (RFC 8037): heads of kiosks, commands to kiosks.
package struct CompactJWS: Sendable {
    /// Its header, as claimed: not verified.
    package let header: JSONObject
    /// The signed bytes.
    package let claims: JSONObject
    private let signed: [UInt8]
    private let signature: [UInt8]

    private static let signatureByteCount = Int(crypto_sign_BYTES)

    /// Parses a token of any algorithm; nil if it has another form or is too long.
    package init?(_ token: String, maxBytes: Int) {
        guard token.utf8.count <= maxBytes else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.bytes(parts[0]).flatMap({ try? JSONObject(parsing: $0) }),
            let claims = Base64URL.bytes(parts[1]).flatMap({ try? JSONObject(parsing: $0) }),
            let signature = Base64URL.bytes(parts[2])
        else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// The id of the signing key, as claimed: not verified.
    package var keyID: String? { header["kid"]?.stringValue }

    /// Whether its algorithm is Ed25519, the only one supported.
    package var isOfEdDSA: Bool { header["alg"] == "EdDSA" }

    /// Whether the owner of the key signed it.
    package func isSigned(by key: PublicKey) -> Bool {
        guard isOfEdDSA, keyID == key.id, signature.count == Self.signatureByteCount else { return false }
        return unsafe crypto_sign_verify_detached(signature, signed, UInt64(signed.count), key.bytes) == 0
    }

    /// Signs a token.
    ///
    /// - Parameter type: the kind of token, so that one kind does not pass for another.
    package static func sign(_ claims: JSONObject, type: String, with key: SigningKey) -> String {
        let header: JSONObject = ["alg": "EdDSA", "typ": .string(type), "kid": .string(key.publicKey.id)]
        let text = [header, claims].map { Base64URL.text(Array($0.description.utf8)) }.joined(separator: ".")
        return "\(text).\(Base64URL.text(key.signature(of: Array(text.utf8))))"
    }
}

/// Base64 with the URL-safe alphabet, without padding (RFC 4648, section 5).
enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        unsafe sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4 + 1)
        var count = 0
        let code = unsafe sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil, variant)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
