internal import EventLoop
internal import StrictJSON
internal import Varlink

/// How something that waited for a person ended.
enum Outcome: String {
    case passed, failed, cancelled, expired
}

/// The times that a caller may ask to wait, in microseconds.
enum Patience {
    /// One second to ten minutes.
    static let allowed: ClosedRange<Int64> = 1_000_000...600_000_000
    /// One minute, so that a dead front end frees the panel.
    static let standard: Int64 = 60_000_000

    /// The wait that a call asks for; answers the call itself if it cannot be granted.
    static func asked(by call: Call) -> Int64? {
        guard let asked = call.parameters["timeoutUSec"]?.integerValue else { return standard }
        if allowed.contains(asked) { return asked }
        call.fail(.invalidParameter("timeoutUSec"))
        return nil
    }
}
