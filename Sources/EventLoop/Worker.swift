internal import CShims
internal import Glibc
internal import Synchronization

/// Threads for slow work, such as hashing a password, so that the loop never waits for it.
///
///     loop ──run──▶ queue (bounded) ──▶ thread
///     loop ◀──────── event counter ◀─── result
///
/// Work starts in the order given; with one thread it also ends in that order. Idle threads sleep in the kernel.
/// When the worker is let go, work that has not begun is dropped with its result handler, and work under way is
/// waited for.
public final class Worker {
    private let shared: WorkerQueue
    private let capacity: Int
    private var threads: [pthread_t] = []
    private var watch: Watch?
    private var nextTicket: UInt64 = 0
    private var finishers: [UInt64: () -> Void] = [:]

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - loop: where results are delivered.
    ///   - threads: how many, from 1.
    ///   - capacity: how many pieces of work may wait or run at once, from 1.
    public init(on loop: EventLoop, threads count: Int = 1, capacity: Int) throws(SystemError) {
        precondition(count >= 1 && capacity >= 1, "a worker has at least one thread and one place")
        self.capacity = capacity
        shared = try WorkerQueue()
        watch = try loop.watch(shared.finished, for: .input) { [unowned self] _ in self.deliver() }
        for _ in 0..<count { try start() }
    }

    /// How many pieces of work wait, run, or have a result on its way.
    public var load: Int { finishers.count }

    /// Does `work` in a thread and hands its result to `finish` on the loop.
    ///
    /// - Returns: `false`, with nothing done, when as much work as allowed is waiting already.
    public func run<Result>(
        _ work: @escaping @Sendable () -> sending Result, finish: @escaping (Result) -> Void
    ) -> Bool {
        guard finishers.count < capacity else { return false }
        let box = ResultBox<Result>()
        nextTicket += 1
        finishers[nextTicket] = {
            if let result = box.take() { finish(result) }
        }
        shared.add(WorkerQueue.Job(ticket: nextTicket, run: { box.put(work()) }))
        return true
    }

    private func start() throws(SystemError) {
        var thread = pthread_t()
        let retained = unsafe Unmanaged.passRetained(shared).toOpaque()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<WorkerQueue>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, retained)
        guard result == 0 else {
            unsafe Unmanaged<WorkerQueue>.fromOpaque(retained).release()
            throw SystemError(call: "pthread_create", code: result)
        }
        threads.append(thread)
    }

    private func deliver() {
        for ticket in shared.takeFinished() {
            finishers.removeValue(forKey: ticket)?()
        }
    }

    deinit {
        shared.stop(threads: threads.count)
        for thread in threads { pthread_join(thread, nil) }
    }
}
