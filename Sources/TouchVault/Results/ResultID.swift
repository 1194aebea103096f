package import TouchCore
internal import System

/// The id of a result: the milliseconds since 1970 in 6 bytes, then 80 random bits, so that knowing it proves that it was
/// disclosed.
///
/// The time keeps new ids at the end of the index of all: somewhere in its middle, each would change pages that nothing
/// else changes.
package struct ResultID: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    static let byteCount = 16

    private static let timeByteCount = 6

    /// Draws a new id.
    package init(at wall: WallTime) throws(VaultError) {
        let milliseconds = UInt64(clamping: wall.microseconds / 1_000)
        let time = (0..<Self.timeByteCount).reversed().map { UInt8(truncatingIfNeeded: milliseconds >> ($0 * 8)) }
        bytes = time + (try Sodium.randomBytes(Self.byteCount - Self.timeByteCount))
    }

    /// Reads an id as ``description`` writes it: exactly 32 lower-case hexadecimal digits.
    package init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard let bytes = Hexadecimal.bytes(of: digits), bytes.count == Self.byteCount else { return nil }
        guard Hexadecimal.text(of: bytes).utf8.elementsEqual(digits) else { return nil }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The id as 32 lower-case hexadecimal digits.
    package var description: String { Hexadecimal.text(of: bytes) }
}
