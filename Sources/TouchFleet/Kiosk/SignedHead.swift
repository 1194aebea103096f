internal import CSodium
internal import StrictJSON

/// A head of a kiosk's chain of results, as a compact JWS (RFC 7515) that the kiosk signed with its audit key.
struct SignedHead {
    /// `SEQUENCE:HEX`, as the interface has it.
    let text: String
    /// The sequence number in it.
    let sequence: Int64
    /// The key that signed it, as it says itself.
    let keyID: String
    private let signed: [UInt8]
    private let signature: [UInt8]

    private static let (keyByteCount, signatureByteCount) = (32, 64)

    /// Parses a token; nil if it does not have that form.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, token.utf8.count <= 4_096,
            let header = Self.bytes(parts[0]).flatMap({ try? JSONObject(parsing: $0) }), header["alg"] == "EdDSA",
            let keyID = header["kid"]?.stringValue,
            let claims = Self.bytes(parts[1]).flatMap({ try? JSONObject(parsing: $0) }),
            let text = claims["head"]?.stringValue,
            let sequence = text.split(separator: ":").first.flatMap({ Int64($0) }),
            let signature = Self.bytes(parts[2]), signature.count == Self.signatureByteCount
        else { return nil }
        (self.text, self.sequence, self.keyID, self.signature) = (text, sequence, keyID, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether the owner of a JSON Web Key signed it, and the key's name is its own thumbprint (RFC 7638), so that an epoch
    /// names one key.
    func isSigned(by key: JSONObject) -> Bool {
        guard key["kid"]?.stringValue == keyID, let text = key["x"]?.stringValue, let bytes = Self.bytes(text[...]),
            bytes.count == Self.keyByteCount, Self.thumbprint(of: text) == keyID
        else { return false }
        return unsafe crypto_sign_verify_detached(signature, signed, UInt64(signed.count), bytes) == 0
    }

    /// The name of a key of Ed25519 (RFC 7638 and 8037).
    private static func thumbprint(of text: String) -> String {
        let json = Array("{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"\(text)\"}".utf8)
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe crypto_hash_sha256(&hash, json, UInt64(json.count))
        var print = [CChar](repeating: 0, count: sodium_base64_encoded_len(hash.count, variant))
        unsafe sodium_bin2base64(&print, print.count, hash, hash.count, variant)
        return String(decoding: print.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4 + 1)
        var count = 0
        let code = unsafe sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &count, nil, variant)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
