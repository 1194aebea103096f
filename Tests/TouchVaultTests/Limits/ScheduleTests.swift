import TouchConfiguration
import Testing
import TouchCore

@testable import TouchVault

private let minute: Int64 = 60_000_000
private let hour = 60 * minute
private let day = 24 * hour

/// An attacker who guesses wrong as soon as a guess is allowed, and does nothing else.
private func guesses(_ schedule: Schedule, within window: Int64) -> Int {
    let limiter = Limiter(schedule: schedule)
    var (record, moment, count) = (AttemptRecord.clear, Moment.test, 0)
    let end = moment.boottime.microseconds + window
    while true {
        switch limiter.standing(record, at: moment).bar {
        case .none:
            guard moment.boottime.microseconds <= end else { return count }
            record = record.counting(at: moment)
            count += 1
        case .wait(let left): moment.boottime = moment.boottime.advanced(by: left)
        case .exhausted, .altered, .inactive: return count
        }
    }
}

struct ScheduleTests {
    @Test(
        arguments: [
            (1 * minute, 6), (6 * minute, 7), (25 * minute, 8), (hour, 9), (12 * hour, 11), (day, 12), (7 * day, 14),
            (30 * day, 15), (365 * day, 17), (5 * 365 * day, 19), (1_000 * 365 * day, 20),
        ] as [(Int64, Int)])
    func `pure waiting buys no more guesses than in today's table of Android`(window: Int64, most: Int) {
        #expect(guesses(.present, within: window) == most)
    }

    @Test(
        arguments: [
            (minute, 11), (6 * minute, 21), (25 * minute, 49), (hour, 63), (12 * hour, 101), (day, 111), (7 * day, 139),
            (30 * day, 162), (365 * day, 497), (5 * 365 * day, 1_957),
        ] as [(Int64, Int)])
    func `the classic rule gives as many guesses as Gatekeeper gave`(window: Int64, most: Int) {
        #expect(guesses(.classic, within: window) == most)
    }

    @Test func `the present table asks for a wait after every failure from the fifth on, and ends with the twentieth`()
    {
        #expect(Schedule.present.lastFailure == 20)
        #expect(Schedule.present.wait(after: 19) == .after(.microseconds(9 * 365 * day)))
        #expect(Schedule.present.wait(after: 20) == .forever)
        #expect(Schedule.present.wait(after: 1_000_000) == .forever)
        #expect((0..<5).allSatisfy { Schedule.present.wait(after: $0) == .none })
        let waits = ([1, 5, 15, 30, 90] as [Int64]).map { Schedule.Wait.after(.microseconds($0 * minute)) }
        #expect((5..<10).map { Schedule.present.wait(after: $0) } == waits)
        #expect((5...20).allSatisfy { Schedule.present.wait(after: $0) != .none })
    }

    @Test func `a custom table repeats its last wait, or ends after it if it is final`() throws {
        let open = try #require(Schedule(free: 2, waits: [.seconds(60), .seconds(3_600)], isFinal: false))
        let (first, second) = (Schedule.Wait.after(.seconds(60)), Schedule.Wait.after(.seconds(3_600)))
        #expect((1...5).map { open.wait(after: $0) } == [.none, first, second, second, second])
        let final = try #require(Schedule(free: 3, waits: [], isFinal: true))
        #expect((2...3).map { final.wait(after: $0) } == [.none, .forever])
        #expect(open.lastFailure == nil && final.lastFailure == 3)
    }

    private static let refused: [(Int, [Int64], Bool)] = [
        (0, [minute], true), (11, [minute], true), (3, [], false), (3, [999_999], true), (3, [-1], true),
        (3, [11 * 365 * day], true), (3, Array(repeating: minute, count: 65), true),
    ]

    @Test(arguments: refused)
    func `a useless or implausible table is refused`(free: Int, waits: [Int64], isFinal: Bool) {
        #expect(Schedule(free: free, waits: waits.map { .microseconds($0) }, isFinal: isFinal) == nil)
    }
}

struct LimiterTests {
    private let limiter = Limiter(schedule: .present)
    private let otherBoot = BootID(bytes: Array(101...116))

    private func record(_ failed: Int) -> AttemptRecord {
        AttemptRecord(failed: failed, boot: Moment.test.boot, boottime: Moment.test.boottime)
    }

    private func moment(_ microseconds: Int64, boot: BootID = Moment.test.boot) -> Moment {
        var moment = Moment.test
        (moment.boot, moment.boottime.microseconds) = (boot, microseconds)
        return moment
    }

