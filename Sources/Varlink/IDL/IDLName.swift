/// The rules for names of the interface language.
enum IDLName {
    /// Labels of letters, digits and inner dashes, at least two, joined by dots; the first begins with a letter.
    static func isInterface(_ name: String) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, name.utf8.first?.isLetter == true else { return false }
        return labels.allSatisfy { label in
            guard let first = label.first, let last = label.last else { return false }
            return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Letters and digits, beginning with a capital.
    static func isMember(_ name: String) -> Bool {
        name.utf8.first?.isCapital == true && name.utf8.allSatisfy(\.isLetterOrDigit)
    }

    /// Letters, digits and single underscores between them, beginning with a letter.
    static func isField(_ name: String) -> Bool {
        guard name.utf8.first?.isLetter == true else { return false }
        return name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy(\.isLetterOrDigit)
        }
    }
}
