internal import System

/// A compact JWS (RFC 7515), `header.payload.signature`, signed with Ed25519 (RFC 8037): tokens, heads, commands.
///
/// Read strictly: one header only, `{"alg":"EdDSA","typ":…,"kid":…}`, so that no text chooses how it is checked, asks for what
/// this reader does not know (`crit`), or passes for one of another kind.
package struct CompactJWS: Sendable {
    /// Why a text was not read.
    package enum Fault: Error, Hashable, Sendable {
        /// It is too long, or has not three parts in base64url of which the last is as long as a signature.
        case form
        /// Its header is another one.
        case header
    }

    /// `typ` of tokens and heads of a kiosk (RFC 7519).
    package static let webToken = "JWT"

    /// The key that signed it, as claimed: not verified.
    package let keyID: String
    /// The signed bytes, not yet verified.
    package let payload: [UInt8]
    /// The signed members, not yet verified; nil if the signed bytes are no JSON object.
    package var claims: JSONObject? { try? JSONObject(parsing: payload) }
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Parses a text whose header has that `typ`.
    package init(_ text: String, type: String, maxBytes: Int) throws(Fault) {
        guard text.utf8.count <= maxBytes else { throw .form }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.bytes(of: parts[0]).flatMap({ try? JSONObject(parsing: $0) }),
            let payload = Base64URL.bytes(of: parts[1]), let signature = Base64URL.bytes(of: parts[2])
        else { throw .form }
        guard header.count == 3, header["alg"] == "EdDSA", header["typ"]?.stringValue == type,
            let key = header["kid"]?.stringValue
        else { throw .header }
        guard signature.count == VerificationKey.signatureByteCount else { throw .form }
        (keyID, self.payload, self.signature) = (key, payload, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether the owner of the key signed it, under the key's id.
    package func isSigned(by key: VerificationKey) -> Bool {
        keyID == key.id && key.verifies(signature, of: signed)
    }

    /// Makes the text of a new one.
    ///
    /// - Parameters:
    ///   - key: the id of the key.
    ///   - sign: signs bytes with it.
    package static func text(
        of payload: [UInt8], type: String, key: String, sign: ([UInt8]) -> [UInt8]
    ) -> String {
        let header: JSONObject = ["alg": "EdDSA", "typ": .string(type), "kid": .string(key)]
        let signed = [Array(header.description.utf8), payload].map(Base64URL.text).joined(separator: ".")
        return "\(signed).\(Base64URL.text(of: sign(Array(signed.utf8))))"
    }
}
