/// Why a command that works on files or on the machine failed.
package enum CommandError: Error, Hashable, Sendable {
    /// Invalid command line.
    case usage(String)
    /// A file cannot be read or written, its content is invalid, or something else went wrong.
    case file(String)

    /// The exit status.
    package var status: ExitStatus {
        switch self {
        case .usage: .usage
        case .file: .couldNotRun
        }
    }

    /// The error as a sentence.
    ///
    /// - Parameter help: the command line that prints the help.
    package func sentence(see help: String) -> String {
        switch self {
        case .usage(let problem): "\(problem) (see \(help))"
        case .file(let problem): problem
        }
    }
}
