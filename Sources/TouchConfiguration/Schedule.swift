package import TouchCore

/// How long to wait after a number of wrong guesses in a row.
package struct Schedule: Hashable, Sendable {
    /// The wait after a number of failures.
    package enum Wait: Hashable, Sendable {
        /// The next guess is allowed at once.
        case none
        /// The next guess is allowed after this time.
        case after(Interval)
        case forever
    }

    private enum Rule: Hashable {
        case classic
        case table(free: Int, waits: [Interval], isFinal: Bool)
    }

    private let rule: Rule
    /// How long after the last failure, and after its wait, all of them are forgotten; nil: never.
    package private(set) var forgetting: Interval?

    /// Android's present table (SoftwareRateLimiter in frameworks/base): 5 guesses without a wait, then 1, 5, 15, 30
    /// and 90 minutes, then about three times as long each time; the twentieth failure is the last.
    package static let present = Schedule(
        rule: .table(
            free: 5, waits: waits([1, 5, 15, 30, 90], minute) + waits([4, 12, 36], hour) + waits(days, day),
            isFinal: true))

    private static let days: [Int64] = [4, 13, 41, 123, 365, 3 * 365, 9 * 365]

    private static func waits(_ counts: [Int64], _ unit: Int64) -> [Interval] { counts.map { .seconds($0 * unit) } }

    /// The rule of Gatekeeper from Android 7 to 16: half a minute after the fifth failure and from the tenth on,
    /// doubling every ten failures from the thirtieth on, a day from the 140th on; never forever.
    package static let classic = Schedule(rule: .classic)

    /// The schedules that have a name, the default first; touchd.conf names them, too.
    package static let named: [(name: String, schedule: Schedule)] = [("present", .present), ("classic", .classic)]

    /// The free guesses that an own table may begin with.
    package static let freeRange = 1...10
    /// Maximum number of waits in a custom table.
    package static let maxWaits = 64
    /// Allowed waits in a custom table: a second to ten years.
    package static let waitRange = Interval.seconds(1)...Interval.seconds(3_650 * day)

    private static let minute: Int64 = 60
    private static let hour: Int64 = 60 * minute
    private static let day: Int64 = 24 * hour

    private init(rule: Rule) {
        self.rule = rule
    }

    /// Makes a custom table.
    ///
    /// - Parameters:
    ///   - free: number of guesses without a wait, within ``freeRange``; the first wait follows the last of them.
    ///   - waits: within ``waitRange``, one for each failure from there on.
    ///   - isFinal: whether no guess is allowed after the last wait; if false, the last wait is repeated.
    /// - Returns: nil outside these ranges, and for a table without waits that is not final.
    package init?(free: Int, waits: [Interval], isFinal: Bool) {
        guard Self.freeRange.contains(free), waits.count <= Self.maxWaits else { return nil }
        guard waits.allSatisfy(Self.waitRange.contains), isFinal || !waits.isEmpty else { return nil }
        rule = .table(free: free, waits: waits, isFinal: isFinal)
    }

    /// The same schedule, with failures forgotten after that time.
    package func forgetting(after time: Interval?) -> Schedule {
        var schedule = self
        schedule.forgetting = time
        return schedule
    }

    /// The times after which failures may be forgotten: an hour to a year.
    package static let forgettingRange = Interval.seconds(hour)...Interval.seconds(365 * day)

    /// The wait after that many failures in a row.
    package func wait(after failures: Int) -> Wait {
        switch rule {
        case .classic: return Self.classicWait(after: failures)
        case .table(let free, let waits, let isFinal):
            if failures < free { return .none }
            if failures - free < waits.count { return .after(waits[failures - free]) }
            guard let last = waits.last, !isFinal else { return .forever }
            return .after(last)
        }
    }

    /// The failure after which no guess is allowed; nil if there is none.
    package var lastFailure: Int? {
        switch rule {
        case .classic, .table(_, _, isFinal: false): nil
        case .table(let free, let waits, isFinal: true): free + waits.count
        }
    }

    /// Number of failures until the next wait, from 1.
    package func failuresToNextWait(after failures: Int) -> Int {
        // Every rule has a wait at least every ten failures.
        (1...10).first { wait(after: failures + $0) != .none } ?? 10
    }

    private static func classicWait(after failures: Int) -> Wait {
        switch failures {
        case ..<5, 6..<10: .none
        case 5, 10..<30: .after(.seconds(30))
        case 30..<140: .after(.seconds(30 << Int64((failures - 30) / 10)))
        default: .after(.seconds(day))
        }
    }
}
