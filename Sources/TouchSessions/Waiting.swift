internal import EventLoop
internal import StrictJSON
package import TouchCore
package import Varlink

extension Call {
    /// The requested number, or the standard one; answers the call itself if it is out of range, or if both are missing.
    package func number(_ member: String, in range: ClosedRange<Int64>, or standard: Int64? = nil) -> Int? {
        let asked = parameters[member]?.integerValue
        if let number = asked ?? standard, asked == nil || range.contains(number) { return Int(number) }
        fail(.invalidParameter(member, allowed: range))
        return nil
    }

    /// The same for a duration.
    package func interval(
        _ member: String, in range: ClosedRange<Interval>, or standard: Interval? = nil
    ) -> Interval? {
        let range = range.lowerBound.microseconds...range.upperBound.microseconds
        return number(member, in: range, or: standard?.microseconds).map { Interval(microseconds: Int64($0)) }
    }

    /// The requested wait, or the configured one.
    ///
    /// - Parameter isSilent: whether nothing is sent before the answer; then a client eventually times out.
    package func patience(_ standard: Interval, isSilent: Bool = false) -> Interval? {
        let most = isSilent && !wantsMore ? Self.patienceWithoutMore : standard
        return interval("timeoutUSec", in: TimeLimit.answer, or: min(standard, most))
    }

    /// Clients of sd-varlink wait 45 s for the reply of a call without `more`.
    package static let patienceWithoutMore = Interval.seconds(40)
}
