import System
import EventLoop
import Glibc
import Synchronization
import Testing
import TouchCore

/// Blocks threads until it is opened.
final class Gate: Sendable {
    private let state = Atomic(false)

    var isOpen: Bool { state.load(ordering: .acquiring) }
    func open() { state.store(true, ordering: .releasing) }
    func wait() { while !isOpen { sched_yield() } }
}

@Suite(.timeLimit(.minutes(10))) struct WorkerTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `work runs in another thread and its result arrives on the loop`() throws {
        let worker = try Worker(on: loop, capacity: 1)
        let here = pthread_self()
        var results: [Bool] = []
        let accepted = worker.run({ pthread_self() != here }) { isElsewhere in
            results = [isElsewhere, pthread_self() == here]
            loop.exit()
        }
        #expect(accepted)
        try loop.run()
        #expect(results == [true, true])
    }

    @Test func `a new thread never receives a signal that the loop handles`() throws {
        let handled = [SIGTERM, SIGINT, SIGHUP]
        // A test's thread may have blocked signals itself.
        var (none, former) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        let blocked = Mutex<[Int32]>([])
        let thread = try RunningThread { blocked.withLock { $0 = handled.filter(isBlocked) } }
        #expect(handled.filter(isBlocked) == [], "the thread that starts it keeps its own")
        thread.join()
        #expect(blocked.withLock { $0 } == handled)
    }

    @Test func `results of one thread arrive in the order of the work`() throws {
        let worker = try Worker(on: loop, capacity: 50)
        var order: [Int] = []
        for number in 0..<50 {
            let accepted = worker.run({ number }) { order.append($0) }
            #expect(accepted)
        }
        while order.count < 50 { try loop.runRound() }
        #expect(order == Array(0..<50))
    }

    @Test func `each result is delivered in a round of its own`() throws {
        let worker = try Worker(on: loop, capacity: 3)
        let (last, end) = (Gate(), Gate())
        var delivered = 0
        for _ in 0..<2 { _ = worker.run({}) { delivered += 1 } }
        _ = worker.run {
            last.open()
            end.wait()
        } finish: {
            delivered += 1
        }
        // The two before it are there.
        last.wait()
        for count in 1...2 {
            try loop.runRound()
            #expect(delivered == count)
        }
        end.open()
        while delivered < 3 { try loop.runRound() }
    }

    @Test func `work beyond the capacity is refused until a result has arrived`() throws {
        let worker = try Worker(on: loop, capacity: 2)
        let gate = Gate()
        var done = 0
        let accepted = (0..<3).map { _ in worker.run({ gate.wait() }) { done += 1 } }
        #expect(accepted == [true, true, false])
        gate.open()
        while done < 2 { try loop.runRound() }
        #expect(worker.load == 0)
        let acceptedAgain = worker.run({}) {}
        #expect(acceptedAgain)
    }

    @Test func `several threads work at once`() throws {
        let worker = try Worker(on: loop, threads: 2, capacity: 2)
        let gate = Gate()
        var done = 0
        _ = worker.run({ gate.wait() }) { done += 1 }
        _ = worker.run({ gate.open() }) { done += 1 }
        while done < 2 { try loop.runRound() }
        #expect(done == 2)
    }

    @Test func `releasing a worker waits for running work and drops the rest`() throws {
        var worker: Worker? = try Worker(on: loop, capacity: 2)
        let (started, ended) = (Gate(), Gate())
        _ = worker?.run({
            started.open()
            ended.open()
        }) { Issue.record("delivered") }
        started.wait()
        worker = nil
        #expect(ended.isOpen)
        #expect(try !loop.runRound(timeout: .zero))
    }
}

/// Whether this thread has blocked the signal.
private func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    return unsafe sigismember(&mask, signal) == 1
}
