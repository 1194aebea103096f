/// Why a command of the console failed.
enum ConsoleError: Error, CustomStringConvertible {
    /// The command line or the configuration.
    case usage(String)
    /// The servers have nothing of a kiosk.
    case unknown(String)
    /// The command would do harm, or nothing.
    case refused(String)
    /// The servers.
    case bus(BusError)
    /// A file that a command reads or writes.
    case file(String)
    /// The reader of the output has closed the pipe.
    case unread

    var description: String {
        switch self {
        case .usage(let problem), .refused(let problem): problem
        case .unknown(let kiosk): "no kiosk \(kiosk) has sent anything"
        case .bus(let error): error.description
        case .file(let problem): problem
        case .unread: "cannot write the output"
        }
    }

    var status: Int32 {
        switch self {
        case .usage, .unknown: 2
        case .refused: 1
        case .bus, .file, .unread: 3
        }
    }
}