    @Test(arguments: [(5, minute), (6, 5 * minute), (12, 36 * hour), (19, 9 * 365 * day)])
    func `a wait ends exactly after its length, and a reboot restarts it`(failed: Int, wait: Int64) {
        for (boot, start) in [(Moment.test.boot, Moment.test.boottime.microseconds), (otherBoot, 0)] {
            func bar(_ time: Int64) -> Standing.Bar {
                limiter.standing(record(failed), at: moment(start + time, boot: boot)).bar
            }
            #expect(bar(0) == .wait(.microseconds(wait)) && bar(wait - 1) == .wait(.microseconds(1)))
            #expect(bar(wait) == .none)
        }
    }

    @Test func `neither the wall clock nor one that ran backwards shortens a wait`() {
        for wall in [Int64.min / 2, 0, Int64.max / 2] {
            var moment = moment(Moment.test.boottime.microseconds - 1_000)
            moment.wall = WallTime(microseconds: wall)
            #expect(limiter.standing(record(5), at: moment).bar == .wait(.microseconds(minute + 1_000)))
        }
    }

    @Test func `attempts left count down to the next wait and to the end`() {
        let late = moment(Moment.test.boottime.microseconds + 100 * 365 * day)
        #expect((0...5).map { limiter.standing(record($0), at: late).attemptsLeft } == [5, 4, 3, 2, 1, 1])
        #expect((0...21).map { limiter.standing(record($0), at: late).attemptsUntilLocked }.suffix(3) == [1, 0, 0])
        #expect(limiter.standing(record(5), at: .test).attemptsLeft == 0)
        #expect(limiter.standing(record(20), at: late).bar == .exhausted)
    }

    /// A day after the last failure, and when its wait is over; after a reboot, both begin at the boot.
    @Test(arguments: [(1, day), (5, day), (10, day), (12, 36 * hour)])
    func `failures are forgotten after that time, which no reboot shortens`(failed: Int, time: Int64) {
        let limiter = Limiter(schedule: Schedule.present.forgetting(after: .microseconds(day)))
        let start = Moment.test.boottime.microseconds
        #expect(limiter.aged(record(failed), at: moment(start + time - 1)) == record(failed))
        #expect(limiter.aged(record(failed), at: moment(start + time)) == .clear)
        #expect(limiter.aged(record(failed), at: moment(time - 1, boot: otherBoot)) == record(failed))
        #expect(limiter.aged(record(failed), at: moment(time, boot: otherBoot)) == .clear)
    }

    @Test func `who is locked for good stays so, and without that option nothing is forgotten`() {
        let late = moment(Moment.test.boottime.microseconds + 100 * 365 * day)
        let limiter = Limiter(schedule: Schedule.present.forgetting(after: .microseconds(day)))
        #expect(limiter.standing(record(20), at: late).bar == .exhausted)
        #expect(self.limiter.standing(record(4), at: late).failed == 4)
    }

    @Test func `a schedule without end is recognized`() {
        #expect(Limiter(schedule: .classic).standing(record(139), at: .test).attemptsUntilLocked == nil)
        #expect(
            Limiter(schedule: .classic)
                .standing(record(5), at: moment(Moment.test.boottime.microseconds + minute)).attemptsLeft
                == 5)
    }
}

struct GuessMemoryTests {
    private func hash(_ byte: Int) -> [UInt8] { [UInt8](repeating: UInt8(byte), count: KeyedHash.byteCount) }

    /// Records guesses of user 1 one after the other and returns which were known.
    private func known(_ guesses: [(number: Int, time: Int64)]) -> [Bool] {
        var memory = GuessMemory()
        return guesses.map { memory.note(hash($0.number), of: 1, at: Instant(microseconds: $0.time)) }
    }

    /// A repeated guess moves to the front.
    @Test(arguments: [
        ([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], [true, true, true, true, true]), ([1, 2, 3, 4, 5, 6, 1], [false]),
        ([1, 2, 3, 4, 5, 1, 6, 1], [true]), ([1, 2, 3, 4, 5, 1, 6, 2], [false]),
    ])
    func `the last five guesses are known again, and a sixth pushes the oldest out`(numbers: [Int], last: [Bool]) {
        #expect(known(numbers.map { ($0, 0) }).suffix(last.count) == last[...])
    }

    @Test func `guesses are forgotten five minutes after the latest`() {
        let times = [0, 5 * minute - 1, 10 * minute - 2, 15 * minute - 2]
        #expect(known(times.map { (1, $0) }) == [false, true, true, false])
    }

    @Test func `the guesses of one user are not those of another`() {
        var memory = GuessMemory()
        let start = Instant(microseconds: 0)
        let known = [memory.note(hash(1), of: 1, at: start), memory.note(hash(1), of: 2, at: start)]
        #expect(known == [false, false])
    }
}
