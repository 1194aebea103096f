internal import StrictJSON
internal import TouchCore
internal import TouchVault

/// Signs that the wall clock, which dates results, is wrong.
struct ClockFacts: Hashable {
    /// By how much it was set since the daemon started, if by an hour or more; negative: back.
    var set: Interval?
    /// How far it is behind the newest result, if by an hour or more.
    var behind: Interval?

    /// What is less is a clock that was corrected, or the end of summer time for those who set it by hand.
    private static let least = Interval.seconds(3_600)

    init() {}

    /// - Parameter newest: when the newest result was stored.
    init(started: Moment, now: Moment, newest: WallTime?) {
        let passed = now.boottime.since(started.boottime)
        let difference = now.wall.since(started.wall).adding(passed.negated)
        if max(difference, difference.negated) >= Self.least { set = difference }
        if let newest, newest.since(now.wall) >= Self.least { behind = newest.since(now.wall) }
    }

    var json: JSONObject? {
        if set == nil, behind == nil { return nil }
        return [
            "setUSec": set.map { .integer($0.microseconds) }, "behindUSec": behind.map { .integer($0.microseconds) },
        ]
    }
}
