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
    /// Almost no work, for tests that are not about it.
    ///
    /// Never for the pattern of a person.
    public static let forTests = StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10)

    /// Passes that a stored credential may name.
    static let passesRange: ClosedRange<Int64> = 1...16
    /// Bytes that a stored credential may name: libsodium's least, and what a kiosk can spare at most.
    static let memoryRange: ClosedRange<Int64> = 8 << 10...1 << 30

    /// Makes parameters for new credentials.
    ///
    /// - Parameters:
    ///   - passes: ``floor``'s passes to 16.
    ///   - memoryBytes: ``floor``'s memory to 1 GiB.
    /// - Returns: nil outside these ranges.
    public init?(passes: Int, memoryBytes: Int) {
        guard passes >= Self.floor.passes, Int64(passes) <= Self.passesRange.upperBound,
            memoryBytes >= Self.floor.memoryBytes, Int64(memoryBytes) <= Self.memoryRange.upperBound
        else { return nil }
        self.init(uncheckedPasses: passes, memoryBytes: memoryBytes)
    }

    /// Makes parameters that the caller has checked.
    init(uncheckedPasses passes: Int, memoryBytes: Int) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }
}
