import Testing
import TouchCore

@testable import TouchVault

@Suite struct MissLimiterTests {
    private let vault: Vault
    private let limiter: MissLimiter

    init() throws {
        vault = try Vault.quick()
        limiter = MissLimiter(vault: vault)
    }

    private static let panel = "usb1/1-2"

    /// Makes a number of misses, a second apart, and returns the last wait in seconds and its time.
    @discardableResult
    private func miss(_ times: Int, at moment: Moment = .test) throws -> (wait: Int64, at: Moment) {
        var (wait, now): (Int64, Moment) = (0, moment)
        for number in 0..<times {
            now = moment.later(seconds: Int64(number))
            wait = try limiter.miss(on: Self.panel, at: now).microseconds
        }
        return (wait / 1_000_000, now)
    }

    private func left(at moment: Moment) throws -> Int64 {
        try limiter.wait(of: Self.panel, at: moment).microseconds / 1_000_000
    }

    @Test
    func `the fifth miss in a minute causes ten seconds for its panel, whatever is missed then or the wall clock says`()
        throws
    {
        let (wait, last) = try miss(5)
        #expect(wait == 10)
        #expect(try limiter.wait(of: "usb1/1-3", at: last) == .seconds(0))
        for _ in 0..<9 { try limiter.miss(on: Self.panel, at: last.later(seconds: 5)) }
        for wall in [0, last.wall.microseconds + 86_400_000_000] {
            var moment = last.later(seconds: 9)
            moment.wall = WallTime(microseconds: wall)
            #expect(try left(at: moment) == 1)
        }
        #expect(try left(at: last.later(seconds: 10)) == 0)
        #expect(try miss(4, at: last.later(seconds: 10)).wait == 0)
    }

    @Test func `five misses in more than a minute cause no wait`() throws {
        for number in 0..<20 {
            #expect(try limiter.miss(on: Self.panel, at: Moment.test.later(seconds: Int64(number) * 15)) == .seconds(0))
        }
    }

    @Test func `each further wait is twice as long, to a quarter of an hour`() throws {
        var (waits, now): ([Int64], Moment) = ([], .test)
        for _ in 0..<8 {
            let (wait, last) = try miss(5, at: now)
            waits.append(wait)
            now = last.later(seconds: wait)
        }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 900])
    }

    @Test func `a solved captcha, and an hour without a wait, reset the length of waits`() throws {
        let (_, last) = try miss(5)
        try limiter.pass(on: Self.panel, at: last.later(seconds: 11))
        #expect(try miss(4, at: last.later(seconds: 12)).wait == 0)
        let (wait, second) = try miss(1, at: last.later(seconds: 16))
        #expect(wait == 10)
        #expect(try miss(5, at: second.later(seconds: 3_700)).wait == 10)
    }

    @Test func `a wait starts over after a reboot`() throws {
        let (_, last) = try miss(5)
        var rebooted = last
        rebooted.boot = BootID(bytes: [UInt8](repeating: 7, count: 16))
        rebooted.boottime.microseconds = 5_000_000
        #expect(try left(at: rebooted) == 5)
        #expect(try left(at: rebooted.later(seconds: 5)) == 0)
    }

    @Test(arguments: ["waits = 0, began = NULL", "waits = 0", "times = x''", "seal = x''", "boot = x'00'"])
    func `a row that was altered counts as the longest wait, which ends`(change: String) throws {
        let (_, last) = try miss(5)
        try vault.database.execute("UPDATE miss SET \(change)")
        #expect(try left(at: last) == 900)
        #expect(try left(at: last.later(seconds: 900)) == 0)
    }

    @Test func `many panels are remembered, not any number`() throws {
        for number in 0..<300 { try limiter.miss(on: "panel \(number)", at: .test) }
        #expect(try vault.number("SELECT count(*) FROM miss") == 256)
    }

    private static let (simple, standard) = (MissTopic(1), MissTopic(2))

    @Test func `misses of all topics count together`() throws {
        var waits: [Int64] = []
        for topic in [Self.simple, Self.standard, .other, Self.simple, Self.standard] {
            waits.append(try limiter.miss(on: Self.panel, of: topic, at: .test).microseconds)
        }
        #expect(waits == [0, 0, 0, 0, 10_000_000])
    }

    @Test(arguments: [(2, 10), (1, 0)])
    func `a solution forgives only the misses of its own topic`(solved: Int, wait: Int64) throws {
        for _ in 0..<4 { try limiter.miss(on: Self.panel, of: Self.simple, at: .test) }
        try limiter.pass(on: Self.panel, of: MissTopic(UInt8(solved)), at: .test)
        #expect(try limiter.miss(on: Self.panel, of: Self.simple, at: .test) == .seconds(wait))
    }

    @Test func `solving easy ones between the hard ones makes each wait longer`() throws {
        var (waits, now): ([Int64], Moment) = ([], .test)
        for _ in 0..<3 {
            var wait: Int64 = 0
            for _ in 0..<5 {
                try limiter.pass(on: Self.panel, of: Self.simple, at: now)
                wait = try limiter.miss(on: Self.panel, of: Self.standard, at: now).microseconds
            }
            waits.append(wait / 1_000_000)
            now = now.later(seconds: wait / 1_000_000)
        }
        #expect(waits == [10, 20, 40])
    }

    @Test func `waits that misses of two topics led to are forgiven when both were solved`() throws {
        for number in 0..<5 {
            try limiter.miss(on: Self.panel, of: number < 4 ? Self.simple : Self.standard, at: .test)
        }
        let later = Moment.test.later(seconds: 10)
        try limiter.pass(on: Self.panel, of: Self.simple, at: later)
        #expect(try miss(5, at: later).wait == 20)
        let end = later.later(seconds: 100)
        for topic in [Self.standard, .other] { try limiter.pass(on: Self.panel, of: topic, at: end) }
        #expect(try miss(5, at: end).wait == 10)
    }
}
