import TouchCore

/// The words of a line, read from left to right.
struct CommandWords {
    /// A word and its place, counted in characters from 1.
    struct Word: Equatable {
        let text: Substring
        let column: Int

        func fault(_ message: String) -> CommandFault {
            CommandFault(column: column, message: "\(message), not \"\(text)\"")
        }
    }

    private var rest: ArraySlice<Word>
    /// The column after the end of the line, where missing words are reported.
    private let end: Int

    init(_ line: String) {
        var words: [Word] = []
        var column = 1
        for part in line.split(omittingEmptySubsequences: false, whereSeparator: { $0 == " " || $0 == "\t" }) {
            if !part.isEmpty { words.append(Word(text: part, column: column)) }
            column += part.count + 1
        }
        rest = words[...]
        end = line.count + 1
    }

    private init(_ rest: ArraySlice<Word>, end: Int) {
        self.rest = rest
        self.end = end
    }

    /// The column of the next word, or the one after the line.
    var column: Int { rest.first?.column ?? end }
    var next: Substring? { rest.first?.text }

    /// The words between the separators, which must stand alone.
    func split(by separator: Substring) -> [CommandWords] {
        let parts = rest.split(omittingEmptySubsequences: false) { $0.text == separator }
        return parts.map { part in
            let end = part.endIndex < rest.endIndex ? rest[part.endIndex].column : self.end
            return CommandWords(part, end: end)
        }
    }

    func error(_ message: String) -> CommandFault { CommandFault(column: column, message: message) }

    /// Reads the next word; `what` says what was expected.
    mutating func word(_ what: String) throws(CommandFault) -> Word {
        guard let word = rest.popFirst() else { throw error("\(what) is missing") }
        return word
    }

    mutating func skip(_ text: Substring) -> Bool {
        guard next == text else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ what: String, in range: ClosedRange<Double>) throws(CommandFault) -> Double {
        let word = try word(what)
        guard let number = Self.number(word.text), range.contains(number) else {
            throw word.fault("\(what) must be a number \(Self.said(range))")
        }
        return number
    }

    mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(CommandFault) -> Int {
        let word = try word(what)
        guard let number = Int(word.text), range.contains(number) else {
            throw word.fault("\(what) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Reads a place "X,Y" in view pixels.
    mutating func point() throws(CommandFault) -> Point {
        let word = try word("a place X,Y")
        guard let numbers = Self.numbers(word.text, count: 2) else {
            throw word.fault("a place is X,Y in view pixels")
        }
        return Point(x: numbers[0], y: numbers[1])
    }

    /// Reads an area "X,Y,W,H" in view pixels.
    mutating func area() throws(CommandFault) -> Rect {
        let word = try word("an area X,Y,W,H")
        guard let numbers = Self.numbers(word.text, count: 4), numbers[2] > 0, numbers[3] > 0 else {
            throw word.fault("an area is X,Y,W,H in view pixels with W and H above 0")
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func finish() throws(CommandFault) {
        if let next { throw error("unexpected \"\(next)\"") }
    }

    /// A decimal number; hexadecimal, infinite and NaN, which `Double.init` accepts, are rejected.
    static func number(_ text: Substring) -> Double? {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.e".contains($0)) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func numbers(_ text: Substring, count: Int) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { number($0) ?? .infinity }
        // Far beyond any screen, and small enough for exact arithmetic.
        return numbers.count == count && numbers.allSatisfy { abs($0) <= 1_000_000 } ? numbers : nil
    }

    private static func said(_ range: ClosedRange<Double>) -> String {
        func short(_ number: Double) -> String { number == number.rounded() ? String(Int(number)) : String(number) }
        return "from \(short(range.lowerBound)) to \(short(range.upperBound))"
    }
}
