/// 256 random bits that let in a user who has no guesses left, or no trusted record.
///
/// People see it once, as 64 letters in eight groups. The letters are those of modhex, which lie at the same place on
/// the keyboards of most languages.
package struct RecoveryKey: ~Copyable, Sendable {
    static let byteCount = 32

    private static let letters = Array("cbdefghijklnrtuv".utf8)
    private static let lettersPerGroup = 8

    let bytes: SecretBytes

    init() throws(VaultError) {
        var fresh = try Sodium.randomBytes(Self.byteCount)
        bytes = try SecretBytes(wiping: &fresh)
    }

    /// Reads a key as a person types it: 64 letters, upper or lower case, with dashes and spaces anywhere.
    package init?(_ text: some StringProtocol) throws(VaultError) {
        var nibbles: [UInt8] = []
        defer { Sodium.wipe(&nibbles) }
        nibbles.reserveCapacity(2 * Self.byteCount)
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard let place = Self.letters.firstIndex(of: byte | 0x20), nibbles.count < 2 * Self.byteCount else {
                return nil
            }
            nibbles.append(UInt8(place))
        }
        guard nibbles.count == 2 * Self.byteCount else { return nil }
        var bytes = (0..<Self.byteCount).map { nibbles[2 * $0] << 4 | nibbles[2 * $0 + 1] }
        self.bytes = try SecretBytes(wiping: &bytes)
    }

    /// The key for a person to write down: eight groups of eight letters with dashes between them.
    package var text: String {
        bytes.withBytes { bytes in
            var text: [UInt8] = []
            for index in bytes.indices {
                if index > 0, index.isMultiple(of: Self.lettersPerGroup / 2) { text.append(UInt8(ascii: "-")) }
                text.append(Self.letters[Int(bytes[index] >> 4)])
                text.append(Self.letters[Int(bytes[index] & 15)])
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Its stored form; not stretched, because trying 2²⁵⁶ keys is infeasible.
    func hash(of user: UserName, key: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
        try KeyedHash.secret(of: bytes, label: "touchd recovery of \(user)\0", key: key)
    }
}
