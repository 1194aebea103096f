/// Why a command failed.
package struct CommandError: Error, Sendable, CustomStringConvertible {
    /// The exit status.
    package let status: ExitStatus
    /// The error that it was made of, for those who look for one.
    package let cause: (any Error)?
    /// The problem alone.
    package let description: String
    private var isOfUsage = false

    /// Makes an error that the help does not explain.
    package init(_ problem: String, status: ExitStatus, cause: (any Error)? = nil) {
        (description, self.status, self.cause) = (problem, status, cause)
    }

    /// Invalid command line.
    package static func usage(_ problem: String) -> CommandError {
        var error = CommandError(problem, status: .usage)
        error.isOfUsage = true
        return error
    }

    /// A file cannot be read or written, its content is invalid, or something else went wrong.
    package static func file(_ problem: String) -> CommandError { CommandError(problem, status: .couldNotRun) }

    /// What is asked for is not allowed.
    package static func refused(_ problem: String) -> CommandError { CommandError(problem, status: .refused) }

    /// The error as a sentence, with the command line that prints the help.
    package func sentence(see help: String) -> String { isOfUsage ? "\(self) (see \(help))" : description }
}
