internal import CSodium

/// BLAKE2b under a secret key: nobody without the key can make, or check, one.
enum KeyedHash {
    /// Bytes of a hash.
    static let byteCount = 32

    /// The hash of a message; its beginning names the use, so that no other use hashes the same.
    static func of(_ message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: byteCount)
        let code = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe crypto_generichash(&hash, byteCount, message, UInt64(message.count), key.baseAddress, key.count)
            }
        }
        precondition(code == 0, "BLAKE2b takes a key of 32 bytes and makes 32")
        return hash
    }
}
