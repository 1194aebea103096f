internal import CSodium
package import StrictJSON
internal import System

/// An Ed25519 key for signing, kept offline.
package struct SigningKey: Sendable {
    /// Its public half.
    package let publicKey: VerificationKey
    private let seed: [UInt8]
    private let secret: [UInt8]

    private static let seedByteCount = Int(crypto_sign_SEEDBYTES)

    /// The key of 32 secret bytes.
    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedByteCount, "the seed of a key has 32 bytes")
        var open = [UInt8](repeating: 0, count: VerificationKey.byteCount)
        var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        unsafe crypto_sign_seed_keypair(&open, &secret, seed)
        (self.seed, self.secret, publicKey) = (seed, secret, VerificationKey(bytes: open))
    }

    /// Generates a key.
    package static func drawn() -> SigningKey {
        var seed = [UInt8](repeating: 0, count: seedByteCount)
        unsafe randombytes_buf(&seed, seed.count)
        return SigningKey(seed: seed)
    }

    /// Reads a JSON Web Key with its secret half; nil if it is anything else.
    package init?(_ json: JSONObject) {
        guard let known = VerificationKey(webKey: json),
            let seed = json.text("d").flatMap({ Base64URL.bytes(of: $0) }),
            seed.count == Self.seedByteCount
        else { return nil }
        self.init(seed: seed)
        guard publicKey == known else { return nil }
    }

    /// The key as a JSON Web Key with its secret half.
    package var json: JSONObject {
        var json = publicKey.webKey
        json["d"] = .string(Base64URL.text(of: seed))
        return json
    }

    func signature(of bytes: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerificationKey.signatureByteCount)
        unsafe crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
        return signature
    }
}
