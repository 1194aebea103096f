internal import TouchCore
internal import Journal
internal import TouchOperator

/// The kiosks that should exist, as an operator lists them.
struct Roster: Equatable {
    /// Their names.
    let names: Set<String>

    /// Why a file is no list.
    enum Fault: Error, Equatable, CustomStringConvertible {
        /// A line that is not a name.
        case line(Int, String)
        /// No name at all.
        case empty

        var description: String {
            switch self {
            case .line(let number, let text): "line \(number): not the name of a kiosk: \(text)"
            case .empty: "names no kiosk (expected a name on each line, or permissions such as touchd.v1.lobby.*)"
            }
        }
    }

    /// Reads a name a line, or the permissions of nats-server: each kiosk for whose subjects there is one.
    ///
    /// What follows `#`, in permissions also `//`, is a comment.
    init(parsing text: String) throws(Fault) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let isOfServer = lines.contains { $0.mentions("touchd.v1.") || $0.mentions("{") }
        var found: Set<String> = []
        for (index, line) in lines.enumerated() {
            if isOfServer {
                found.formUnion(Self.permitted(in: Self.withoutComment(line)))
                continue
            }
            let word = line.prefix { $0 != "#" }.trimmed
            guard !word.isEmpty else { continue }
            guard let name = KioskName.of(named: word) else { throw .line(index + 1, word.onOneLine) }
            found.insert(name)
        }
        guard !found.isEmpty else { throw .empty }
        names = found
    }

    /// The kiosks whose subjects a line of permissions names.
    private static func permitted(in line: Substring) -> [String] {
        line.split(separator: "\"").compactMap { subject in
            let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "touchd", parts[1] == "v1" else { return nil }
            return KioskName.of(named: String(parts[2]))
        }
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        var (isQuoted, last): (Bool, UInt8) = (false, 0)
        for index in line.utf8.indices {
            let byte = line.utf8[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            let begins = byte == UInt8(ascii: "#") || byte == UInt8(ascii: "/") && last == byte
            if !isQuoted, begins { return line[..<index] }
            last = byte
        }
        return line
    }
}

extension Substring {
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
