/// The id of a result: 128 random bits, so that knowing it proves that it was disclosed.
package struct ResultID: Hashable, Sendable, CustomStringConvertible {
    /// The 16 bytes.
    let bytes: [UInt8]

    /// How many bytes an id has.
    static let byteCount = 16

    /// Draws a new id.
    package init() throws(VaultError) {
        bytes = try Sodium.randomBytes(Self.byteCount)
    }

    /// Reads an id as ``description`` writes it: exactly 32 lower-case hexadecimal digits.
    ///
    /// - Returns: nil if the text is anything else.
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
