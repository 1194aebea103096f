internal import TouchConfiguration
internal import TouchCore

struct MissRecord: Hashable {
    struct Miss: Hashable {
        /// When, on CLOCK_BOOTTIME of ``MissRecord/boot``.
        var time: Instant
        let topic: MissTopic
    }

    /// The misses that have not led to a wait yet; oldest first.
    var misses: [Miss] = []
    var waits = 0
    var blamed: Set<MissTopic> = []
    /// When the last wait began, on the same clock; nil: there was none.
    var waitBegan: Instant?
    var boot: BootID

    init(boot: BootID) {
        self.boot = boot
    }

    /// The same record in the current boot: how long the machine was off is unknown, so everything counts as if it had
    /// happened at the boot.
    func carried(to moment: Moment) -> MissRecord {
        guard boot != moment.boot else { return self }
        var record = self
        record.boot = moment.boot
        for index in misses.indices { record.misses[index].time = Instant(microseconds: 0) }
        record.waitBegan = waitBegan.map { _ in Instant(microseconds: 0) }
        return record
    }

    /// How long the panel still has to wait; zero: no wait.
    func left(_ rule: MissRule, at moment: Moment) -> Interval {
        guard let waitBegan else { return .seconds(0) }
        return max(waitBegan.advanced(by: rule.wait(waits)).since(moment.boottime), .seconds(0))
    }

    /// The record with one more miss, and with a wait if that makes too many; unchanged during a wait.
    func missing(_ topic: MissTopic, _ rule: MissRule, at moment: Moment) -> MissRecord {
        guard left(rule, at: moment) == .zero else { return self }
        let now = moment.boottime
        var record = self
        record.misses =
            misses.filter { now.since($0.time) < rule.window }.suffix(rule.misses - 1)
            + [Miss(time: now, topic: topic)]
        guard record.misses.count >= rule.misses else { return record }
        if let waitBegan, now.since(waitBegan.advanced(by: rule.wait(waits))) >= MissRule.forgetting {
            (record.waits, record.blamed) = (0, [])
        }
        for miss in record.misses { record.blamed.insert(miss.topic) }
        record.misses = []
        record.waits = min(record.waits + 1, MissRule.maxWaits)
        record.waitBegan = now
        return record
    }

    /// The record without the misses of a topic; also without the waits, if only this topic was missed before them.
    func forgiving(_ topic: MissTopic) -> MissRecord {
        var record = self
        record.misses.removeAll { $0.topic == topic }
        record.blamed.remove(topic)
        if record.blamed.isEmpty { (record.waits, record.waitBegan) = (0, nil) }
        return record
    }
}
