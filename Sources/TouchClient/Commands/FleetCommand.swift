internal import System

/// `touchctl fleet`, a separate program: kiosks do not need its library.
package enum FleetCommand {
    private static let program = "touchctl-fleet"

    /// Replaces this program by `touchctl-fleet` for the command `fleet`, preferring the one in the same folder, with
    /// all further words.
    ///
    /// - Parameter words: the command line, program first.
    /// - Returns: the error, a line without its end; nil for any other command.
    package static func become(_ words: [String]) -> String? {
        guard words.dropFirst().first == "fleet" else { return nil }
        let beside = "\(SystemPath.programFolder ?? ".")/\(program)"
        let path = SystemPath.exists(beside) ? beside : program
        let failure = Subprocess.become(path, [program] + words.dropFirst(2))
        return "touchctl: \(program): \(failure.reason) (install the package touchd-fleet)"
    }
}
