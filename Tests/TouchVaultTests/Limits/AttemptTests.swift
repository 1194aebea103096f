import TouchConfiguration
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

/// Many wrong patterns, no two alike.
private let wrong = (0..<24).map { number in
    (0..<5).map { (number + $0 * [1, 2, 4][number / 9]) % 9 }
}

struct AttemptTests {
    private let minute: Int64 = 60_000_000

    private func moment(_ microseconds: Int64) -> Moment {
        var moment = Moment.test
        moment.boottime.microseconds += microseconds
        return moment
    }

    /// Counts attempts that are never finished.
    private func fail(_ vault: Vault, _ count: Int) throws {
        for _ in 0..<count { _ = try vault.begin("anna", seven) }
    }

    @Test func `a name without a pattern waits like one with a pattern, until the daemon ends`() throws {
        let scratch = try TemporaryFolder()
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            for _ in 0..<5 { _ = try vault.begin("nobody", seven) }
            let error = #expect(throws: Refused.self) { try vault.begin("nobody", seven) }
            #expect(error?.standing.bar == .wait(.microseconds(minute)))
        }
        #expect(try Vault.quick(scratch.path(of: "vault")).verify("nobody", seven) == .unknownUser)
    }

    @Test func `a repeated slip costs nothing, not even a wait`() throws {
        let vault = try Vault.ofAnna()
        #expect(try vault.verify("anna", zed) == .wrong)
        #expect(try vault.verify("anna", zed) == .repeated)
        try fail(vault, 4)
        #expect(try vault.verify("anna", zed, at: moment(minute)) == .repeated)
        #expect(try vault.failures() == [5])
        #expect(try vault.verify("anna", seven, at: moment(minute)) == .passed)
    }

    @Test func `a slip is not forgiven while another attempt is under way`() throws {
        let vault = try Vault.ofAnna()
        _ = try vault.verify("anna", zed)
        let first = try vault.begin("anna", zed)
        _ = try vault.begin("anna", seven)
        #expect(try vault.finish(try first.run(try pattern(zed))) == .repeated)
        #expect(try vault.failures() == [2])
    }

    @Test func `a right pattern does not forgive an attempt that began after it`() throws {
        let vault = try Vault.ofAnna()
        let first = try vault.begin("anna", seven)
        _ = try vault.begin("anna", zed)
        #expect(try vault.finish(try first.run(try pattern(seven))) == .passed)
        #expect(try vault.failures() == [1])
    }

    @Test func `slips are forgotten when the pattern was right`() throws {
        let vault = try Vault.ofAnna()
        _ = try vault.verify("anna", zed)
        _ = try vault.verify("anna", seven)
        #expect(try vault.verify("anna", zed) == .wrong)
    }

    @Test(arguments: [
        "UPDATE attempt SET failed = 0 WHERE user = 'anna'", "UPDATE attempt SET boottime = 0 WHERE user = 'anna'",
        "UPDATE attempt SET boot = NULL WHERE user = 'anna'", "UPDATE attempt SET sequence = 99 WHERE user = 'anna'",
        "UPDATE attempt SET failed = -1", "DELETE FROM attempt; INSERT INTO attempt (user) SELECT user FROM credential",
        "UPDATE credential SET scheme = 9", "UPDATE secret SET memory = 1 << 40", "UPDATE secret SET passes = 0",
        "UPDATE secret SET salt = x'00'", "UPDATE secret SET verifiers = x''", "UPDATE secret SET kind = 'nothing'",
        "UPDATE secret SET verifiers = (SELECT verifiers FROM secret WHERE user = 'bert') WHERE user = 'anna'",
        "DELETE FROM secret",
        """
        INSERT INTO secret SELECT 'anna', 'pin', passes, memory, salt, verifiers, rows, columns
        FROM secret WHERE user = 'bert'
        """,
    ])
    func `an altered record locks its user, and clearing the wait does not help`(change: String) throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("bert", seven)
        try fail(vault, 2)
        try vault.database.execute(change)
        let error = #expect(throws: Refused.self) { try vault.verify("anna", seven) }
        #expect(error?.standing == .altered)
        #expect(try vault.clearWait(of: UserName("anna")) == .altered)
        try vault.enroll("anna", zed)
        #expect(try vault.verify("anna", zed) == .passed)
    }

    @Test func `a cleared wait is over and durable`() throws {
        let scratch = try TemporaryFolder()
        do {
            let vault = try Vault.ofAnna(scratch.path(of: "vault"))
            try fail(vault, 5)
            #expect(try vault.clearWait(of: UserName("anna")) == .cleared)
            #expect(try vault.clearWait(of: UserName("anna")) == .clear)
            #expect(try vault.clearWait(of: UserName("nobody")) == .unknownUser)
        }
        #expect(try Vault.quick(scratch.path(of: "vault")).verify("anna", seven) == .passed)
    }

    /// Random attempts, waits and restarts against a model in three lines.
    @Test(arguments: 1...6)
    func `no attempt is compared before it is counted, and none while a wait is due`(seed: UInt64) throws {
        let vault = try Vault.ofAnna()
        var random = seed &* 0x9E37_79B9_7F4A_7C15
        func draw(_ limit: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return random >> 33 % limit
        }
        var (failed, due, now) = (0, Int64(0), Int64(0))
        for step in 0..<200 {
            now += Int64(draw(2 * 3_600)) * 1_000_000
            do {
                let isRight = draw(6) == 0
                let dots = isRight ? seven : wrong[step % wrong.count]
                let verification = try vault.begin("anna", dots, at: moment(now))
                #expect(now >= due)
                #expect(try vault.failures() == [failed + 1])
                let verdict = try vault.finish(try verification.run(try pattern(dots)))
                #expect((verdict == .passed) == isRight)
                if verdict == .passed { (failed, due) = (0, 0) }
                if verdict == .wrong {
                    failed += 1
                    if case .after(let wait) = Schedule.present.wait(after: failed) { due = now + wait.microseconds }
                }
            } catch let refused as Refused {
                #expect(now < due)
                #expect(refused.standing.bar == .wait(.microseconds(due - now)))
            }
            #expect(try vault.failures() == [failed])
        }
    }
}
