/// One thing that is wrong with a configuration file.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The line, from 1; nil if the file as a whole is meant.
    public let line: Int?
    /// What is wrong, and what would be right.
    public let reason: Reason

    /// What is wrong with a configuration file.
    public enum Reason: Hashable, Sendable {
        /// The file could not be read; the text is the system's.
        case unreadable(String)
        /// The file is larger than ``ConfigurationText/maxFile`` bytes.
        case tooLarge(bytes: Int)
        /// The line is not UTF-8, or has control characters.
        case notText
        /// The line is longer than the parser takes.
        case tooLong(bytes: Int, allowed: Int)
        /// The line begins with white space, which other programs take for a continuation.
        case indented
        /// The line is neither a section, nor `KEY=VALUE`, nor a comment.
        case syntax
        /// The section is not known.
        case unknownSection(String, allowed: [String])
        /// A key stands before the first section.
        case keyWithoutSection(String)
        /// The key is not known in its section.
        case unknownKey(section: String, key: String, allowed: [String])
        /// The key was set in the same file before.
        case repeated(section: String, key: String, firstLine: Int)
        /// The value is not allowed.
        case value(section: String, key: String, value: String, allowed: String)
        /// A section `[panel NAME]` sets nothing, hence would match every panel and change none.
        case emptySection(String)
        /// A key requires another one of its section.
        case missingKey(section: String, key: String, needs: String)
        /// A group that the file names does not exist on this machine.
        case unknownGroup(key: String, group: String)
        /// A user that the file names does not exist on this machine.
        case unknownUser(section: String, key: String, user: String)
        /// A folder that has to be there is not.
        case noFolder(section: String, key: String, value: String, folder: String)
        /// What has to be a folder is something else.
        case notAFolder(section: String, key: String, value: String, path: String)
        /// What has to be a file is a folder.
        case isFolder(section: String, key: String, value: String)
        /// Others than root may write the file, or its folder.
        case exposed(path: String, whom: String)
        /// The key grants something, and others than root may write the file.
        case untrusted(section: String, key: String)
        /// The key may be set at the kiosk alone, and the file comes from the fleet.
        case notFromFleet(section: String, key: String)
        /// A part of the view reaches beyond it.
        case outsideView(section: String, key: String, value: String, view: String)
    }

    /// `FILE:LINE: what is wrong; what is allowed`, on one line.
    public var description: String { "\(place): \(sentence)" }

    /// `FILE:LINE`, without what the file contains.
    public var place: String { line.map { "\(file):\($0)" } ?? file }

    private var sentence: String {
        switch reason {
        case .unreadable(let text): text
        case .tooLarge(let bytes): "file too large: \(bytes) bytes, maximum \(ConfigurationText.maxFile)"
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
            "\(path) is writable by others than root (\(whom)): settings that grant access are ignored (chown root, chmod go-w)"
        case .untrusted(let section, let key):
            "[\(section)] \(key): ignored in a file that others may write"
        case .notFromFleet(let section, let key):
            "[\(section)] \(key): may not be set from the fleet (set it at the kiosk)"
        case .outsideView(let section, let key, let value, let view):
            "[\(section)] \(key)=\(value): outside the view, which is \(view) ([view] size=)"
        }
    }
}

extension ConfigurationProblem.Reason {
    /// Whether another version may know it: a section or a key that this one does not.
    var isOfAnotherVersion: Bool {
        switch self {
        case .unknownSection, .unknownKey: true
        default: false
        }
    }

    /// Whether it names a user or a group that the machine does not have.
    var isOfAnAccount: Bool {
        switch self {
        case .unknownUser, .unknownGroup: true
        default: false
        }
    }
}

/// Everything that is wrong with a configuration, in the order of files and lines; at least one problem.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems.
    public let problems: [ConfigurationProblem]

    /// One problem a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
