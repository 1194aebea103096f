/// Why a command failed.
package struct CommandError: Error, Sendable {
    /// The exit status.
    package let status: ExitStatus
    /// The error that it was made of, for those who look for one.
    package let cause: (any Error)?
    private let problem: String
    private let isOfUsage: Bool

    /// Makes an error that the help does not explain.
    package init(_ problem: String, status: ExitStatus, cause: (any Error)? = nil) {
        self.init(problem, status, cause, isOfUsage: false)
    }

    private init(_ problem: String, _ status: ExitStatus, _ cause: (any Error)?, isOfUsage: Bool) {
        (self.problem, self.status, self.cause, self.isOfUsage) = (problem, status, cause, isOfUsage)
    }

    /// Invalid command line.
    package static func usage(_ problem: String) -> CommandError {
        CommandError(problem, .usage, nil, isOfUsage: true)
    }

    /// A file cannot be read or written, its content is invalid, or something else went wrong.
    package static func file(_ problem: String) -> CommandError { CommandError(problem, status: .couldNotRun) }

    /// What is asked for is not allowed.
    package static func refused(_ problem: String) -> CommandError { CommandError(problem, status: .refused) }

    /// The error as a sentence, with the command line that prints the help.
    package func sentence(see help: String) -> String { isOfUsage ? "\(problem) (see \(help))" : problem }
}

extension CommandError: CustomStringConvertible {
    /// The problem alone.
    package var description: String { problem }
}
