/// One problem of a configuration file.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let file: String
    /// The line, from 1; nil for the file as a whole.
    package let line: Int?
    /// What is wrong, and what is allowed.
    package let reason: Reason

    /// The kinds of problems.
    package enum Reason: Hashable, Sendable {
        /// The file could not be read; the text is the system's.
        case unreadable(String)
        /// The file is larger than ``ConfigurationText/maxFile`` bytes.
        case tooLarge
        /// The line is not UTF-8, or has control characters.
        case notText
        /// The line is longer than the parser accepts.
        case tooLong(bytes: Int, allowed: Int)
        /// The line begins with white space, which other programs take for a continuation.
        case indented
        /// The line is neither a section, nor `KEY=VALUE`, nor a comment.
        case syntax
        /// Unknown section.
        case unknownSection(String, allowed: [String])
        /// A key precedes the first section.
        case keyWithoutSection(String)
        /// Unknown key in its section.
        case unknownKey(section: String, key: String, allowed: [String])
        /// The key is already set in the same file.
        case repeated(section: String, key: String, firstLine: Int)
        /// The value is not allowed.
        case value(section: String, key: String, value: String, allowed: String)
        /// A section `[panel NAME]` is empty: it would match every panel and change nothing.
        case emptySection(String)
        /// A key requires another one of its section.
        case missingKey(section: String, key: String, needs: String)
        /// A group that the file names does not exist on this machine.
        case unknownGroup(key: String, group: String)
        /// A user that the file names does not exist on this machine.
        case unknownUser(section: String, key: String, user: String)
        /// A required folder does not exist.
        case noFolder(section: String, key: String, value: String, folder: String)
        /// Something other than a folder is in its place.
        case notAFolder(section: String, key: String, value: String, path: String)
        /// A folder is in the place of a file.
        case isFolder(section: String, key: String, value: String)
        /// Users other than root may write the file, or its folder.
        case exposed(path: String, whom: String)
        /// The key counts only if root alone may write the file, but others may.
        case untrusted(section: String, key: String)
        /// The key may only be set at the kiosk, but the file comes from the fleet.
        case notFromFleet(section: String, key: String)
        /// A part of the view extends beyond it.
        case outsideView(section: String, key: String, value: String, view: String)
        /// A section matches the same panels as an earlier one, which applies.
        case hidden(section: String, by: String)
        /// The numbers of every virtual panel whose program gives none.
        case anyEmitter(section: String, key: String, value: String)
    }

    /// `FILE:LINE: what is wrong; what is allowed`, on one line.
    package var description: String { "\(place): \(sentence)" }

    /// `FILE:LINE`, without what the file contains.
    package var place: String { line.map { "\(file):\($0)" } ?? file }

    private var sentence: String {
        switch reason {
        case .unreadable(let text): text
        case .tooLarge: "file too large, maximum \(ConfigurationText.maxFile)"
        case .notText: "not UTF-8 text without control characters"
        case .tooLong(let bytes, let allowed): "line too long: \(bytes) bytes, maximum \(allowed)"
        case .indented: "leading white space is not allowed"
        case .syntax: "neither [SECTION] nor KEY=VALUE; comments begin with # or ;"
        case .unknownSection(let name, let allowed):
            "no section [\(name)]; allowed: \(allowed.map { "[\($0)]" }.joined(separator: " "))"
        case .keyWithoutSection(let key): "\(key) before the first [SECTION]"
        case .unknownKey(let section, let key, let allowed):
            "no key \(key) in [\(section)]; allowed: \(allowed.joined(separator: ", "))"
        case .repeated(let section, let key, let first): "\(key) of [\(section)] already set in line \(first)"
        case .value(let section, let key, let value, let allowed):
            "[\(section)] \(key)=\(value): invalid value; expected \(allowed)"
        case .emptySection(let name): "[\(name)] is empty; a panel section needs at least one key"
        case .missingKey(let section, let key, let needs): "[\(section)] \(key) requires \(needs)="
        case .unknownGroup(let key, let group): "[access] \(key)=\(group): no such group on this machine"
        case .unknownUser(let section, let key, let user):
            "[\(section)] \(key)=\(user): no such user on this machine"
        case .noFolder(let section, let key, let value, let folder):
            "[\(section)] \(key)=\(value): no folder \(folder)"
        case .notAFolder(let section, let key, let value, let path):
            "[\(section)] \(key)=\(value): \(path) is not a folder"
        case .isFolder(let section, let key, let value): "[\(section)] \(key)=\(value): a folder, not a file"
        case .exposed(let path, let whom):
            "\(path) is writable by \(whom), not only by root: most of its settings are ignored (chown root, chmod go-w)"
        case .untrusted(let section, let key):
            "[\(section)] \(key): ignored, because not only root may write this file"
        case .notFromFleet(let section, let key):
            "[\(section)] \(key): may not be set from the fleet (set it at the kiosk)"
        case .outsideView(let section, let key, let value, let view):
            "[\(section)] \(key)=\(value): outside the view, which is \(view) ([view] size=)"
        case .hidden(let section, let first):
            "[\(section)] never applies: [\(first)] has the same match keys (merge the two, or match another panel)"
        case .anyEmitter(let section, let key, let value):
            "[\(section)] \(key)=\(value): 0000:0000 are the numbers of any program that gives none (name others)"
        }
    }
}

extension ConfigurationProblem.Reason {
    /// Whether it may be valid in another version: an unknown section or key.
    package var isOfAnotherVersion: Bool {
        switch self {
        case .unknownSection, .unknownKey: true
        default: false
        }
    }

    /// Whether it is about a section, if its line says so.
    package func concerns(section name: String) -> Bool {
        switch self {
        case .unknownKey(let section, _, _), .repeated(let section, _, _), .value(let section, _, _, _),
            .missingKey(let section, _, _), .unknownUser(let section, _, _), .noFolder(let section, _, _, _),
            .notAFolder(let section, _, _, _), .isFolder(let section, _, _), .untrusted(let section, _):
            section == name
        default: false
        }
    }

    /// Whether a whole file is missing because of it.
    package var isOfAWholeFile: Bool {
        switch self {
        case .unreadable, .tooLarge: true
        default: false
        }
    }

    /// Whether it names a user or group that does not exist on this machine.
    var isOfAnAccount: Bool {
        switch self {
        case .unknownUser, .unknownGroup: true
        default: false
        }
    }
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
