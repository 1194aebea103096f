internal import CInih

/// The text of one configuration file, split into entries with line numbers.
///
/// inih splits keys from values, strips white space and drops comments. It does not report line numbers to a handler,
/// splits long lines, reports only the first error and accepts forms that a systemd file does not have (`key: value`,
/// continuation lines), so each line is checked here before inih sees it.
struct ConfigurationText {
    /// `KEY=VALUE` in a section.
    struct Entry: Hashable {
        let line: Int
        let section: String
        let key: String
        let value: String
    }

    /// The largest file that is read, in bytes: a thousand times the documented one.
    static let maxFile = 1 << 20

    struct Title: Hashable {
        let line: Int
        let section: String
    }

    private(set) var titles: [Title] = []
    private(set) var entries: [Entry] = []
    private(set) var problems: [ConfigurationProblem] = []

    /// Parses a file; keys of unknown sections are ignored.
    init(_ bytes: [UInt8], file: String, sections: [String]) {
        let feeder = Feeder(bytes, file: file, sections: sections)
        // The callbacks run only within ini_parse_stream, while the feeder is alive.
        let user = unsafe Unmanaged.passUnretained(feeder).toOpaque()
        let firstFault = unsafe ini_parse_stream(
            { buffer, size, user in
                guard let buffer = unsafe buffer, let user = unsafe user, size > 2 else { return nil }
                let feeder = unsafe Unmanaged<Feeder>.fromOpaque(user).takeUnretainedValue()
                guard let line = feeder.next(longest: Int(size) - 2) else { return nil }
                for (offset, byte) in line.enumerated() { unsafe buffer[offset] = CChar(bitPattern: byte) }
                unsafe buffer[line.count] = 0x0a
                unsafe buffer[line.count + 1] = 0
                return unsafe buffer
            }, user,
            { user, section, key, value in
                guard let user = unsafe user, let section = unsafe section, let key = unsafe key,
                    let value = unsafe value
                else { return 0 }
                unsafe Unmanaged<Feeder>.fromOpaque(user).takeUnretainedValue().append(
                    section: String(cString: section), key: String(cString: key), value: String(cString: value))
                return 1
            }, user)
        (titles, entries, problems) = (feeder.titles, feeder.entries, feeder.problems)
        if firstFault != 0, problems.isEmpty {
            problems.append(
                ConfigurationProblem(
                    file: file, line: firstFault > 0 ? Int(firstFault) : nil, reason: .init(Feeder.syntax)))
        }
    }
}

/// Passes checked lines to inih one by one and collects its results.
private final class Feeder {
    private(set) var titles: [ConfigurationText.Title] = []
    private(set) var entries: [ConfigurationText.Entry] = []
    private(set) var problems: [ConfigurationProblem] = []

    private let lines: [ArraySlice<UInt8>]
    private let file: String
    private let sections: [String]
    /// Number of lines passed, which is the number of the present one.
    private var line = 0
    private var place = Place.beforeSections

    private enum Place {
        case beforeSections
        case inside
        /// In an unknown or misspelled section: reported once, not again for each of its keys.
        case skipping
    }

    init(_ bytes: [UInt8], file: String, sections: [String]) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        var lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
        self.file = file
        self.sections = sections
    }

    /// The next line without its end; empty if inih must not see it; nil after the last one.
    func next(longest: Int) -> [UInt8]? {
        guard line < lines.count else { return nil }
        var bytes = Array(lines[line])
        line += 1
        if bytes.last == 0x0d { bytes.removeLast() }
        guard String(validating: bytes, as: UTF8.self) != nil, bytes.allSatisfy(Self.isPrintable) else {
            return fault("not UTF-8 text without control characters")
        }
        guard let start = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return [] }
        if bytes[start] == UInt8(ascii: "#") || bytes[start] == UInt8(ascii: ";") { return [] }
        // Other programs take it for a continuation.
        guard start == 0 else { return fault("leading white space is not allowed") }
        guard bytes.count <= longest else {
            return fault("line too long: \(bytes.count) bytes, maximum \(longest)")
        }
        return bytes[0] == UInt8(ascii: "[") ? sectionLine(bytes) : keyLine(bytes)
    }

    /// Appends inih's result for the present line.
    func append(section: String, key: String, value: String) {
        entries.append(.init(line: line, section: section, key: key, value: value))
    }

    private func sectionLine(_ bytes: [UInt8]) -> [UInt8] {
        place = .skipping
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return fault(Self.syntax) }
        let rest = bytes[(end + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.isEmpty || rest.first == UInt8(ascii: "#") || rest.first == UInt8(ascii: ";") else {
            return fault(Self.syntax)
        }
        let written = String(decoding: bytes[1..<end], as: UTF8.self)
        let name = Self.renamed[written] ?? written
        guard sections.contains(name) || PanelKey.panel(of: name) != nil else {
            let allowed = (sections + [PanelKey.title + "NAME"]).map { "[\($0)]" }.joined(separator: " ")
            return fault("no section [\(name)]; allowed: \(allowed)", .anotherVersion)
        }
        place = .inside
        titles.append(.init(line: line, section: name))
        return written == name ? bytes : Array("[\(name)]".utf8)
    }

    private func keyLine(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }),
            end > 0, bytes[end] == UInt8(ascii: "=")
        else { return place == .skipping ? [] : fault(Self.syntax) }
        switch place {
        case .inside: return bytes
        case .skipping: return []
        case .beforeSections:
            return fault("\(String(decoding: bytes[..<end], as: UTF8.self)) before the first [SECTION]")
        }
    }

    static let syntax = "neither [SECTION] nor KEY=VALUE; comments begin with # or ;"

    private func fault(_ sentence: String, _ kind: ConfigurationProblem.Reason.Kind = .other) -> [UInt8] {
        problems.append(ConfigurationProblem(file: file, line: line, reason: .init(sentence, kind)))
        return []
    }

    /// Names of an earlier release, accepted so that an upgrade does not stop a kiosk.
    private static let renamed = ["verdict": "token"]

    private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == 0x09 }
}
