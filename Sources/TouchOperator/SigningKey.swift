internal import CSodium
package import StrictJSON

/// The public half of a key of Ed25519.
package struct PublicKey: Equatable, Sendable {
    /// Its thumbprint (RFC 7638): an id identifies one key.
    package let id: String
    let bytes: [UInt8]

    private static let byteCount = Int(crypto_sign_PUBLICKEYBYTES)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let json = Array("{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"\(Base64URL.text(bytes))\"}".utf8)
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe crypto_hash_sha256(&hash, json, UInt64(json.count))
        id = Base64URL.text(hash)
    }

    /// Reads a JSON Web Key; nil if it is of another kind or its id is not its thumbprint.
    package init?(_ json: JSONObject) {
        guard json["kty"] == "OKP", json["crv"] == "Ed25519", let text = json["x"]?.stringValue,
            let bytes = Base64URL.bytes(text), bytes.count == Self.byteCount
        else { return nil }
        self.init(bytes)
        guard json["kid"]?.stringValue == id else { return nil }
    }

    /// The key as a JSON Web Key (RFC 8037).
    package var json: JSONObject {
        [
            "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": .string(id),
            "x": .string(Base64URL.text(bytes)),
        ]
    }
}

/// An Ed25519 key for signing, kept offline.
package struct SigningKey: Sendable {
    /// Its public half.
    package let publicKey: PublicKey
    private let seed: [UInt8]
    private let secret: [UInt8]

    private static let seedByteCount = Int(crypto_sign_SEEDBYTES)

    /// The key of 32 secret bytes.
    package init(seed: [UInt8]) {
        precondition(seed.count == Self.seedByteCount, "the seed of a key has 32 bytes")
        var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        unsafe crypto_sign_seed_keypair(&open, &secret, seed)
        (self.seed, self.secret, publicKey) = (seed, secret, PublicKey(open))
    }

    /// Generates a key.
    package static func drawn() -> SigningKey {
        var seed = [UInt8](repeating: 0, count: seedByteCount)
        unsafe randombytes_buf(&seed, seed.count)
        return SigningKey(seed: seed)
    }

    /// Reads a JSON Web Key with its secret half; nil if it is anything else.
    package init?(_ json: JSONObject) {
        guard let known = PublicKey(json), let seed = json["d"]?.stringValue.flatMap({ Base64URL.bytes($0) }),
            seed.count == Self.seedByteCount
        else { return nil }
        self.init(seed: seed)
        guard publicKey == known else { return nil }
    }

    /// The key as a JSON Web Key with its secret half.
    package var json: JSONObject {
        var json = publicKey.json
        json["d"] = .string(Base64URL.text(seed))
        return json
    }

    func signature(of bytes: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
        unsafe crypto_sign_detached(&signature, nil, bytes, UInt64(bytes.count), secret)
        return signature
    }
}
