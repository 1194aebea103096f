/// How much work it takes to try one pattern: Argon2id's passes and memory.
public struct StretchParameters: Hashable, Sendable {
    /// How many times the memory is gone through (Argon2's t).
    public let passes: Int
    /// How many bytes of memory it takes (Argon2's m).
    public let memoryBytes: Int

    /// The least that a person's pattern is stored with: 2 passes over 19 MiB (OWASP password storage advice).
    public static let floor = StretchParameters(uncheckedPasses: 2, memoryBytes: 19 << 20)
    /// The default: 2 passes over 64 MiB (libsodium's "interactive"), about 70 ms on one core.
    public static let standard = StretchParameters(uncheckedPasses: 2, memoryBytes: 64 << 20)
    /// Passes of new credentials.
    public static let passes = floor.passes...16
    /// Bytes of new credentials: to what a kiosk can spare at most.
    public static let memory = floor.memoryBytes...1 << 30
    /// Passes that a stored credential may name.
    public static let storedPasses = 1...Int64(passes.upperBound)
    /// Bytes that a stored credential may name, from libsodium's least.
    public static let storedMemory = 8 << 10...Int64(memory.upperBound)

    /// Makes parameters for new credentials.
    ///
    /// - Parameters:
    ///   - passes: within ``passes``.
    ///   - memoryBytes: within ``memory``.
    /// - Returns: nil outside these ranges.
    public init?(passes: Int, memoryBytes: Int) {
        guard Self.passes.contains(passes), Self.memory.contains(memoryBytes) else { return nil }
        self.init(uncheckedPasses: passes, memoryBytes: memoryBytes)
    }

    /// Makes parameters that the caller has checked.
    package init(uncheckedPasses passes: Int, memoryBytes: Int) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }
}
