/// A lower-case word such as `wrong-pattern`: 1 to 40 letters a–z, and single dashes or underscores between them.
///
/// Results give reasons only in such words. A word has no digit, so no pattern, target or position fits into one.
package struct Word: Hashable, Sendable, CustomStringConvertible {
    /// The longest word, in bytes.
    package static let maxLength = 40

    /// The word as text.
    package let description: String

    /// Checks a word; nil if the text is invalid.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (1...Self.maxLength).contains(bytes.count) else { return nil }
        var isAfterLetter = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): isAfterLetter = true
            case UInt8(ascii: "-") where isAfterLetter, UInt8(ascii: "_") where isAfterLetter: isAfterLetter = false
            default: return nil
            }
        }
        guard isAfterLetter else { return nil }
        description = String(text)
    }
}

extension Word: ExpressibleByStringLiteral {
    /// Makes a word from a literal; an invalid one stops the program.
    package init(stringLiteral text: StaticString) {
        guard let word = Word("\(text)") else { preconditionFailure("a word has only letters a-z and single dashes") }
        self = word
    }
}
