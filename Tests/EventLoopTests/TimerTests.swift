import EventLoop
import Testing

@Suite(.timeLimit(.minutes(10))) struct TimerTests {
    @Test func `a timer fires no earlier than its deadline and is disarmed then`() throws {
        let loop = try EventLoop()
        var firedAt: Int64 = 0
        let timer = try loop.timer {
            firedAt = loop.nowMicroseconds
            loop.exit()
        }
        let deadline = loop.nowMicroseconds + 2_000
        timer.arm(atMicroseconds: deadline)
        try loop.run()
        #expect(firedAt >= deadline)
        #expect(timer.deadlineMicroseconds == nil)
    }

    @Test func `a deadline in the past fires at once`() throws {
        let loop = try EventLoop()
        let timer = try loop.timer { loop.exit(1) }
        timer.arm(atMicroseconds: -5)
        #expect(try loop.run() == 1)
    }

    @Test func `an earlier deadline replaces a later one`() throws {
        let loop = try EventLoop()
        var firings = 0
        let timer = try loop.timer { firings += 1 }
        timer.arm(atMicroseconds: loop.nowMicroseconds + 3_600_000_000)
        timer.arm(atMicroseconds: 0)
        try loop.runRound(timeoutMicroseconds: 60_000_000)
        #expect(firings == 1)
        #expect(timer.deadlineMicroseconds == nil)
    }

    @Test func `a disarmed timer is silent`() throws {
        let loop = try EventLoop()
        let timer = try loop.timer { Issue.record("fired") }
        timer.arm(atMicroseconds: 0)
        timer.disarm()
        #expect(try !loop.runRound(timeoutMicroseconds: 0))
    }

    @Test func `a timer can arm itself again in its handler`() throws {
        let loop = try EventLoop()
        var count = 0
        var timer: Timer?
        timer = try loop.timer {
            count += 1
            if count == 3 { loop.exit() } else { timer?.arm(atMicroseconds: 0) }
        }
        timer?.arm(atMicroseconds: 0)
        try loop.run()
        #expect(count == 3)
        timer = nil
    }

    @Test func `a timer can end itself in its handler`() throws {
        let loop = try EventLoop()
        var timer: Timer?
        timer = try loop.timer {
            timer?.cancel()
            timer = nil
        }
        timer?.arm(atMicroseconds: 0)
        #expect(try loop.runRound(timeoutMicroseconds: 0))
        #expect(try !loop.runRound(timeoutMicroseconds: 0))
    }
}
