import TestSupport
import Testing

/// One case of a wire transcript; the format is in Tests/Fixtures/wire/README.md.
struct Transcript: Sendable, CustomTestStringConvertible {
    var name = ""
    var sent: [[UInt8]] = []
    var received: [String] = []
    var isClosed: Bool?

    var testDescription: String { name }

    /// The bytes of all messages sent.
    var bytes: [UInt8] { Array(sent.map { $0 + [0] }.joined()) }

    /// All cases of all files.
    static func all() -> [Transcript] {
        let names = Fixtures.names(in: "wire").filter { $0.hasSuffix(".txt") }
        precondition(!names.isEmpty, "no transcripts")
        return names.map { "wire/\($0)" }.flatMap(cases(of:))
    }

    private static func cases(of path: String) -> [Transcript] {
        var cases: [Transcript] = []
        var current = Transcript()
        let lines: [Substring] = Fixtures.text(of: path).split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for line in lines {
            let rest = String(line.dropFirst(2))
            switch line.first {
            case "#": current.name = rest
            case ">": current.sent.append(unescaped(rest))
            case "<": current.received.append(rest)
            case "=": current.isClosed = rest == "closed"
            case nil where !current.name.isEmpty:
                precondition(current.isClosed != nil, "\(path): '\(current.name)' does not say how it ends")
                cases.append(current)
                current = Transcript()
            case nil: break
            default: preconditionFailure("\(path): cannot read '\(line)'")
            }
        }
        return cases
    }

    private static func unescaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let isEscape = byte == UInt8(ascii: "\\") && rest.first == UInt8(ascii: "x")
            if isEscape, let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
