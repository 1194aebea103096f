internal import CSodium

extension FixedWidthInteger {
    /// Its bytes, the lowest first, for messages that are hashed.
    var littleEndianBytes: [UInt8] { unsafe withUnsafeBytes(of: littleEndian) { unsafe Array($0) } }

    /// The number of such bytes.
    init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

/// BLAKE2b with a key: authenticates records, derives keys, hides guesses.
enum KeyedHash {
    static let byteCount = 32

    /// The hash of a message that holds no secret.
    static func bytes(_ count: Int = byteCount, of message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        unsafe message.withUnsafeBytes { unsafe bytes(count, of: $0, key: key) }
    }

    static func bytes(
        _ count: Int = byteCount, of message: UnsafeRawBufferPointer, key: borrowing SecretBytes
    ) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: count)
        unsafe write(count, to: &hash, of: message.baseAddress, message.count, key: key)
        return hash
    }

    /// Whether a message that holds no secret has that hash; allocates nothing.
    static func matches(_ hash: [UInt8], _ message: [UInt8], key: borrowing SecretBytes) -> Bool {
        guard hash.count == byteCount else { return false }
        var own = (UInt64.zero, UInt64.zero, UInt64.zero, UInt64.zero)
        unsafe write(byteCount, to: &own, of: message, message.count, key: key)
        return unsafe sodium_memcmp(&own, hash, byteCount) == 0
    }

    /// Writes a hash of some bytes, of any length, for callers that hash often.
    static func write(
        _ count: Int, to hash: UnsafeMutableRawPointer, of message: UnsafeRawPointer?, _ messageCount: Int,
        key: borrowing SecretBytes
    ) {
        let code = unsafe key.withPointer { start in
            unsafe crypto_generichash(
                hash.assumingMemoryBound(to: UInt8.self), count, message?.assumingMemoryBound(to: UInt8.self),
                UInt64(messageCount), start, key.count)
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
        unsafe hash.withMutablePointer { out in
            unsafe message.withPointer { start in
                unsafe write(byteCount, to: out, of: start, label.count + secret.count, key: key)
            }
        }
        return hash
    }

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
