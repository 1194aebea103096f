internal import CSodium
internal import StrictJSON

/// A secret Ed25519 key, in locked memory, with its public half.
final class SigningKey: Sendable {
    /// Bytes of the seed, from which a key is derived and as which it is stored.
    static let seedByteCount = 32

    let verification: VerificationKey
    private let secret: SecretBytes

    /// Derives the key from a seed and overwrites the caller's seed with zeros.
    init(wiping seed: inout [UInt8]) throws(VaultError) {
        precondition(seed.count == Self.seedByteCount, "a seed has 32 bytes")
        let held = try SecretBytes(wiping: &seed)
        var secret = try SecretBytes(count: Self.secretByteCount)
        var open = [UInt8](repeating: 0, count: VerificationKey.byteCount)
        let code = unsafe secret.withMutablePointer { secret in
            unsafe held.withPointer { seed in unsafe crypto_sign_seed_keypair(&open, secret, seed) }
        }
        precondition(code == 0, "Ed25519 makes a key of every seed")
        self.secret = secret
        verification = VerificationKey(bytes: open)
    }

    /// Draws a key; returns it, and its seed as it is stored: hidden under `sealKey`.
    static func fresh(under sealKey: borrowing SecretBytes) throws(VaultError) -> (key: SigningKey, hidden: [UInt8]) {
        var seed = try Sodium.randomBytes(seedByteCount)
        defer { Sodium.wipe(&seed) }
        var taken = seed
        let key = try SigningKey(wiping: &taken)
        return (key, mask(seed, of: key.verification.bytes, under: sealKey))
    }

    /// Reveals a key that was stored hidden; nil if it is not the secret half of `known`, and so not ours.
    static func stored(
        _ hidden: [UInt8], of known: [UInt8], under sealKey: borrowing SecretBytes
    ) throws(VaultError) -> SigningKey? {
        var seed = mask(hidden, of: known, under: sealKey)
        let key = try SigningKey(wiping: &seed)
        return key.verification.bytes == known ? key : nil
    }

    /// Hides or reveals a seed by a mask of its own: no reader of the file can sign without the pepper.
    private static func mask(
        _ seed: [UInt8], of known: [UInt8], under sealKey: borrowing SecretBytes
    ) -> [UInt8] {
        let mask = KeyedHash.bytes(of: Array("touchd signing key\0".utf8) + known, key: sealKey)
        return zip(seed, mask).map { $0 ^ $1 }
    }

    func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerificationKey.signatureByteCount)
        let code = unsafe secret.withPointer { secret in
            unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        }
        precondition(code == 0, "Ed25519 signs every message")
        return signature
    }

    /// libsodium keeps the public half behind the seed.
    private static let secretByteCount = 64
}
