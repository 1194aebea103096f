internal import CSodium

enum Sodium {
    /// Whether `sodium_init` succeeded; it fails only on a machine without a source of random bytes.
    private static let isReady = sodium_init() >= 0

    /// Initializes libsodium; every use of the library begins with this.
    static func start() throws(VaultError) {
        guard isReady else { throw .noRandomness }
    }

    /// Unguessable bytes from the kernel.
    static func randomBytes(_ count: Int) throws(VaultError) -> [UInt8] {
        try start()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe randombytes_buf(base, buffer.count) }
        }
        return bytes
    }

    /// Overwrites an array with zeros, even if it is not read afterward.
    static func wipe<Number: FixedWidthInteger>(_ numbers: inout [Number]) {
        unsafe numbers.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress { unsafe sodium_memzero(base, buffer.count) }
        }
    }
}

/// Numbers that nobody can guess, from libsodium: the only source of chance of the daemon.
package struct UnguessableNumbers: RandomNumberGenerator, Sendable {
    /// Makes a source; all are the same.
    package init() {}

    /// The next number.
    package mutating func next() -> UInt64 {
        var number: UInt64 = 0
        unsafe randombytes_buf(&number, MemoryLayout<UInt64>.size)
        return number
    }
}
