package import System
package import EventLoop
package import TouchCore

/// A clock that a test advances.
///
/// Each round of a loop fires an important timer that is due, or serves a descriptor, or does what else is due, in this
/// order. Only if there is nothing of these does time pass, to the next deadline within the timeout of the round. So
/// timers fire at their exact microseconds, those of one moment in the order in which they were armed.
package final class ManualClock: LoopClock {
    /// What happens at a moment: a timer, as long as there is one, or a job.
    private final class Due {
        weak var timer: Timer?
        let job: (() -> Void)?
        let deadline: Instant
        let isImportant: Bool

        init(_ timer: Timer?, _ job: (() -> Void)?, at deadline: Instant, isImportant: Bool) {
            (self.timer, self.job, self.deadline, self.isImportant) = (timer, job, deadline, isImportant)
        }

        var isThere: Bool { job != nil || timer != nil }
    }

    package private(set) var now: Instant
    /// How long the machine has slept: CLOCK_BOOTTIME is that much later.
    package var asleep = Interval.zero
    /// CLOCK_REALTIME less CLOCK_MONOTONIC.
    package var wallOffset = Interval.seconds(1_700_000_000)
    /// Draws how long a piece of work on a thread takes.
    package var workTime: () -> Interval = { .zero }

    package var boottime: Instant { now.advanced(by: asleep) }
    package var wallTime: WallTime { WallTime(microseconds: now.microseconds + wallOffset.microseconds) }

    /// Whether a thread does its work now, and not the loop.
    package private(set) var isWorking = false
    package private(set) var rounds = 0
    /// How many timers and jobs are due some time.
    package var waitingCount: Int { waiting.count { $0.isThere } }
    /// In the order in which they were armed.
    private var waiting: [Due] = []
    /// How much was done since time last passed.
    private var doneNow = 0

    /// More than any daemon does at one moment: a timer that arms itself again for the present would never end.
    private static let mostAtOnce = 10_000

    package init(now: Instant = Instant(microseconds: 1_000_000_000)) { self.now = now }

    /// The earliest deadline; nil: nothing will happen by itself.
    package var nextDeadline: Instant? {
        var next: Instant?
        for due in waiting where due.deadline < next ?? .distantFuture && due.isThere { next = due.deadline }
        return next
    }

    /// Lets time pass, as on an idle machine.
    package func advance(_ loop: EventLoop, by length: Interval) throws(SystemError) {
        let end = now.advanced(by: length)
        try settle(loop)
        while let next = nextDeadline, next <= end {
            pass(to: next)
            try settle(loop)
        }
        // Nothing more is due until then.
        pass(to: end)
    }

    /// Lets time pass while no loop runs.
    package func pass(by length: Interval) { pass(to: now.advanced(by: length)) }

    /// The machine is off for some time, and boots: its clocks begin again, but for the time of day.
    ///
    /// Nothing may run on it.
    package func reboot(after length: Interval) {
        let start = Instant(microseconds: 5_000_000)
        wallOffset = wallOffset.adding(now.since(start)).adding(length)
        (now, asleep, waiting, doneNow) = (start, .zero, [], 0)
    }

    /// Forgets the work of threads that is not done yet: their process was killed.
    package func forgetJobs() {
        waiting.removeAll { $0.job != nil }
    }

    /// Does what is due now; no time passes.
    package func settle(_ loop: EventLoop) throws(SystemError) {
        while try loop.runRound(timeout: .zero) {}
    }

    package func follow(_ timer: Timer) {
        waiting.removeAll { !$0.isThere || $0.timer === timer }
        guard let deadline = timer.deadline else { return }
        waiting.append(Due(timer, nil, at: deadline, isImportant: timer.priority == .important))
    }

    package func runRound(of loop: EventLoop, timeout: Interval?) throws(SystemError) -> Bool {
        if try doOne(on: loop) { return true }
        let end = timeout.map { now.advanced(by: $0) }
        guard let next = nextDeadline, next <= end ?? .distantFuture else {
            guard let end else { preconditionFailure("a round without a timeout waits for something") }
            pass(to: end)
            return false
        }
        pass(to: next)
        return try doOne(on: loop)
    }

    package func perform(
        _ work: @escaping () -> Void, notBefore start: Instant, deliver: @escaping () -> Void
    ) -> Instant {
        let end = max(start, now).advanced(by: workTime())
        let job = { [unowned self] in
            isWorking = true
            work()
            isWorking = false
            deliver()
        }
        waiting.append(Due(nil, job, at: end, isImportant: false))
        return end
    }

    private func pass(to time: Instant) {
        guard time > now else { return }
        now = time
        doneNow = 0
    }

    private func doOne(on loop: EventLoop) throws(SystemError) -> Bool {
        doneNow += 1
        rounds += 1
        precondition(doneNow < Self.mostAtOnce, "time stands still: a timer arms itself again for the present moment")
        if fire(important: true) { return true }
        if try loop.serve(timeout: .zero) { return true }
        if fire(important: false) { return true }
        rounds -= 1
        return false
    }

    /// Does the first of what is due.
    private func fire(important isImportant: Bool) -> Bool {
        var first: Int?
        for (index, due) in waiting.enumerated() where due.deadline <= now && due.isImportant == isImportant {
            if let first, waiting[first].deadline <= due.deadline { continue }
            if due.isThere { first = index }
        }
        guard let first else { return false }
        let due = waiting.remove(at: first)
        if let job = due.job { job() } else { due.timer?.fire() }
        return true
    }
}
