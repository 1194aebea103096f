internal import CSodium

/// Bytes that must not leave this process: kept out of swap and core dumps, wiped when they are released.
///
/// The memory comes from `sodium_malloc`: locked, excluded from core dumps, with a guard page on either side.
/// There is no description, no equality operator and no copy that is not asked for; users borrow the bytes for the
/// duration of a closure.
@safe
package struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Unchecked: the memory has exactly one owner and is only written in `init` and through methods
    // that need exclusive access.
    private let memory: UnsafeMutableRawPointer

    let count: Int

    /// Makes room for `count` zero bytes, one or more.
    package init(count: Int) throws(VaultError) {
        precondition(count > 0, "a secret has at least one byte")
        try Sodium.start()
        guard let memory = unsafe sodium_malloc(count) else { throw .outOfMemory }
        unsafe sodium_memzero(memory, count)
        unsafe self.memory = memory
        self.count = count
    }

    /// Copies the bytes and overwrites their array with zeros.
    ///
    /// The array should be the only holder of its bytes; copies made elsewhere are not wiped.
    package init(wiping bytes: inout [UInt8]) throws(VaultError) {
        try self.init(count: bytes.count)
        withMutableBytes { target in
            for index in bytes.indices { target[index] = bytes[index] }
        }
        Sodium.wipe(&bytes)
    }

    init(copying other: borrowing SecretBytes) throws(VaultError) {
        try self.init(count: other.count)
        unsafe memory.copyMemory(from: other.memory, byteCount: other.count)
    }

    deinit {
        // Overwrites before it frees.
        unsafe sodium_free(memory)
    }

    /// Lends the bytes for reading.
    package borrowing func withBytes<Answer: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let buffer = unsafe UnsafeRawBufferPointer(start: memory, count: count)
        return unsafe try body(Span(_unsafeBytes: buffer))
    }

    var copied: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

    /// Lends the bytes for writing.
    package mutating func withMutableBytes<Answer: ~Copyable, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
        var span = unsafe MutableSpan<UInt8>(_unsafeBytes: buffer)
        return try body(&span)
    }

    /// Lends their place to a function of C.
    borrowing func withPointer<Answer>(_ body: (UnsafePointer<UInt8>) -> Answer) -> Answer {
        unsafe body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }

    mutating func withMutablePointer<Answer>(_ body: (UnsafeMutablePointer<UInt8>) -> Answer) -> Answer {
        unsafe body(memory.assumingMemoryBound(to: UInt8.self))
    }

    /// Whether the bytes equal a stored verifier, in a time that depends only on their length (`sodium_memcmp`).
    package borrowing func matches(_ stored: [UInt8]) -> Bool {
        guard count == stored.count else { return false }
        return unsafe stored.withUnsafeBytes { buffer in
            unsafe sodium_memcmp(memory, buffer.baseAddress, count) == 0
        }
    }
}
