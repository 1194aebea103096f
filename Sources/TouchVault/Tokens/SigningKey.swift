internal import CSodium

/// A secret key of Ed25519, in locked memory, with its public half.
final class SigningKey: Sendable {
    /// Bytes of the seed that a key is made from and stored as.
    static let seedByteCount = 32

    /// The public half.
    let verification: VerificationKey
    private let secret: SecretBytes

    /// Makes the key of a seed and overwrites the caller's seed with zeros.
    init(wiping seed: inout [UInt8]) throws(VaultError) {
        precondition(seed.count == Self.seedByteCount, "a seed has 32 bytes")
        let held = try SecretBytes(wiping: &seed)
        var secret = try SecretBytes(count: Self.secretByteCount)
        var open = [UInt8](repeating: 0, count: VerificationKey.byteCount)
        let code = secret.withMutableBytes { secret in
            held.withBytes { seed in
                unsafe secret.withUnsafeMutableBufferPointer { secret in
                    unsafe seed.withUnsafeBufferPointer { seed in
                        guard let secret = secret.baseAddress, let seed = seed.baseAddress else { return Int32(-1) }
                        return unsafe crypto_sign_seed_keypair(&open, secret, seed)
                    }
                }
            }
        }
        precondition(code == 0, "Ed25519 makes a key of every seed")
        self.secret = secret
        verification = VerificationKey(bytes: open)
    }

    /// The signature of a message; the same for the same message.
    func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: VerificationKey.signatureByteCount)
        let code = secret.withBytes { secret in
            unsafe secret.withUnsafeBufferPointer { secret in
                guard let secret = secret.baseAddress else { return Int32(-1) }
                return unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
            }
        }
        precondition(code == 0, "Ed25519 signs every message")
        return signature
    }

    /// libsodium keeps the public half behind the seed.
    private static let secretByteCount = 64
}
