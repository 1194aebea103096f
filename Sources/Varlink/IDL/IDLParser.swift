extension InterfaceDescription {
    /// Reads an interface description.
    ///
    /// Accepts the whole language except `any`, which most clients cannot read. Undefined types and duplicates are errors.
    public init(parsing text: String) throws(IDLError) {
        var parser = try IDLParser(text)
        self = try parser.interface()
    }

    /// Reads only the name of the interface.
    static func name(in text: String) throws(IDLError) -> String {
        var parser = try IDLParser(text)
        return try parser.header().name
    }
}

/// Reads the interface language by recursive descent.
private struct IDLParser {
    /// The maximum nesting, which other readers limit too.
    private static let maximumDepth = 64

    private var scanner: IDLScanner
    private var token: IDLToken
    private var line: Int
    /// Uses of named types, checked when all definitions are known.
    private var uses: [(name: String, line: Int)] = []

    init(_ text: String) throws(IDLError) {
        scanner = IDLScanner(text)
        token = try scanner.next()
        line = scanner.line
    }

    mutating func header() throws(IDLError) -> InterfaceDescription {
        try expect(.word("interface"))
        let nameLine = line
        let name = try word("the interface's name")
        guard IDLName.isInterface(name) else { throw IDLError(line: nameLine, reason: "bad interface name '\(name)'") }
        return InterfaceDescription(name: name)
    }

    mutating func interface() throws(IDLError) -> InterfaceDescription {
        var description = try header()
        while token != .end { try member(of: &description) }
        for use in uses where description.types[use.name] == nil {
            throw IDLError(line: use.line, reason: "undefined type '\(use.name)'")
        }
        return description
    }

    private mutating func member(of description: inout InterfaceDescription) throws(IDLError) {
        let keyword = token
        guard [.word("type"), .word("method"), .word("error")].contains(keyword) else {
            throw IDLError(line: line, reason: "expected type, method or error, found \(token.spelling)")
        }
        try advance()
        let line = line
        let name = try word("a name")
        guard IDLName.isMember(name) else { throw IDLError(line: line, reason: "bad name '\(name)'") }
        if description.types[name] != nil || description.methods[name] != nil || description.errors[name] != nil {
            throw IDLError(line: line, reason: "'\(name)' is declared twice")
        }
        switch keyword {
        case .word("type"): description.types[name] = try structureOrEnumeration(depth: 0)
        case .word("error"): description.errors[name] = try structure()
        default:
            let input = try structure()
            try expect(.arrow)
            description.methods[name] = .init(name: name, input: input, output: try structure())
        }
    }

    private mutating func structure() throws(IDLError) -> [IDLField] {
        let line = line
        guard case .structure(let fields) = try structureOrEnumeration(depth: 0) else {
            throw IDLError(line: line, reason: "expected fields with types")
        }
        return fields
    }

    private mutating func structureOrEnumeration(depth: Int) throws(IDLError) -> IDLType {
        guard depth < Self.maximumDepth else { throw IDLError(line: line, reason: "nested too deep") }
        try expect(.mark("("))
        if token == .mark(")") {
            try advance()
            return .structure([])
        }
        var fields: [IDLField] = []
        var words: [String] = []
        var names: Set<String> = []
        while true {
            let line = line
            let name = try word("a field name")
            guard IDLName.isField(name) else { throw IDLError(line: line, reason: "bad field name '\(name)'") }
            guard names.insert(name).inserted else { throw IDLError(line: line, reason: "'\(name)' occurs twice") }
            if token == .mark(":") && words.isEmpty {
                try advance()
                fields.append(IDLField(name: name, type: try type(depth: depth)))
            } else if fields.isEmpty {
                words.append(name)
            } else {
                throw IDLError(line: line, reason: "expected ':' and a type after '\(name)'")
            }
            if token == .mark(")") { break }
            try expect(.mark(","))
        }
        try advance()
        return words.isEmpty ? .structure(fields) : .enumeration(words)
    }

    private mutating func type(depth: Int) throws(IDLError) -> IDLType {
        guard depth < Self.maximumDepth else { throw IDLError(line: line, reason: "nested too deep") }
        switch token {
        case .mark("?"):
            try advance()
            if token == .mark("?") { throw IDLError(line: line, reason: "'?' occurs twice") }
            return .optional(try type(depth: depth + 1))
        case .mark("["):
            try advance()
            let isMap = token == .word("string")
            if isMap { try advance() }
            try expect(.mark("]"))
            let element = try type(depth: depth + 1)
            return isMap ? .map(element) : .array(element)
        case .mark("("):
            return try structureOrEnumeration(depth: depth + 1)
        default:
            return try nameOfType()
        }
    }

    private mutating func nameOfType() throws(IDLError) -> IDLType {
        let line = line
        let name = try word("a type")
        switch name {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        default:
            guard IDLName.isMember(name) else { throw IDLError(line: line, reason: "'\(name)' is not a type") }
            uses.append((name, line))
            return .named(name)
        }
    }

    private mutating func advance() throws(IDLError) {
        token = try scanner.next()
        line = scanner.line
    }

    private mutating func expect(_ expected: IDLToken) throws(IDLError) {
        guard token == expected else {
            throw IDLError(line: line, reason: "expected \(expected.spelling), found \(token.spelling)")
        }
        try advance()
    }

    private mutating func word(_ what: String) throws(IDLError) -> String {
        guard case .word(let text) = token else {
            throw IDLError(line: line, reason: "expected \(what), found \(token.spelling)")
        }
        try advance()
        return text
    }
}
