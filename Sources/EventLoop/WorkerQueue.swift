internal import System
internal import CShims
internal import Synchronization

final class WorkerQueue: Sendable {
    struct Job: Sendable {
        let ticket: UInt64
        let run: @Sendable () -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var done: [UInt64] = []
        var isStopping = false
    }

    private let state = Mutex(State())
    private let offered: Descriptor
    private let delivered: Descriptor

    init() throws(SystemError) {
        offered = try Descriptor(cshims_eventfd(1, 0), "eventfd")
        delivered = try Descriptor(cshims_eventfd(1, 1), "eventfd")
    }

    var finished: Int32 { delivered.number }

    func add(_ job: Job) {
        state.withLock { $0.waiting.append(job) }
        cshims_eventfd_add(offered.number, 1)
    }

    /// The next result; ``finished`` stays readable while there are others.
    func takeFinished() -> UInt64? {
        guard cshims_eventfd_take(delivered.number) == 0 else { return nil }
        return state.withLock { $0.done.removeFirst() }
    }

    func stop(threads: Int) {
        state.withLock { state in
            state.isStopping = true
            state.waiting.removeAll()
        }
        cshims_eventfd_add(offered.number, UInt64(threads))
    }

    func work() {
        while cshims_eventfd_take(offered.number) == 0 {
            let (job, isStopping) = state.withLock { state -> (Job?, Bool) in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopping)
            }
            guard let job else {
                if isStopping { return }
                continue
            }
            job.run()
            state.withLock { $0.done.append(job.ticket) }
            cshims_eventfd_add(delivered.number, 1)
        }
    }
}

/// Carries one result from a thread to the loop.
///
/// Unchecked, because the queue orders both accesses: the thread stores the value before it reports its ticket under the lock, and
/// the loop consumes it after reading that ticket under the lock.
final class ResultBox<Value>: @unchecked Sendable {
    private var value: Value?

    func put(_ value: sending Value) {
        self.value = value
    }

    func consume() -> Value? {
        value.take()
    }
}
