internal import Arguments

/// Errors of commands of the console.
extension CommandError {
    /// The servers have nothing of a kiosk.
    static func unknown(_ kiosk: String) -> CommandError {
        CommandError("no kiosk \(kiosk) has sent anything", status: .usage)
    }

    /// The servers.
    static func bus(_ error: BusError) -> CommandError {
        CommandError(error.description, status: .couldNotRun, cause: error)
    }

    /// The reader of the output has closed the pipe.
    static let unread = CommandError.file("cannot write the output")
}
