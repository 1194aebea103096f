/// One problem of a configuration file.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let file: String
    /// The line, from 1; nil for the file as a whole.
    package let line: Int?
    /// What is wrong, and what is allowed.
    package let reason: Reason

    /// `FILE:LINE: what is wrong; what is allowed`, on one line.
    package var description: String { "\(place): \(reason.sentence)" }

    /// `FILE:LINE`, without what the file contains.
    package var place: String { line.map { "\(file):\($0)" } ?? file }

    /// What is wrong, and what some readers tolerate it for.
    package struct Reason: Hashable, Sendable {
        enum Kind {
            case wholeFile, anotherVersion, account, other
        }

        let sentence: String
        let kind: Kind
        let section: String?

        init(_ sentence: String, _ kind: Kind = .other, in section: String? = nil) {
            (self.sentence, self.kind, self.section) = (sentence, kind, section)
        }
    }
}

extension ConfigurationProblem.Reason {
    static func unknown(_ entry: ConfigurationText.Entry, allowed: [String]) -> Self {
        Self(
            "no key \(entry.key) in [\(entry.section)]; allowed: \(allowed.joined(separator: ", "))", .anotherVersion,
            in: entry.section)
    }

    static func repeated(_ entry: ConfigurationText.Entry, firstLine: Int) -> Self {
        Self("\(entry.key) of [\(entry.section)] already set in line \(firstLine)", in: entry.section)
    }

    static func invalid(_ entry: ConfigurationText.Entry, allowed: String) -> Self {
        Self(
            "[\(entry.section)] \(entry.key)=\(entry.value): invalid value; expected \(allowed)", in: entry.section)
    }

    /// Whether it may be valid in another version: an unknown section or key.
    package var isOfAnotherVersion: Bool { kind == .anotherVersion }

    /// Whether it is about a section, if its line says so.
    package func concerns(section name: String) -> Bool { section == name }

    /// Whether a whole file is missing because of it.
    package var isOfAWholeFile: Bool { kind == .wholeFile }

    /// Whether it names a user or group that does not exist on this machine.
    var isOfAnAccount: Bool { kind == .account }
}

/// All problems of a configuration, in the order of files and lines; at least one.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems.
    package let problems: [ConfigurationProblem]

    /// One problem per line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
