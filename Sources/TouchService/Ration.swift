internal import TouchCore

/// How often each of many may do something: so many times at once, and one time more after each interval.
struct Ration {
    /// Times at once.
    let burst: Int
    /// After how long there is one more.
    let interval: Interval

    /// When each had used up nothing; who has, or would have again by now, is not in it.
    private var paid: [UInt32: Instant] = [:]

    /// More users than that are forgotten as soon as they have used up nothing.
    private static let maxKept = 256

    init(burst: Int, interval: Interval) {
        (self.burst, self.interval) = (burst, interval)
    }

    /// Uses up one of a user's turns.
    ///
    /// - Parameter now: of a clock that only goes forward.
    /// - Returns: false if none is left.
    mutating func consume(for user: UInt32, now: Instant) -> Bool {
        if paid.count > Self.maxKept { paid = paid.filter { $0.value > now } }
        let next = max(paid[user] ?? now, now).advanced(by: interval)
        guard next.since(now).microseconds <= Int64(burst) * interval.microseconds else { return false }
        paid[user] = next
        return true
    }
}
