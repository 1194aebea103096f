internal import EventLoop
internal import StrictJSON
package import TouchCore
package import Varlink

/// How a wait for a person ended.
package enum Outcome: String {
    case passed, failed, cancelled
    /// Its time passed.
    case timedOut = "timed_out"
    /// The person declined.
    case declined
}

extension Call {
    /// A duration that the call names; answers the call itself if it is out of range or missing.
    package func interval(_ member: String, in range: ClosedRange<Interval>) -> Interval? {
        let asked = parameters[member]?.integerValue.map(Interval.init(microseconds:))
        if let asked, range.contains(asked) { return asked }
        fail(.invalidParameter(member, allowed: range.lowerBound.microseconds...range.upperBound.microseconds))
        return nil
    }

    /// The requested number, or the standard one; answers the call itself if it is out of range.
    package func number(_ member: String, in range: ClosedRange<Int64>, or standard: Int64) -> Int? {
        let asked = parameters[member]?.integerValue ?? standard
        if range.contains(asked) { return Int(asked) }
        fail(.invalidParameter(member, allowed: range))
        return nil
    }

    /// The requested wait, or the configured one; answers the call itself if it is out of range.
    func patience(_ standard: Interval) -> Interval? {
        guard parameters["timeoutUSec"]?.integerValue != nil else { return standard }
        return interval("timeoutUSec", in: TimeLimit.answer)
    }

    /// The same for a call that sends nothing before its answer; without `more` its client eventually times out.
    package func patienceOfWaiting(_ standard: Interval) -> Interval? {
        patience(wantsMore ? standard : min(standard, Self.patienceWithoutMore))
    }

    /// Clients of sd-varlink wait 45 s for the reply of a call without `more`.
    package static let patienceWithoutMore = Interval.seconds(40)
}
