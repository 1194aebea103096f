internal import TouchConfiguration
package import TouchCore

/// A user's attempt limit at a given moment.
package struct Standing: Hashable, Sendable {
    /// What blocks the next guess.
    package enum Bar: Hashable, Sendable {
        case none
        /// A wait with the remaining time, at least a microsecond.
        case wait(Interval)
        /// No guesses are left; an administrator or the recovery key can help.
        case exhausted
        case inactive(UserState)
        /// The record of attempts is missing, altered or older than one seen before; only the recovery key or a new
        /// enrollment helps.
        case altered
    }

    /// Failed attempts since the last right one; an attempt under way counts as failed.
    package let failed: Int
    /// What blocks the next guess.
    package let bar: Bar
    /// Number of guesses until the next wait or the end, from 0.
    package let attemptsLeft: Int
    /// Number of guesses until the user is locked for good; nil if the schedule has no end.
    package let attemptsUntilLocked: Int?

    /// Whether a guess may be made now.
    package var isOpen: Bool { bar == .none }

    /// The same standing, blocked by something other than guesses.
    func barred(by state: UserState) -> Standing {
        Standing(failed: failed, bar: .inactive(state), attemptsLeft: 0, attemptsUntilLocked: attemptsUntilLocked)
    }

    /// Without a trusted record no guess is allowed.
    static let altered = Standing(failed: 0, bar: .altered, attemptsLeft: 0, attemptsUntilLocked: 0)
}

/// The policy of attempts: derives a user's standing from a record and a schedule.
///
/// Time is time since boot. A record from an earlier boot causes its full wait again, counted from the current boot:
/// how long the machine was off is unknown. The wall clock, which people can set, is not used.
struct Limiter: Hashable, Sendable {
    let schedule: Schedule

    /// The record without failures that are forgotten by now; who is locked for good stays so.
    func aged(_ record: AttemptRecord, at moment: Moment) -> AttemptRecord {
        guard record.failed > 0, let forgetting = schedule.forgetting else { return record }
        let wait: Interval
        switch schedule.wait(after: record.failed) {
        case .forever: return record
        case .after(let length): wait = length
        case .none: wait = .zero
        }
        let isOver = left(of: max(forgetting, wait), since: record, at: moment) <= .zero
        return isOver ? .clear : record
    }

    func standing(_ stored: AttemptRecord, at moment: Moment) -> Standing {
        let record = aged(stored, at: moment)
        let bar = bar(record, at: moment)
        return Standing(
            failed: record.failed,
            bar: bar,
            attemptsLeft: bar == .none ? schedule.failuresToNextWait(after: record.failed) : 0,
            attemptsUntilLocked: schedule.lastFailure.map { max($0 - record.failed, 0) })
    }

    private func bar(_ record: AttemptRecord, at moment: Moment) -> Standing.Bar {
        switch schedule.wait(after: record.failed) {
        case .none: return .none
        case .forever: return .exhausted
        case .after(let wait):
            let left = left(of: wait, since: record, at: moment)
            return left > .zero ? .wait(left) : .none
        }
    }

    /// The rest of a time that began with the last failure, or with the boot if that was in an earlier one.
    private func left(of time: Interval, since record: AttemptRecord, at moment: Moment) -> Interval {
        let start = record.boot == moment.boot ? record.boottime : nil
        return (start ?? Instant(microseconds: 0)).advanced(by: time).since(moment.boottime)
    }
}

/// How many attempts on one name have failed in a row, and when the last of them began.
struct AttemptRecord: Hashable, Sendable {
    /// Failed attempts since the last right one; an attempt under way counts as failed.
    var failed: Int
    /// The boot in which the last of them began; nil if there is none.
    var boot: BootID?
    /// CLOCK_BOOTTIME when the last of them began; nil if there is none.
    var boottime: Instant?

    static let clear = AttemptRecord(failed: 0, boot: nil, boottime: nil)

    func counting(at moment: Moment) -> AttemptRecord {
        AttemptRecord(failed: failed + 1, boot: moment.boot, boottime: moment.boottime)
    }
}
