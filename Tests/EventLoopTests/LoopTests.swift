import System
import EventLoop
import Testing
import TouchCore

@Suite(.timeLimit(.minutes(10))) struct LoopTests {
    @Test func `deferred work runs in order, and work it defers runs after it`() throws {
        let loop = try EventLoop()
        var order: [Int] = []
        loop.onceLater {
            order.append(1)
            loop.onceLater {
                order.append(3)
                loop.exit()
            }
        }
        loop.onceLater { order.append(2) }
        try loop.run()
        #expect(order == [1, 2, 3])
    }

    @Test func `endlessly deferred work does not starve a ready descriptor`() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        func again() { loop.onceLater(again) }
        again()
        try loop.runRound(timeout: .zero)
        var isCalled = false
        let watch = try loop.watch(pair.near.number, for: .input) { _ in isCalled = true }
        pair.write("x")
        var rounds = 0
        while !isCalled, rounds < 100 {
            try loop.runRound(timeout: .zero)
            rounds += 1
        }
        #expect(isCalled)
        watch.cancel()
    }

    @Test func `descriptors that are always ready do not hold back deferred work`() throws {
        let loop = try EventLoop()
        let one = try Pair()
        let other = try Pair()
        var (calls, rounds) = (0, [Int]())
        let watches = try [one.near.number, other.near.number].map {
            try loop.watch($0, for: .input) { _ in calls += 1 }
        }
        one.write("x")
        other.write("x")
        func again() {
            rounds.append(calls)
            loop.onceLater(again)
        }
        loop.onceLater(again)
        for _ in 0..<40 { try loop.runRound(timeout: .zero) }
        #expect(rounds == [8, 16, 24, 32])
        for watch in watches { watch.cancel() }
    }

    @Test func `settings of an ended loop have no effect`() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        let timer = try loop.timer { Issue.record("fired") }
        let watch = try loop.watch(pair.near.number, for: .input) { _ in Issue.record("called") }
        loop.exit()
        try loop.run()
        timer.arm(at: .zero)
        watch.interest = .output
        loop.onceLater { Issue.record("ran") }
        #expect(try !loop.runRound(timeout: .zero))
        watch.cancel()
        timer.disarm()
    }

    @Test func `an ended loop releases deferred work`() throws {
        final class Owner { var loop: EventLoop? }
        let owner = Owner()
        let loop = try EventLoop()
        loop.onceLater {
            loop.onceLater { owner.loop = loop }
            loop.exit()
        }
        weak let held = owner
        _ = consume owner
        try loop.run()
        #expect(held == nil)
    }

    @Test func `without a service manager there is no watchdog and no notification`() throws {
        let loop = try EventLoop()
        #expect(try !loop.enableWatchdog())
        #expect(try !ServiceManager.notify("READY=1"))
        #expect(try ServiceManager.inheritedSockets().isEmpty)
    }

    @Test func `one inherited socket is used whatever its name, several by name`() {
        let plain = InheritedSocket(descriptor: 3, name: "unknown", isListening: true)
        let named = InheritedSocket(descriptor: 4, name: "varlink", isListening: false)
        #expect(ServiceManager.choose([plain], named: "varlink") == plain)
        #expect(ServiceManager.choose([plain, named], named: "varlink") == named)
        #expect(ServiceManager.choose([], named: "varlink") == nil)
    }
}
