internal import Glibc

/// What a program starts with: the files of its configuration or, if they have faults, the last that worked.
///
///     files ──fine──▶ used ──the program is ready──▶ kept
///       └──faults──▶ the kept ones ──none──▶ no start
public struct StartConfiguration {
    /// What holds.
    public let loaded: LoadedConfiguration
    /// What is wrong with the files; not empty: ``loaded`` is the last configuration that worked.
    public let problems: [ConfigurationProblem]

    /// Takes a configuration that is in order.
    package init(_ loaded: LoadedConfiguration) { (self.loaded, problems) = (loaded, []) }

    /// Reads the files; with faults in them, the last that worked.
    ///
    /// - Parameters:
    ///   - path: the file; the folder `PATH.d` beside it is read too.
    ///   - isRequired: whether a missing file is a problem.
    ///   - folder: where the last configuration is kept, by what the files say: the state directory that they name.
    /// - Throws: everything that is wrong with the files if no other configuration is kept.
    public init(
        path: String, isRequired: Bool, keptIn folder: (Configuration) -> String = \.daemon.stateDirectory
    ) throws(ConfigurationError) {
        var reading = Reading()
        reading.read(from: path, isRequired: isRequired)
        let folder = folder(reading.configuration)
        do throws(ConfigurationError) {
            loaded = try LoadedConfiguration(
                reading, lookUp: AccessGroups.lookUp, lookUpUser: AccessGroups.lookUpUser,
                tolerating: \.isOfAnotherVersion)
            problems = []
        } catch {
            // A user or a group that is gone since is no reason to stay dark: it has no rights then.
            guard
                let kept = try? LoadedConfiguration(
                    path: LoadedConfiguration.kept(in: folder), isRequired: true,
                    tolerating: { $0.isOfAnotherVersion || $0.isOfAnAccount })
            else { throw error }
            loaded = kept
            problems = error.problems
        }
    }
}

extension LoadedConfiguration {
    /// The name of the last configuration that worked, in the state directory.
    static let keptName = "configuration.good"

    /// Where that is kept.
    static func kept(in folder: String) -> String { folder + "/" + keptName }

    /// Keeps what holds for a start with files that have faults; writes only what is not there yet.
    ///
    /// - Returns: the file and what went wrong; nil if nothing did.
    public func keep(in folder: String) -> (path: String, reason: String)? {
        let (path, bytes) = (Self.kept(in: folder), Array(text.utf8))
        if case .success(let kept) = ConfigurationFolder.contents(of: path), kept == bytes { return nil }
        guard let code = FileReplacement.write(bytes, to: path, mode: 0o600, isDurable: true) else { return nil }
        return (path, unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
    }

    /// What holds, as one file: every key that a file sets, without comments.
    public var text: String {
        // A section's keys lie side by side: "SECTION KEY", and a panel's section has a blank in its name.
        let entries = values.compactMap { path, value -> (section: String, key: String, value: String)? in
            guard let blank = path.lastIndex(of: " ") else { return nil }
            return (String(path[..<blank]), String(path[path.index(after: blank)...]), value)
        }.sorted { (place(of: $0.section), $0.section, $0.key) < (place(of: $1.section), $1.section, $1.key) }
        var text = ""
        var section = ""
        for entry in entries {
            if entry.section != section {
                section = entry.section
                text += "[\(section)]\n"
            }
            text += "\(entry.key)=\(entry.value)\n"
        }
        return text
    }

    /// Of equal panels the first section counts; the order of others does not matter.
    private func place(of section: String) -> Int {
        configuration.panels.firstIndex { PanelKey.title + $0.name == section } ?? -1
    }
}
