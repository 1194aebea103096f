/// The cost of one guess: Argon2id's passes and memory.
package struct StretchParameters: Hashable, Sendable {
    /// Passes over the memory (Argon2's t).
    package let passes: Int
    /// Bytes of memory (Argon2's m).
    package let memoryBytes: Int

    /// The minimum for new patterns: 2 passes over 19 MiB (OWASP password storage advice).
    package static let floor = StretchParameters(uncheckedPasses: 2, memoryBytes: 19 << 20)
    /// The default: 2 passes over 64 MiB (libsodium's "interactive"), about 70 ms of one processor.
    package static let standard = StretchParameters(uncheckedPasses: 2, memoryBytes: 64 << 20)
    /// Allowed passes for new credentials.
    package static let passes = floor.passes...16
    /// Allowed memory for new credentials, in bytes.
    package static let memory = floor.memoryBytes...1 << 30
    /// Allowed passes of a stored credential.
    package static let storedPasses = 1...Int64(passes.upperBound)
    /// Allowed memory of a stored credential, in bytes, from libsodium's minimum.
    package static let storedMemory = 8 << 10...Int64(memory.upperBound)

    /// Makes parameters for new credentials; nil outside ``passes`` and ``memory``.
    package init?(passes: Int, memoryBytes: Int) {
        guard Self.passes.contains(passes), Self.memory.contains(memoryBytes) else { return nil }
        self.init(uncheckedPasses: passes, memoryBytes: memoryBytes)
    }

    /// Makes parameters that the caller has validated.
    package init(uncheckedPasses passes: Int, memoryBytes: Int) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }
}
