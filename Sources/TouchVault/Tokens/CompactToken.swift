internal import StrictJSON
internal import WebKeys

/// The outer form of a token, a compact JWS (RFC 7515): `header.payload.signature`.
///
/// Parsed strictly: only one header is accepted, `{"alg":"EdDSA","typ":"JWT","kid":…}`, so that no token can choose how
/// it is verified.
struct CompactToken {
    /// The longest text that is parsed, in bytes; a token with the longest audience, nonce and action is shorter.
    static let maxLength = 4_096

    /// The key that signed it, as claimed in its header.
    let keyID: String
    /// The claims, not yet verified.
    let payload: [UInt8]
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Parses a text.
    ///
    /// - Returns: nil if it does not have the form of a token.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maxLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.bytes(of: parts[0]).flatMap({ try? JSONObject(parsing: $0) }),
            header.count == 3, header["alg"] == "EdDSA", header["typ"] == "JWT", let key = header["kid"]?.stringValue,
            let payload = Base64URL.bytes(of: parts[1]),
            let signature = Base64URL.bytes(of: parts[2]), signature.count == VerificationKey.signatureByteCount
        else { return nil }
        keyID = key
        self.payload = payload
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether that key signed it.
    func isSigned(by key: VerificationKey) -> Bool {
        key.verifies(signature, of: signed)
    }

    /// Makes the text of a new token.
    static func text(payload: [UInt8], signedBy key: SigningKey) -> String {
        let header: JSONObject = ["alg": "EdDSA", "typ": "JWT", "kid": .string(key.verification.id)]
        let signed = [Array(header.description.utf8), payload].map(Base64URL.text).joined(separator: ".")
        return "\(signed).\(Base64URL.text(of: key.sign(Array(signed.utf8))))"
    }
}
