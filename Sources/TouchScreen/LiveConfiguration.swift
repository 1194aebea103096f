package import TouchConfiguration

/// The configuration in use; a reload changes the part that a running daemon can apply.
package final class LiveConfiguration {
    /// With the files that it was read from.
    package private(set) var loaded: LoadedConfiguration
    /// The values in use.
    package internal(set) var values: Configuration
    /// The errors of the files; if not empty, the last valid configuration is used.
    package private(set) var problems: [ConfigurationProblem]

    /// The configuration of a start.
    package init(_ start: StartConfiguration) {
        (loaded, values, problems) = (start.loaded, start.loaded.configuration, start.problems)
    }

    /// Applies files without a fault.
    package func apply(_ loaded: LoadedConfiguration) {
        (self.loaded, values, problems) = (loaded, loaded.configuration, [])
    }

    /// Where the files are wrong, for any caller: nothing of what they contain; nil if they are right.
    package var problem: String? {
        Self.sentence(problems.map(\.place), "invalid; the last configuration that worked is in use")
    }

    /// Which files others than root may write, for any caller; nil: none.
    package var exposure: String? {
        let files = loaded.exposures.filter { $0.line == nil }.map(\.file)
        return Self.sentence(files, "not only root may write it, so most of its settings are ignored")
    }

    private static func sentence(_ places: [String], _ finding: String) -> String? {
        guard let first = places.first else { return nil }
        let others = places.count == 1 ? "" : " and \(places.count - 1) more"
        return "\(first)\(others): \(finding) (touchd --check)"
    }
}
