internal import CSodium

/// BLAKE2b with a key: authenticates records, derives keys, hides guesses.
enum KeyedHash {
    /// Bytes of a hash.
    static let byteCount = 32

    /// The hash of a message that holds no secret.
    static func bytes(of message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: byteCount)
        let code = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe crypto_generichash(
                    &hash, byteCount, message, UInt64(message.count), key.baseAddress, key.count)
            }
        }
        precondition(code == 0, "BLAKE2b takes keys of 32 bytes and makes 32")
        return hash
    }

    /// Writes a hash of some bytes, of any length, for callers that hash often.
    static func write(
        _ count: Int, to hash: UnsafeMutableRawPointer, of message: UnsafeRawPointer, _ messageCount: Int,
        key: borrowing SecretBytes
    ) {
        let code = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe crypto_generichash(
                    hash.assumingMemoryBound(to: UInt8.self), count, message.assumingMemoryBound(to: UInt8.self),
                    UInt64(messageCount), key.baseAddress, key.count)
            }
        }
        precondition(code == 0, "BLAKE2b takes keys of 32 bytes and makes 16 to 64")
    }

    /// The hash of a label and a secret, in memory that cannot be swapped out.
    static func secret(
        of secret: borrowing SecretBytes, label: String, key: borrowing SecretBytes
    ) throws(VaultError) -> SecretBytes {
        let label = Array(label.utf8)
        var message = try SecretBytes(count: label.count + secret.count)
        message.withMutableBytes { target in
            for index in label.indices { target[index] = label[index] }
            secret.withBytes { bytes in
                for index in bytes.indices { target[label.count + index] = bytes[index] }
            }
        }
        var hash = try SecretBytes(count: byteCount)
        let code = hash.withMutableBytes { out in
            message.withBytes { message in
                key.withBytes { key in
                    unsafe out.withUnsafeMutableBufferPointer { out in
                        unsafe message.withUnsafeBufferPointer { message in
                            unsafe key.withUnsafeBufferPointer { key in
                                guard let start = out.baseAddress else { return Int32(-1) }
                                return unsafe crypto_generichash(
                                    start, out.count, message.baseAddress, UInt64(message.count),
                                    key.baseAddress, key.count)
                            }
                        }
                    }
                }
            }
        }
        precondition(code == 0, "BLAKE2b takes keys of 32 bytes and makes 32")
        return hash
    }

    /// A key for one purpose, derived from a master key.
    static func derive(_ purpose: String, from key: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
        var bytes = bytes(of: Array(purpose.utf8), key: key)
        return try SecretBytes(wiping: &bytes)
    }

    /// Whether two hashes are equal, in a time that does not depend on where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
