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
        guard let first = problems.first else { return nil }
        let more = problems.count - 1
        let others = more == 0 ? "" : " and \(more) more"
        return "\(first.place)\(others): invalid; the last configuration that worked is in use (touchd --check)"
    }
}
