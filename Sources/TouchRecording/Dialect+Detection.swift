package import RecordingWriters

extension Dialect {
    private static let maxLines = 200

    /// Detects the dialect from the first lines; nil if none matches.
    package init?(of bytes: [UInt8]) {
        var count = 0
        for line in Lines(bytes.withoutByteOrderMark) {
            count += 1
            guard count <= Self.maxLines else { return nil }
            guard let dialect = Self.dialect(of: line) else { continue }
            self = dialect
            return
        }
        return nil
    }

    private static func dialect(of line: Line) -> Dialect? {
        let trimmed = line.trimmed
        func begins(_ text: String) -> Bool { trimmed.starts(with: text.utf8) }
        if begins("{") { return .json }
        if begins("# libinput record") || begins("version: ") { return .record }
        if begins("# EVEMU") { return .evemu }
        if begins("Input driver version") || begins("Event: time") { return .evtest }
        if trimmed.dropFirst().first == UInt8(ascii: ":"), let first = trimmed.first,
            "NIPBALSE".utf8.contains(first)
        {
            return .evemu
        }
        return nil
    }
}
