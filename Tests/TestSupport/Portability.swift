package import Varlink

extension InterfaceDescription {
    /// The parts of a description that some common client cannot read; empty if all can.
    ///
    /// Tested with the readers of systemd 257, libvarlink 24, Python's varlink 31 and Go's varlink 0.4.
    ///
    /// - Parameter text: the text this description was read from.
    package func portabilityProblems(of text: String) -> [String] {
        var problems: [String] = []
        for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where line.contains(0x0D) {
            problems.append("line \(index + 1): carriage return")
        }
        if name.utf8.contains(where: { isCapital($0) || $0 == UInt8(ascii: "-") }) {
            problems.append("capital letter or dash in the interface's name")
        }
        if methods.isEmpty { problems.append("no method") }
        for (name, type) in types {
            if type == .structure([]) { problems.append("\(name): type without fields") }
            check(type, of: name, inContainer: false, &problems)
        }
        for method in methods.values {
            check(.structure(method.input + method.output), of: method.name, inContainer: false, &problems)
        }
        for (name, fields) in errors { check(.structure(fields), of: name, inContainer: false, &problems) }
        return problems.sorted()
    }

    private func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private func check(_ type: IDLType, of member: String, inContainer: Bool, _ problems: inout [String]) {
        switch type {
        case .bool, .int, .float, .string, .object, .named: break
        case .enumeration(let words):
            if words.count < 2 { problems.append("\(member): enumeration of one value") }
        case .optional(let type):
            if inContainer { problems.append("\(member): '?' inside an array or map") }
            check(type, of: member, inContainer: inContainer, &problems)
        case .array(let type), .map(let type):
            if inContainer { problems.append("\(member): array or map inside an array or map") }
            if type == .structure([]) { problems.append("\(member): set of strings") }
            check(type, of: member, inContainer: true, &problems)
        case .structure(let fields):
            for field in fields {
                if let first = field.name.utf8.first, isCapital(first) {
                    problems.append("\(member): field name with a capital first letter")
                }
                check(field.type, of: member, inContainer: false, &problems)
            }
        }
    }
}
