/// The name of a user: 1 to 64 of the letters a–z and A–Z, digits and `. _ - @`.
///
/// It does not begin with `-`, so that no command line takes it for an option.
package struct UserName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest name, in bytes.
    package static let maxLength = 64

    /// The name as text.
    package let description: String

    /// Checks a name.
    package init(_ text: some StringProtocol) throws(UserNameError) {
        let bytes = text.utf8
        guard let first = bytes.first else { throw UserNameError("empty user name") }
        guard bytes.count <= Self.maxLength else {
            throw UserNameError("user name too long: \(bytes.count) bytes, maximum \(Self.maxLength)")
        }
        guard bytes.allSatisfy(Self.allowed.contains) else {
            throw UserNameError("user names may contain letters a-z and A-Z, digits and . _ - @ only")
        }
        guard first != UInt8(ascii: "-") else { throw UserNameError("user names may not start with -") }
        description = String(text)
    }

    /// Orders names by their bytes.
    package static func < (left: UserName, right: UserName) -> Bool { left.description < right.description }

    private static let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-@".utf8)
}

/// Why a text is not a user name.
package struct UserNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence for the caller.
    package let description: String

    init(_ description: String) { self.description = description }
}
