package import StrictJSON
package import WebKeys

/// A compact JWS (RFC 7515) that is signed with Ed25519 (RFC 8037): heads of kiosks, commands to kiosks.
package struct CompactJWS: Sendable {
    /// Its header, as claimed: not verified.
    package let header: JSONObject
    /// The signed bytes.
    package let claims: JSONObject
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Parses a token of any algorithm; nil if it has another form or is too long.
    package init?(_ token: String, maxBytes: Int) {
        guard token.utf8.count <= maxBytes else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.bytes(of: parts[0]).flatMap({ try? JSONObject(parsing: $0) }),
            let claims = Base64URL.bytes(of: parts[1]).flatMap({ try? JSONObject(parsing: $0) }),
            let signature = Base64URL.bytes(of: parts[2])
        else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// The id of the signing key, as claimed: not verified.
    package var keyID: String? { header["kid"]?.stringValue }

    /// Whether its algorithm is Ed25519, the only one supported.
    package var isOfEdDSA: Bool { header["alg"] == "EdDSA" }

    /// Whether the owner of the key signed it.
    package func isSigned(by key: VerificationKey) -> Bool {
        isOfEdDSA && keyID == key.id && key.verifies(signature, of: signed)
    }

    /// Signs a token.
    ///
    /// - Parameter type: the kind of token, so that one kind does not pass for another.
    package static func sign(_ claims: JSONObject, type: String, with key: SigningKey) -> String {
        let header: JSONObject = ["alg": "EdDSA", "typ": .string(type), "kid": .string(key.publicKey.id)]
        let text = [header, claims].map { Base64URL.text(of: Array($0.description.utf8)) }.joined(separator: ".")
        return "\(text).\(Base64URL.text(of: key.signature(of: Array(text.utf8))))"
    }
}
