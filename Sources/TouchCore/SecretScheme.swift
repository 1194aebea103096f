/// A kind of secret, by the word for it everywhere: 1 to 20 lower-case letters.
public struct SecretKind: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The word.
    public let description: String

    /// Checks a word; nil if it is invalid.
    public init?(_ word: some StringProtocol) {
        let isWord = (1...20).contains(word.utf8.count) && word.utf8.allSatisfy { (0x61...0x7a).contains($0) }
        guard isWord else { return nil }
        description = String(word)
    }

    /// Makes a kind from a literal; an invalid one stops the program.
    public init(stringLiteral word: StaticString) {
        guard let kind = SecretKind("\(word)") else { preconditionFailure("a kind of secret has only letters a-z") }
        self = kind
    }

    /// In the order of the words.
    public static func < (left: SecretKind, right: SecretKind) -> Bool { left.description < right.description }
}

/// The form in which a secret is entered; secrets of two forms are never equal.
public struct SecretForm: Hashable, Sendable {
    /// The kind.
    public let kind: SecretKind
    /// How touches became parts; 0 where there is only one way.
    public let rule: UInt8
    /// Rows of its grid; 0 without a grid.
    public let rows: Int
    /// Columns of its grid; 0 without a grid.
    public let columns: Int
}

/// All that the rest of the program knows about a kind of secret; stated in the file of its model.
public struct SecretScheme: Sendable {
    /// What touchctl says.
    public struct Words: Sendable {
        /// What it is called.
        public let name: String
        /// What is done with it, to be followed by whose it is.
        public let entering: String
        /// How it is given once more.
        public let again: String
        /// What to do if it is too short.
        public let more: String

        /// Makes the words.
        public init(name: String, entering: String, again: String, more: String) {
            (self.name, self.entering, self.again, self.more) = (name, entering, again, more)
        }
    }

    /// The kind.
    public let kind: SecretKind
    /// The rows and columns of its grid unless a front end says otherwise; nil: it has none.
    public let grid: (rows: Int, columns: Int)?
    /// How touches become parts; 0 where there is only one way.
    let rule: UInt8
    /// What a minimum number of parts may be; the lowest is the default.
    public let minimums: ClosedRange<Int>
    /// How many secrets there are with that many parts, which tells which of two kinds is the stronger.
    public let choices: @Sendable (_ parts: Int) -> Double
    /// The key in `[unlock]` that set the minimum before `min-parts=`, if there was one.
    public let oldKey: String?
    /// What touchctl says.
    public let words: Words
    /// Whether a secret may have these parts, in the order entered; each is from 0 to 254, and there are at most 64.
    public let isValid: @Sendable (_ parts: [Int], SecretForm) -> Bool
    /// Whether they are among those that people choose so often that a thief tries them first.
    ///
    /// Takes the same time whichever it is.
    public let isCommon: @Sendable (_ parts: [Int], SecretForm) -> Bool

    /// Makes a scheme.
    public init(
        _ kind: SecretKind, grid: (rows: Int, columns: Int)? = nil, rule: UInt8 = 0, minimums: ClosedRange<Int>,
        choices: @escaping @Sendable (_ parts: Int) -> Double, oldKey: String? = nil, words: Words,
        isValid: @escaping @Sendable ([Int], SecretForm) -> Bool,
        isCommon: @escaping @Sendable ([Int], SecretForm) -> Bool
    ) {
        (self.kind, self.grid, self.rule, self.minimums, self.choices) = (kind, grid, rule, minimums, choices)
        (self.oldKey, self.words, self.isValid, self.isCommon) = (oldKey, words, isValid, isCommon)
    }

    /// Its form; the grid, where it has one, is the usual one unless another is given.
    public func form(_ grid: (rows: Int, columns: Int)? = nil) -> SecretForm {
        let (rows, columns) = self.grid.map { grid ?? $0 } ?? (0, 0)
        return SecretForm(kind: kind, rule: rule, rows: rows, columns: columns)
    }
}
