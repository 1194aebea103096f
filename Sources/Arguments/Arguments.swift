internal import CShims
internal import Glibc
internal import Synchronization

/// A command line parsed by getopt_long of the C library: `--name=value`, `--name value`, clusters of letters,
/// unambiguous abbreviations, `--` as the end of options.
package struct Arguments: Sendable {
    /// The name of the program.
    package let program: String
    /// The options in order, by their long names.
    package private(set) var options: [(name: String, value: String?)] = []
    /// The operands.
    package private(set) var operands: [String] = []

    /// Held during getopt_long, which keeps its position in global variables.
    private static let turn = Mutex(())

    /// Parses the words, program first, from any thread, to the first operand if another command follows.
    package init(_ words: [String], known: [Option], stopsAtOperand: Bool = false) throws(CommandError) {
        program = words.first ?? ""
        try Self.turn.withLock { _ throws(CommandError) in try parse(words, known, stopsAtOperand) }
    }

    private mutating func parse(
        _ words: [String], _ known: [Option], _ stopsAtOperand: Bool
    ) throws(CommandError) {
        var copies = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        let names = unsafe known.map { unsafe strdup($0.name) }
        defer { unsafe names.forEach { unsafe free($0) } }
        var longs: [option] = unsafe []
        for (index, one) in known.enumerated() {
            unsafe longs.append(
                option(name: names[index], has_arg: one.value.rawValue, flag: nil, val: Int32(index + 1_000)))
        }
        unsafe longs.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        // A leading colon distinguishes a missing value from an unknown option; a plus stops at the first operand.
        let letters = (stopsAtOperand ? "+:" : ":") + known.compactMap(\.letterForm).joined()

        cshims_getopt_reset()
        var place: Int32 = 1
        while true {
            var (which, wrong): (Int32, Int32) = (-1, 0)
            var value: UnsafeMutablePointer<CChar>?
            let result = unsafe cshims_getopt_long(
                Int32(words.count), &copies, letters, longs, &which, &place, &value, &wrong)
            if result == -1 { break }
            let word = unsafe Self.word(copies, place, wrong)
            switch result {
            case Int32(UInt8(ascii: ":")): throw .usage("option \(word) needs a value")
            case Int32(UInt8(ascii: "?")): throw .usage("unknown option \(word)")
            case 1_000...:
                unsafe options.append((known[Int(result) - 1_000].name, value.map { unsafe String(cString: $0) }))
            default:
                guard let found = known.first(where: { $0.letterCode == result }) else {
                    throw .usage("unknown option \(word)")
                }
                unsafe options.append((found.name, value.map { unsafe String(cString: $0) }))
            }
        }
        // getopt_long has moved the operands of its copy to the end.
        for index in Int(place)..<words.count {
            if let copy = unsafe copies[index] { operands.append(unsafe String(cString: copy)) }
        }
    }

    /// Whether an option was given.
    package func has(_ name: String) -> Bool {
        options.contains { $0.name == name }
    }

    /// The value of an option, the last one if it was given more than once.
    package subscript(name: String) -> String? {
        options.last { $0.name == name }?.value
    }

    /// The word that contains an option; getopt_long has already moved the operands of its copies behind the options.
    private static func word(
        _ copies: [UnsafeMutablePointer<CChar>?], _ place: Int32, _ letter: Int32
    ) -> String {
        if let letter = UInt8(exactly: letter), letter > 0 { return "-\(Character(UnicodeScalar(letter)))" }
        guard unsafe copies.indices.contains(Int(place) - 1), let copy = unsafe copies[Int(place) - 1] else {
            return ""
        }
        return unsafe String(cString: copy)
    }
}

/// One option of a program.
package struct Option: Sendable {
    /// Whether an option takes a value.
    ///
    /// The numbers are getopt's: how many colons follow the letter.
    package enum Value: Int32, Sendable {
        case none
        case required
        /// An optional value, after an equals sign.
        case optional
    }

    /// The long name, without dashes.
    package let name: String
    /// The letter, if it has one.
    package let letter: Character?
    /// Whether it takes a value.
    package let value: Value

    /// Describes an option.
    package init(_ name: String, _ letter: Character? = nil, value: Value = .none) {
        (self.name, self.letter, self.value) = (name, letter, value)
    }

    fileprivate var letterCode: Int32? { letter?.asciiValue.map { Int32($0) } }

    fileprivate var letterForm: String? {
        letter.map { "\($0)" + String(repeating: ":", count: Int(value.rawValue)) }
    }
}
