public import System
internal import TouchCore

/// Threads for slow work, such as hashing a password, so that the loop never waits for it.
///
///     loop ──run──▶ queue (bounded) ──▶ thread
///     loop ◀──────── event counter ◀─── result
///
/// Work starts in the order given; with one thread it also ends in that order. On a loop with a ``LoopClock`` there are
/// no threads: the clock says when work is done.
/// When the worker is released, it drops work that has not begun, with its result handler, and waits for work under
/// way.
public final class Worker {
    /// What the loop and the threads share; nil on a loop with a clock: it has no threads.
    private let queue: WorkerQueue?
    private let capacity: Int
    private unowned let loop: EventLoop
    /// On a loop with a clock: when the work given so far is done.
    private var busyUntil = Instant.zero
    private var threads: [RunningThread] = []
    private var watch: Watch?
    private var nextTicket: UInt64 = 0
    private var finishers: [UInt64: () -> Void] = [:]

    /// Starts the threads, one or more; at most `capacity` jobs wait or run at once, and their results go to the loop.
    public init(on loop: EventLoop, threads count: Int = 1, capacity: Int) throws(SystemError) {
        precondition(count >= 1 && capacity >= 1, "a worker has at least one thread and one place")
        self.capacity = capacity
        self.loop = loop
        let queue = loop.clock == nil ? try WorkerQueue() : nil
        self.queue = queue
        guard let queue else { return }
        watch = try loop.watch(queue.finished, for: .input) { [unowned self] _ in
            // One result: what it starts may take a while, and touches go before the next one.
            if let ticket = queue.takeFinished() { finishers.removeValue(forKey: ticket)?() }
        }
        for _ in 0..<count { threads.append(try RunningThread { queue.work() }) }
    }

    /// How many jobs wait, run, or have an undelivered result.
    public private(set) var load = 0

    /// Runs `work` on a thread and passes its result to `finish` on the loop; false, with nothing done, at its
    /// capacity.
    public func run<Result>(
        _ work: @escaping @Sendable () -> sending Result, finish: @escaping (Result) -> Void
    ) -> Bool {
        guard load < capacity else { return false }
        load += 1
        let box = ResultBox<Result>()
        let deliver = { [weak self] in
            guard let self, let result = box.consume() else { return }
            load -= 1
            finish(result)
        }
        if let clock = loop.clock {
            let job = { [weak self] in if self != nil { box.put(work()) } }
            busyUntil = clock.perform(job, notBefore: busyUntil, deliver: deliver)
        } else {
            nextTicket += 1
            finishers[nextTicket] = deliver
            queue?.add(WorkerQueue.Job(ticket: nextTicket, run: { box.put(work()) }))
        }
        return true
    }

    deinit {
        queue?.stop(threads: threads.count)
        for thread in threads { thread.join() }
    }
}
