internal import Arguments
internal import TouchCore
internal import TouchOperator

/// The kiosks that should exist, as an operator lists them.
struct Roster: Equatable {
    let names: Set<String>

    /// Reads a name a line, or the permissions of nats-server: each kiosk for whose subjects there is one.
    ///
    /// What follows `#`, in permissions also `//`, is a comment.
    init(parsing text: String) throws(CommandError) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let isOfServer = lines.contains { $0.mentions("touchd.v1.") || $0.mentions("{") }
        var found: Set<String> = []
        for (index, line) in lines.enumerated() {
            if isOfServer {
                found.formUnion(Self.permitted(in: Self.withoutComment(line)))
                continue
            }
            let word = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !word.isEmpty else { continue }
            guard let name = KioskName.of(named: word) else {
                throw .usage("line \(index + 1): not the name of a kiosk: \(word.onOneLine)")
            }
            found.insert(name)
        }
        guard !found.isEmpty else {
            throw .usage("names no kiosk (expected a name on each line, or permissions such as touchd.v1.lobby.*)")
        }
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
