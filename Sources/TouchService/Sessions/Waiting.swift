internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import Varlink

/// How something that waited for a person ended.
enum Outcome: String {
    case passed, failed, cancelled, expired
    /// Somebody said that they cannot do it.
    case declined
}

/// The times that a caller may ask to wait, in microseconds.
enum Patience {
    /// One second to ten minutes.
    static let allowed: ClosedRange<Int64> = 1_000_000...600_000_000

    /// The wait that a call asks for, or the configured one; answers the call itself if it cannot be granted.
    static func asked(by call: Call, standard: Interval) -> Int64? {
        guard let asked = call.parameters["timeoutUSec"]?.integerValue else { return standard.microseconds }
        if allowed.contains(asked) { return asked }
        call.fail(.invalidParameter("timeoutUSec", allowed: allowed))
        return nil
    }

    /// The same for a call that is not answered before; without `more` its client gives up at some time on its own.
    static func asked(ofWaiting call: Call, standard: Interval) -> Int64? {
        asked(by: call, standard: call.wantsMore ? standard : min(standard, withoutMore))
    }

    /// Clients of sd-varlink wait 45 s for the reply of a call without `more`.
    static let withoutMore = Interval.seconds(40)
}
