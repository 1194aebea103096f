package import TouchCore

/// How often each of many users may do something: a number of times at once, then once more after each interval.
package struct Ration {
    /// Number of times at once.
    let burst: Int
    /// Interval after which there is one more.
    let interval: Interval

    /// When each user last had, or will have, the full ration; users who have it now are not in it.
    private var paid: [UInt32: Instant] = [:]

    /// With more users than this, those with the full ration are removed.
    private static let maxKept = 256

    /// Every user has the full ration.
    package init(burst: Int, interval: Interval) {
        (self.burst, self.interval) = (burst, interval)
    }

    /// Consumes one turn of a user.
    ///
    /// - Parameter now: of a monotonic clock.
    /// - Returns: false if none is left.
    package mutating func consume(for user: UInt32, now: Instant) -> Bool {
        if paid.count > Self.maxKept { paid = paid.filter { $0.value > now } }
        let next = max(paid[user] ?? now, now).advanced(by: interval)
        guard next.since(now) <= .microseconds(Int64(burst) * interval.microseconds) else { return false }
        paid[user] = next
        return true
    }
}
