import EventLoop
import Testing
import TouchCore

@Suite(.timeLimit(.minutes(10))) struct TimerTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `a timer fires no earlier than its deadline and is disarmed then`() throws {
        var firedAt = Instant.zero
        let timer = try loop.timer {
            firedAt = loop.now
            loop.exit()
        }
        let deadline = loop.now.advanced(by: .milliseconds(2))
        timer.arm(at: deadline)
        try loop.run()
        #expect(firedAt >= deadline)
        #expect(timer.deadline == nil)
    }

    @Test func `an earlier deadline replaces a later one`() throws {
        var firings = 0
        let timer = try loop.timer { firings += 1 }
        timer.arm(at: loop.now.advanced(by: .seconds(3_600)))
        timer.arm(at: Instant(microseconds: -5))
        try loop.runRound(timeout: .seconds(60))
        #expect(firings == 1)
        #expect(timer.deadline == nil)
    }

    @Test func `a disarmed timer is silent`() throws {
        let timer = try loop.timer { Issue.record("fired") }
        timer.arm(at: .zero)
        timer.disarm()
        #expect(try !loop.runRound(timeout: .zero))
    }

    @Test func `a timer can arm itself again in its handler`() throws {
        var count = 0
        var timer: Timer?
        timer = try loop.timer {
            count += 1
            if count == 3 { loop.exit() } else { timer?.arm(at: .zero) }
        }
        timer?.arm(at: .zero)
        try loop.run()
        #expect(count == 3)
        timer = nil
    }

    @Test func `a timer can end itself in its handler`() throws {
        var timer: Timer?
        timer = try loop.timer {
            timer?.cancel()
            timer = nil
        }
        timer?.arm(at: .zero)
        #expect(try loop.runRound(timeout: .zero))
        #expect(try !loop.runRound(timeout: .zero))
    }
}
