import EventLoop
import Synchronization
import Testing
import TouchCore

@testable import TouchScreen

struct RationTests {
    @Test func `a user has several turns at once, then one after each interval`() {
        var ration = Ration(burst: 3, interval: .microseconds(10))
        #expect(
            (0..<5).map { _ in ration.consume(for: 1, now: Instant(microseconds: 100)) } == [
                true, true, true, false, false,
            ])
        #expect((101...130).filter { ration.consume(for: 1, now: Instant(microseconds: $0)) } == [110, 120, 130])
    }

    @Test func `a user idle for long has the full ration`() {
        var ration = Ration(burst: 2, interval: .microseconds(10))
        for _ in 0..<5 { _ = ration.consume(for: 1, now: Instant(microseconds: 0)) }
        #expect((0..<3).map { _ in ration.consume(for: 1, now: Instant(microseconds: 1_000)) } == [true, true, false])
    }

    @Test func `only users with the full ration are forgotten`() {
        var ration = Ration(burst: 1, interval: .microseconds(10))
        _ = ration.consume(for: 1, now: Instant(microseconds: 0))
        for user: UInt32 in 2...2_000 { _ = ration.consume(for: user, now: Instant(microseconds: 5)) }
        #expect([9, 10].filter { ration.consume(for: 1, now: Instant(microseconds: $0)) } == [10])
    }

    @Test func `omitted lines are counted by user`() throws {
        let lines = Mutex<[String]>([])
        let loop = try EventLoop()
        let statistics = Statistics()
        let log = try PeerLog(
            Journal { entry in lines.withLock { $0.append(entry.message) } }, statistics, loop: loop)
        for number in 0..<100 { log.line(.info, .token, of: 5, "line \(number)") }
        log.line(.warning, .token, of: 6, "another's")
        log.line(.warning, .key, of: 5, "of another kind")
        // A line below the log level costs nothing.
        for _ in 0..<100 { log.line(.debug, .token, of: 6, "quiet") }
        #expect(lines.withLock(\.count) == 32 && statistics.linesLeftOut == 70)
        log.say()
        log.say()
        #expect(lines.withLock { $0.last } == "client bug: uid 5 caused 70 more lines (suppressed)")
        #expect(lines.withLock(\.count) == 33)
    }
}
