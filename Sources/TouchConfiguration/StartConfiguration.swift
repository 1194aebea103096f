internal import Glibc
internal import System

/// The configuration of a starting program: its files or, if they are invalid, the last valid one.
///
///     files ──valid──▶ used ──the program is ready──▶ kept
///       └──invalid──▶ the kept one ──none──▶ no start
package struct StartConfiguration {
    /// The configuration used.
    package let loaded: LoadedConfiguration
    /// The errors of the files; if not empty, ``loaded`` is the last valid configuration.
    package let problems: [ConfigurationProblem]

    /// The places of the errors, since the files may include names; nil: there are none.
    package var problemPlaces: String? {
        problems.isEmpty ? nil : problems.prefix(4).map(\.place).joined(separator: ", ")
    }

    /// Makes a start with a valid configuration.
    package init(_ loaded: LoadedConfiguration) { (self.loaded, problems) = (loaded, []) }

    /// Reads the files; if they are invalid, the last valid ones.
    ///
    /// - Parameter folder: where those are kept; by default the state directory that the files name.
    /// - Throws: all errors of the files if no valid configuration is kept.
    package init(
        path: String, isRequired: Bool, keptIn folder: (Configuration) -> String = \.daemon.stateDirectory
    ) throws(ConfigurationError) {
        var read = LoadedConfiguration()
        read.read(from: path, isRequired: isRequired)
        let folder = folder(read.configuration)
        do throws(ConfigurationError) {
            try read.resolve(tolerating: \.isOfAnotherVersion)
            (loaded, problems) = (read, [])
        } catch {
            // A user or group that no longer exists does not prevent a start: it has no rights then.
            guard
                let kept = try? LoadedConfiguration(
                    path: LoadedConfiguration.kept(in: folder), isRequired: true,
                    tolerating: { $0.isOfAnotherVersion || $0.isOfAnAccount })
            else { throw error }
            (loaded, problems) = (kept, error.problems)
        }
    }

    /// Reports the state of the files, and keeps the configuration if it is that of the files.
    ///
    /// - Parameters:
    ///   - folder: where to keep it; nil: nowhere.
    ///   - command: what shows the errors again, such as `touchd --check`.
    package func settle(
        in folder: String?, command: String, logError: (String) -> Void, logWarning: (String) -> Void
    ) {
        for problem in problems { logError("\(problem)") }
        for unused in loaded.unused { logWarning("ignored: \(unused)") }
        if !problems.isEmpty {
            logError("the last configuration that worked is in use (\(command))")
        } else if let folder, let failure = loaded.keep(in: folder) {
            logWarning("cannot write \(failure.path): \(failure.reason)")
        }
    }
}

extension LoadedConfiguration {
    /// The name of the last valid configuration, in the state directory.
    static let keptName = "configuration.good"

    static func kept(in folder: String) -> String { folder + "/" + keptName }

    /// Whether one was kept, so the program was ready before.
    package static func isKept(in folder: String) -> Bool { unsafe access(kept(in: folder), F_OK) == 0 }

    /// Keeps this configuration for a start with invalid files if it changed; returns the file and the error, if any.
    package func keep(in folder: String) -> (path: String, reason: String)? {
        let (path, bytes) = (Self.kept(in: folder), Array(text.utf8))
        if (try? ConfigurationFolder.contents(of: path))?.bytes == bytes { return nil }
        do throws(SystemError) { try WholeFile.replace(path, with: bytes, mode: 0o600, isDurable: true) } catch {
            return (path, error.reason)
        }
        return nil
    }

    /// The configuration as one file: every key that a file sets, without comments.
    ///
    /// Only root may write it, so it has only the minimums of secrets that root set.
    package var text: String {
        // A section's keys are adjacent: "SECTION KEY", and a panel's section has a blank in its name.
        let entries = values.compactMap { path, value -> (section: String, key: String, value: String)? in
            guard let blank = path.lastIndex(of: " ") else { return nil }
            let key = String(path[path.index(after: blank)...])
            let isMinimum = path == "unlock \(ConfigurationKey.minParts)"
            return (String(path[..<blank]), key, isMinimum ? Grammar.text(of: rootMinParts) : value)
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

    /// Of equal panels the first section wins; the order of others does not matter.
    private func place(of section: String) -> Int {
        configuration.panels.firstIndex { PanelKey.title + $0.name == section } ?? -1
    }
}
