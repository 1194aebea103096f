package import TouchCore

/// When a panel that missed too many captchas has to wait, and how long.
package struct MissRule: Hashable, Sendable {
    /// Number of misses within ``window`` that cause a wait.
    package let misses: Int
    /// See ``misses``.
    package let window: Interval
    /// The first wait; each further one is twice as long, up to ``maxWait``.
    package let first: Interval
    /// The longest wait.
    package let maxWait: Interval

    /// Five misses in a minute: ten seconds, doubling up to a quarter of an hour.
    package static let standard = MissRule(
        misses: 5, window: .seconds(60), first: .seconds(10), maxWait: .seconds(900), isChecked: ())

    /// Allowed values of ``misses``.
    package static let missRange = 2...20
    /// Allowed windows: a second to an hour.
    package static let windowRange = Interval.seconds(1)...Interval.seconds(3_600)
    /// Allowed waits: a second to a day.
    package static let waitRange = Interval.seconds(1)...Interval.seconds(86_400)
    /// After this long without a wait, the next wait is the first one again.
    package static let forgetting = Interval.seconds(3_600)
    /// Waits counted at most: further doublings cannot exceed the longest wait.
    package static let maxWaits = 32

    /// Makes a rule; nil outside the ranges, or if `maxWait` is shorter than `first`.
    package init?(misses: Int, window: Interval, first: Interval, maxWait: Interval) {
        guard Self.missRange.contains(misses), Self.windowRange.contains(window), Self.waitRange.contains(first),
            Self.waitRange.contains(maxWait), first <= maxWait
        else { return nil }
        self.init(misses: misses, window: window, first: first, maxWait: maxWait, isChecked: ())
    }

    private init(misses: Int, window: Interval, first: Interval, maxWait: Interval, isChecked: Void) {
        (self.misses, self.window, self.first, self.maxWait) = (misses, window, first, maxWait)
    }

    /// Length of the wait with this number, from 1.
    package func wait(_ number: Int) -> Interval {
        var wait = first.microseconds
        for _ in 1..<max(number, 1) where wait < maxWait.microseconds { wait *= 2 }
        return .microseconds(min(wait, maxWait.microseconds))
    }
}
