/// When a panel has missed so many captchas that it has to wait.
public struct MissRule: Hashable, Sendable {
    /// So many misses within ``windowMicroseconds`` ask for a wait.
    public var misses: Int
    /// See ``misses``.
    public var windowMicroseconds: Int64
    /// The first wait; each further one is twice as long.
    public var firstMicroseconds: Int64
    /// The longest wait.
    public var longestMicroseconds: Int64

    /// Five misses in a minute: half a minute, doubling to a quarter of an hour.
    public static let standard = MissRule(
        misses: 5, windowMicroseconds: 60_000_000, firstMicroseconds: 30_000_000, longestMicroseconds: 900_000_000)

    /// The misses that a rule may begin with.
    public static let missRange = 2...20
    /// How long a panel has to be without a wait until the next one is a first one again, in microseconds.
    static let forgetting: Int64 = 3_600_000_000
    /// Most doublings that are counted: none of them makes the longest wait longer.
    static let mostWaits = 32

    /// Makes a rule.
    public init(misses: Int, windowMicroseconds: Int64, firstMicroseconds: Int64, longestMicroseconds: Int64) {
        precondition(Self.missRange.contains(misses), "a rule has from 2 to 20 misses")
        self.misses = misses
        self.windowMicroseconds = windowMicroseconds
        self.firstMicroseconds = firstMicroseconds
        self.longestMicroseconds = longestMicroseconds
    }

    /// How long the wait of that number is, from 1.
    func wait(_ number: Int) -> Int64 {
        var wait = firstMicroseconds
        for _ in 1..<max(number, 1) where wait < longestMicroseconds { wait *= 2 }
        return min(wait, longestMicroseconds)
    }
}

/// What a panel has missed lately.
struct MissRecord: Hashable {
    /// When each miss was, in microseconds of CLOCK_BOOTTIME of ``boot``; oldest first.
    var misses: [Int64] = []
    /// How many waits there were in a row.
    var waits = 0
    /// When the last wait began, likewise; nil: there was none.
    var waitBegan: Int64?
    /// The run of the machine that the times belong to.
    var boot: BootID

    /// A panel that missed nothing.
    init(boot: BootID) {
        self.boot = boot
    }

    /// The same in the present run of the machine: how long it was off cannot be known, so that everything counts as if
    /// it had happened when the machine was started.
    func carried(to moment: Moment) -> MissRecord {
        guard boot != moment.boot else { return self }
        var record = self
        record.boot = moment.boot
        record.misses = misses.map { _ in 0 }
        record.waitBegan = waitBegan.map { _ in 0 }
        return record
    }

    /// How long the panel has still to wait, in microseconds; 0: it need not.
    func left(_ rule: MissRule, at moment: Moment) -> Int64 {
        guard let waitBegan else { return 0 }
        return max(waitBegan + rule.wait(waits) - moment.boottimeMicroseconds, 0)
    }

    /// The record with one more miss, and with a wait if that makes too many.
    func missing(_ rule: MissRule, at moment: Moment) -> MissRecord {
        let now = moment.boottimeMicroseconds
        var record = self
        record.misses = misses.filter { now - $0 < rule.windowMicroseconds }.suffix(rule.misses - 1) + [now]
        guard record.misses.count >= rule.misses else { return record }
        if let waitBegan, now - waitBegan - rule.wait(waits) >= MissRule.forgetting { record.waits = 0 }
        record.misses = []
        record.waits = min(record.waits + 1, MissRule.mostWaits)
        record.waitBegan = now
        return record
    }
}
