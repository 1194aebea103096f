extension InterfaceDescription {
    /// Reads an interface description, of which `scripts/interfaces` has checked the names.
    ///
    /// Accepts the whole language except `any`, which most clients cannot read.
    public init(parsing text: String) throws(IDLError) {
        var parser = IDLParser(text)
        try parser.expect("interface")
        self.init(name: try parser.next())
        while !parser.isAtEnd {
            let (keyword, name) = (try parser.next(), try parser.next())
            switch keyword {
            case "type": types[name] = try parser.body()
            case "error": errors[name] = try parser.fields()
            case "method":
                let input = try parser.fields()
                try parser.expect("->")
                methods[name] = .init(name: name, input: input, output: try parser.fields())
            default: throw parser.error("expected type, method or error, found '\(keyword)'")
            }
        }
    }
}

/// Reads the interface language by recursive descent.
private struct IDLParser {
    /// Words, marks and arrows, each with its line, without comments.
    private var rest: ArraySlice<(text: String, line: Int)> = []
    private var line = 1

    private static let simple: [String: IDLType] = [
        "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
    ]

    init(_ text: String) {
        for (index, line) in Array(text.utf8).split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            var line = line.prefix { $0 != UInt8(ascii: "#") }
            while let byte = line.first {
                let token = line.prefix(max(1, line.prefix(while: Self.isWordPart).count))
                line = line.dropFirst(token.count)
                if byte > 0x20 { rest.append((String(decoding: token, as: UTF8.self), index + 1)) }
            }
        }
    }

    /// Letters, digits and what may join them, which an arrow is made of, too: no word stands before one.
    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "0123456789_.->".utf8.contains(byte)
        }
    }

    var isAtEnd: Bool { rest.isEmpty }

    func error(_ reason: String) -> IDLError { IDLError(line: line, reason: reason) }

    mutating func next() throws(IDLError) -> String {
        guard let token = rest.popFirst() else { throw error("the file ends too early") }
        line = token.line
        return token.text
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.first?.text == text else { return false }
        rest.removeFirst()
        return true
    }

    mutating func expect(_ wanted: String) throws(IDLError) {
        let found = try next()
        guard found == wanted else { throw error("expected '\(wanted)', found '\(found)'") }
    }

    mutating func fields() throws(IDLError) -> [IDLField] {
        guard case .structure(let fields) = try body() else { throw error("expected fields with types") }
        return fields
    }

    /// A structure or an enumeration.
    mutating func body() throws(IDLError) -> IDLType {
        try expect("(")
        var fields: [IDLField] = []
        var words: [String] = []
        while !skip(")") {
            if !fields.isEmpty || !words.isEmpty { try expect(",") }
            let name = try next()
            if skip(":") { fields.append(IDLField(name: name, type: try type())) } else { words.append(name) }
        }
        guard fields.isEmpty || words.isEmpty else { throw error("expected ':' and a type after '\(words[0])'") }
        return words.isEmpty ? .structure(fields) : .enumeration(words)
    }

    private mutating func type() throws(IDLError) -> IDLType {
        if skip("?") { return .optional(try type()) }
        if skip("[") {
            let isMap = skip("string")
            try expect("]")
            let element = try type()
            return isMap ? .map(element) : .array(element)
        }
        if rest.first?.text == "(" { return try body() }
        let name = try next()
        return Self.simple[name] ?? .named(name)
    }
}
