import System
import CShims
import EventLoop
import Glibc
import Simulation
import Testing
import TouchCore

/// A loop on a clock that the test advances.
@Suite struct LoopClockTests {
    private static func loop(_ clock: ManualClock = ManualClock()) throws -> (EventLoop, ManualClock) {
        (try EventLoop(clock: clock), clock)
    }

    @Test func `timers fire in the order of their deadlines, at their exact moments`() throws {
        let (loop, clock) = try Self.loop()
        let start = loop.now
        var fired: [(name: String, time: Int64)] = []
        let timers = try ["a", "b", "c"].map { name in
            try loop.timer { fired.append((name, loop.now.since(start).microseconds)) }
        }
        for (timer, time) in zip(timers, [86_400_000_001, 1, 86_400_000_000] as [Int64]) {
            timer.arm(at: start.advanced(by: .microseconds(time)))
        }
        try clock.advance(loop, by: .microseconds(86_400_000_000))
        #expect(fired.map(\.name) == ["b", "c"])
        #expect(fired.map(\.time) == [1, 86_400_000_000])
        #expect(loop.now.since(start) == .microseconds(86_400_000_000) && timers[0].deadline != nil)
        try clock.advance(loop, by: .microseconds(1))
        #expect(fired.last?.name == "a")
    }

    @Test func `timers of one moment fire in the order in which they were armed, important ones first`() throws {
        let (loop, clock) = try Self.loop()
        var fired: [Int] = []
        let timers = try (0..<6).map { number in
            try loop.timer(priority: number < 3 ? .normal : .important) { fired.append(number) }
        }
        let end = loop.now.advanced(by: .seconds(1))
        for number in [4, 1, 5, 0, 3, 2] { timers[number].arm(at: end) }
        // Armed again for the same moment, it keeps its place; for another and back, it goes behind.
        timers[4].arm(at: end)
        timers[1].arm(at: .distantFuture)
        timers[1].arm(at: end)
        try clock.advance(loop, by: .seconds(2))
        #expect(fired == [4, 5, 3, 0, 2, 1])
    }

    @Test func `a timer that is disarmed, cancelled or released in a handler of the same moment stays silent`() throws {
        let (loop, clock) = try Self.loop()
        var others: [Timer?] = []
        let first = try loop.timer {
            others[0]?.disarm()
            others[1]?.cancel()
            others[2] = nil
        }
        first.arm(at: loop.now)
        for _ in 0..<3 {
            let timer = try loop.timer { Issue.record("fired") }
            timer.arm(at: loop.now)
            others.append(timer)
        }
        try clock.settle(loop)
        #expect(first.deadline == nil)
    }

    @Test func `descriptors and what is put off are served before time passes`() throws {
        let (loop, clock) = try Self.loop()
        let counter = Descriptor(owning: cshims_eventfd(0, 1))
        cshims_eventfd_add(counter.number, 1)
        var order: [String] = []
        let watch = try loop.watch(counter.number, for: .input) { _ in
            cshims_eventfd_take(counter.number)
            order.append("descriptor")
        }
        let timer = try loop.timer { order.append("timer") }
        timer.arm(at: loop.now.advanced(by: .microseconds(1)))
        loop.onceLater { order.append("later") }
        try clock.advance(loop, by: .seconds(1))
        #expect(Set(order.dropLast()) == ["descriptor", "later"] && order.last == "timer")
        watch.cancel()
    }

    @Test func `work of a thread is done on the loop when its time is over, one piece after another`() throws {
        let (loop, clock) = try Self.loop()
        var times: [Int64] = [100, 0, 50]
        clock.workTime = { .microseconds(times.removeFirst()) }
        let (one, other) = (try Worker(on: loop, capacity: 2), try Worker(on: loop, capacity: 2))
        let (start, here) = (loop.now, pthread_self())
        var ended: [(name: String, time: Int64)] = []
        func give(_ name: String, to worker: Worker) -> Bool {
            worker.run({ pthread_self() == here }) { isHere in
                #expect(isHere)
                ended.append((name, loop.now.since(start).microseconds))
            }
        }
        #expect(give("a", to: one) && give("b", to: one) && give("c", to: other) && !give("d", to: one))
        #expect(one.load == 2)
        try clock.advance(loop, by: .seconds(1))
        #expect(ended.map(\.name) == ["c", "a", "b"] && ended.map(\.time) == [50, 100, 100])
    }
}
