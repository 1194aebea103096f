/// When a panel has missed so many captchas that it has to wait.
public struct MissRule: Hashable, Sendable {
    /// So many misses within ``window`` ask for a wait.
    public let misses: Int
    /// See ``misses``.
    public let window: Interval
    /// The first wait; each further one is twice as long, up to ``longest``.
    public let first: Interval
    /// The longest wait.
    public let longest: Interval

    /// Five misses in a minute: half a minute, doubling to a quarter of an hour.
    public static let standard = MissRule(
        misses: 5, window: .seconds(60), first: .seconds(30), longest: .seconds(900), isChecked: ())

    /// The misses that a rule may begin with.
    public static let missRange = 2...20
    /// The windows that a rule may have: a second to an hour.
    public static let windowRange = Interval.seconds(1)...Interval.seconds(3_600)
    /// The waits that a rule may have: a second to a day.
    public static let waitRange = Interval.seconds(1)...Interval.seconds(86_400)
    /// How long a panel has to be without a wait until the next one is a first one again.
    public static let forgetting = Interval.seconds(3_600)
    /// Most doublings that are counted: none of them makes the longest wait longer.
    public static let maxWaits = 32

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - misses: within ``missRange``.
    ///   - window: within ``windowRange``.
    ///   - first: within ``waitRange``.
    ///   - longest: likewise, and no shorter than `first`.
    /// - Returns: nil outside these ranges.
    public init?(misses: Int, window: Interval, first: Interval, longest: Interval) {
        guard Self.missRange.contains(misses), Self.windowRange.contains(window), Self.waitRange.contains(first),
            Self.waitRange.contains(longest), first <= longest
        else { return nil }
        self.init(misses: misses, window: window, first: first, longest: longest, isChecked: ())
    }

    private init(misses: Int, window: Interval, first: Interval, longest: Interval, isChecked: Void) {
        (self.misses, self.window, self.first, self.longest) = (misses, window, first, longest)
    }

    /// How long the wait of that number is, from 1.
    public func wait(_ number: Int) -> Interval {
        var wait = first.microseconds
        for _ in 1..<max(number, 1) where wait < longest.microseconds { wait *= 2 }
        return .microseconds(min(wait, longest.microseconds))
    }
}
