package import Varlink

extension InterfaceDescription {
    /// The parts of a description that some common client cannot read; empty if all can.
    ///
    /// Tested with the readers of systemd 257, libvarlink 24, Python's varlink 31 and Go's varlink 0.4.
    ///
    /// - Parameter text: the text this description was read from.
    package func portabilityProblems(of text: String) -> [String] {
        var problems: [Problem] = []
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where line.contains(0x0D) {
            problems.append((line: index + 1, reason: "carriage return"))
        }
        if name.utf8.contains(where: { isCapital($0) || $0 == UInt8(ascii: "-") }) {
            problems.append((line: 1, reason: "capital letter or dash in the interface's name"))
        }
        if methods.isEmpty { problems.append((line: 1, reason: "no method")) }
        for definition in types.values {
            if definition.type == .structure([]) {
                problems.append((line: definition.line, reason: "type without fields"))
            }
            check(definition.type, line: definition.line, inContainer: false, &problems)
        }
        for method in methods.values {
            check(.structure(method.input), line: method.line, inContainer: false, &problems)
            check(.structure(method.output), line: method.line, inContainer: false, &problems)
        }
        for error in errors.values {
            check(.structure(error.parameters), line: error.line, inContainer: false, &problems)
        }
        return problems.sorted { $0 < $1 }.map { "line \($0.line): \($0.reason)" }
    }

    private typealias Problem = (line: Int, reason: String)

    private func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private func check(_ type: IDLType, line: Int, inContainer: Bool, _ problems: inout [Problem]) {
        switch type {
        case .bool, .int, .float, .string, .object, .named: break
        case .enumeration(let words):
            if words.count < 2 { problems.append((line: line, reason: "enumeration of one value")) }
        case .optional(let type):
            if inContainer { problems.append((line: line, reason: "'?' inside an array or map")) }
            check(type, line: line, inContainer: inContainer, &problems)
        case .array(let type), .map(let type):
            if inContainer { problems.append((line: line, reason: "array or map inside an array or map")) }
            if type == .structure([]) { problems.append((line: line, reason: "set of strings")) }
            check(type, line: line, inContainer: true, &problems)
        case .structure(let fields):
            for field in fields {
                if let first = field.name.utf8.first, isCapital(first) {
                    problems.append((line: field.line, reason: "field name with a capital first letter"))
                }
                check(field.type, line: field.line, inContainer: false, &problems)
            }
        }
    }
}
