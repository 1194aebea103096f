internal import CSodium
internal import System

/// A public key of Ed25519, for checking tokens and signed heads.
package struct VerificationKey: Hashable, Sendable {
    /// The 32 bytes.
    package let bytes: [UInt8]
    /// Its name in tokens and key sets: the thumbprint of the key (RFC 7638 and 8037), so that it cannot name another.
    package let id: String

    /// How many bytes a key has.
    package static let byteCount = 32
    /// How many bytes a signature has.
    package static let signatureByteCount = 64

    /// Takes over 32 bytes.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a key has 32 bytes")
        self.bytes = bytes
        id = Self.thumbprint(of: bytes)
    }

    /// Reads a JSON Web Key; nil if it is of another kind or its id is not its thumbprint.
    package init?(webKey json: JSONObject) {
        guard json["kty"] == "OKP", json["crv"] == "Ed25519", let text = json["x"]?.stringValue,
            let bytes = Base64URL.bytes(of: text), bytes.count == Self.byteCount
        else { return nil }
        self.init(bytes: bytes)
        guard json["kid"]?.stringValue == id else { return nil }
    }

    /// Whether the key's owner signed exactly these bytes.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == Self.signatureByteCount else { return false }
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }

    /// The key as a JSON Web Key (RFC 8037).
    package var webKey: JSONObject {
        [
            "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": .string(id),
            "x": .string(Base64URL.text(of: bytes)),
        ]
    }

    private static func thumbprint(of bytes: [UInt8]) -> String {
        let members = Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.text(of: bytes))"}"#.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        _ = unsafe crypto_hash_sha256(&digest, members, UInt64(members.count))
        return Base64URL.text(of: digest)
    }
}
