import TouchConfiguration
import Testing
import TestSupport
import TouchCore

@testable import TouchVault

/// What can be observed, with a stopwatch or with the rights of a front end, of a user who has a duress pattern.
struct ForcedTests {
    private static let forced = [6, 4, 8, 5, 1]
    private static let third = [2, 4, 3, 7, 8]
    private static let later = Moment(
        boot: Moment.test.boot, monotonic: Instant(microseconds: 9_000_000),
        boottime: Instant(microseconds: 10_000_000),
        wall: WallTime(microseconds: 1_700_000_900_000_000))

    /// Two users, the second with a pattern for duress.
    private static func pair(_ path: String = Vault.inMemory) throws -> Vault {
        let vault = try Vault.quick(path)
        for name in ["anna", "bert"] { try vault.enroll(name, seven) }
        try vault.setDuress("bert", pattern(forced))
        return vault
    }

    @Test func `whoever passes has the kinds that were not removed below`() throws {
        let (vault, anna) = (try Vault.ofAnna(), try UserName("anna"))
        try vault.enroll("anna", pin([4, 0, 7, 1]))
        try vault.setDuress("anna", pattern(Self.forced))
        func kinds() throws -> [[SecretKind]] {
            try [0, 1].map { try vault.secrets(of: anna, beside: "pattern", at: $0).own }
        }
        #expect(try kinds() == [["pattern", "pin"], ["pattern", "pin"]])
        #expect(try vault.hide(anna))
        #expect(try kinds() == [["pattern", "pin"], []] && vault.secrets(of: anna) == [])
        for (dots, below) in [(Self.third, ["pattern", "pin"]), (seven, ["pattern"])] as [([Int], [SecretKind])] {
            #expect(try vault.change("anna", pattern(dots), at: 1) == .stored)
            // The everyday secret, set once more, is also the one that was set.
            #expect(try kinds() == [below, ["pattern"]] && vault.secrets(of: anna) == ["pattern"])
        }
    }

    @Test func `an administrator's enrollment ends what was removed under duress and did not come back`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin([4, 0, 7, 1]))
        try vault.setDuress("anna", pattern(Self.forced))
        #expect(try vault.hide(UserName("anna")))
        #expect(try vault.change("anna", pattern(Self.third), at: 1) == .stored)
        #expect(try vault.verify("anna", pin([4, 0, 7, 1])) == .passed)
        try vault.enroll("anna", zed)
        #expect(try vault.users().map(\.secrets) == [["pattern"]])
        #expect(try vault.verify("anna", pin([4, 0, 7, 1])) == .wrong)
    }

    @Test func `a change costs what the old secret did, also after the configured cost has changed`() throws {
        let scratch = try TemporaryFolder()
        do { _ = try Self.pair(scratch.path(of: "vault")) }
        let vault = try Vault.open(path: scratch.path(of: "vault"), pepper: Vault.pepper(), parameters: .floor)
        let bert = try UserName("bert")
        for (kind, cost) in [("pattern", .forTests), ("pin", .floor)] as [(SecretKind, StretchParameters)] {
            for level in [0, 1] {
                let change = try vault.beginChange(bert, of: kind, at: level, isForDuress: false)
                #expect(try #require(change).stretching.parameters == cost, "\(kind) at \(level)")
            }
            #expect(try vault.beginEnrollment(bert, of: kind).stretching.parameters == .floor)
        }
    }

    /// All that `io.touchd.unlock` and the request for a widget say of a user to a front end.
    private static func told(_ name: String, _ vault: Vault) throws -> [String] {
        let name = try UserName(name)
        let user = try #require(try vault.users(at: later).first { $0.user == name })
        let grid = try vault.grid(of: name, for: "pattern")
        return [
            "\(user.created.microseconds)", "\(grid.map { "\($0.rows) x \($0.columns)" } ?? "none")",
            "\(user.state) \(user.standing)", "\(user.expiry?.microseconds ?? 0)",
        ]
    }

    @Test func `a change under duress shows as a real one: when, on which grid, and without wrong drawings`() throws {
        let vault = try Self.pair()
        let wide = try pattern([0, 1, 2, 3, 7], rows: 4, columns: 4)
        var work: [[Int64]] = []
        for name in ["anna", "bert"] { #expect(try vault.verify(name, zed) == .wrong) }
        for (name, level) in [("anna", 0), ("bert", 1)] {
            let (runs, changes) = (vault.database.tally.runs, vault.database.changes)
            #expect(try vault.change(name, wide, at: level, when: Self.later) == .stored)
            work.append([Int64(vault.database.tally.runs - runs), vault.database.changes - changes])
        }
        #expect(work[0] == work[1])
        #expect(try Self.told("bert", vault) == Self.told("anna", vault))
        #expect(try vault.verify("anna", zed) == .wrong)
        #expect(try vault.verify("bert", zed) == .wrong)
        #expect(try Self.told("bert", vault) == Self.told("anna", vault))
        #expect(try vault.verify("bert", Self.forced) == .wrong)
        #expect(try vault.verify("bert", seven) == .passed)
    }

    @Test func `the everyday pattern drawn for a change under duress ends the one for duress`() throws {
        let vault = try Self.pair()
        #expect(try vault.change("bert", pattern(seven), at: 1, when: Self.later) == .stored)
        #expect(try vault.users().map(\.created).last == Self.later.wall)
        #expect(try vault.verify("bert", Self.forced) == .wrong)
        #expect(try vault.verify("bert", seven) == .passed)
        #expect(try vault.users().map(\.hasDuress) == [false, false])
    }

    @Test func `a new everyday pattern drops it, and one drawn for the old pattern is not stored`() throws {
        let vault = try Vault.ofAnna()
        try vault.setDuress("anna", pattern(Self.forced))
        let begun = try vault.beginChange(UserName("anna"), of: "pattern", at: 1, isForDuress: true)
        let late = try #require(begun).run(try pattern(Self.forced))
        try vault.enroll("anna", zed)
        #expect(try vault.users().map(\.hasDuress) == [false])
        #expect(try vault.storeChange(late, at: 1, changed: nil) == .superseded)
        #expect(try vault.verify("anna", Self.forced) == .wrong)
    }

    @Test func `a duress pattern set under duress passes beside the one that was drawn for it, as a real one would`()
        throws
    {
        let vault = try Self.pair()
        let bert = try UserName("bert")
        let before = try Self.told("bert", vault)
        func setSecond(_ dots: [Int]) throws -> StoredChange {
            try vault.change("bert", pattern(dots), at: 2, when: nil)
        }
        #expect(try setSecond(Self.forced) == .sameAsEveryday)
        let lineage = vault.lineage(of: bert)
        for dots in [Self.third, zed] {
            #expect(try setSecond(dots) == .stored)
            #expect(vault.lineage(of: bert) != lineage)
            #expect(try Self.told("bert", vault) == before)
            #expect(try vault.verify("bert", dots) == .passedUnderDuress)
            #expect(try vault.verify("bert", Self.forced) == .passedUnderDuress)
            #expect(try vault.verify("bert", seven) == .passed)
        }
        #expect(try vault.verify("bert", Self.third) == .wrong)
        // What a real change does to a real duress pattern: it ends.
        #expect(try vault.change("bert", pattern(Self.third), at: 1, when: Self.later) == .stored)
        #expect(try vault.verify("bert", zed) == .wrong)
        #expect(try vault.verify("bert", Self.third) == .passedUnderDuress)
    }

    @Test func `a user who replaces the duress pattern without being forced ends what was set with it`() throws {
        let vault = try Self.pair()
        let bert = try UserName("bert")
        func setSecond(_ dots: [Int]) throws -> StoredChange {
            try vault.change("bert", pattern(dots), at: 2, when: nil)
        }
        #expect(try setSecond(zed) == .stored)
        try vault.setDuress("bert", pattern(Self.third))
        #expect(try vault.verify("bert", zed) == .wrong)
        #expect(try vault.verify("bert", Self.forced) == .wrong)
        #expect(try vault.verify("bert", Self.third) == .passedUnderDuress)
        #expect(try setSecond(zed) == .stored)
        #expect(try vault.hide(bert))
        #expect(try vault.verify("bert", zed) == .unknownUser)
    }

    @Test func `four to seven patterns for duress can be set, by chance, until an administrator enrolls the user`()
        throws
    {
        let vault = try Vault.quick(Vault.inMemory)
        var found: Set<Int> = []
        for round in 0..<80 {
            try vault.enroll("anna", seven)
            // Another kind, whose head may be the higher one, changes the chances alone.
            if round == 64 { try vault.enroll("anna", pin([4, 0, 7, 1])) }
            var count = 0
            while true {
                guard try vault.change("anna", pattern(zed), at: 1, when: nil) == .stored else { break }
                count += 1
                // A change by the user makes no room.
                if count == 2 { try vault.change("anna", pattern(seven)) }
            }
            found.insert(count)
        }
        #expect(found == [4, 5, 6, 7])
    }

    private static func removed(_ path: String = Vault.inMemory) throws -> Vault {
        let vault = try pair(path)
        #expect(try vault.hide(UserName("bert")))
        return vault
    }

    @Test func `the name looks like one without a pattern, drawing for drawing`() throws {
        let (vault, other) = (try Self.removed(), try Vault.quick())
        for _ in 0..<7 {
            for dots in [Self.forced, zed, zed] {
                let verdicts = try [vault, other].map { vault -> String in
                    do { return "\(try vault.verify("bert", dots))" } catch let error as Refused {
                        return "\(error.standing)"
                    }
                }
                #expect(verdicts[0] == verdicts[1])
                let standings = try [vault, other].map { try $0.standing(of: UserName("bert"), at: .test) }
                #expect(standings[0] == standings[1])
            }
        }
        let bert = try UserName("bert")
        #expect(try vault.grid(of: bert, for: "pattern") == nil)
    }

    /// Long after every wait.
    private static let rested = Moment(
        boot: Moment.test.boot, monotonic: Instant(microseconds: 1 << 60), boottime: Instant(microseconds: 1 << 60),
        wall: WallTime(microseconds: 1_700_000_900_000_000))

    @Test func `guesses at the hidden pattern are counted across starts, though those of unknown users start over`()
        throws
    {
        let scratch = try TemporaryFolder()
        let free = try #require(Schedule(free: 3, waits: [], isFinal: true))
        do { _ = try Self.removed(scratch.path(of: "vault")) }
        for guess in 0..<3 {
            let vault = try Vault.quick(scratch.path(of: "vault"), schedule: free)
            #expect(try vault.verify("bert", [guess, 4, 8, 7]) == .unknownUser)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"), schedule: free)
        #expect(try vault.standing(of: UserName("bert"), at: .test).isOpen)
        #expect(try vault.verify("bert", seven) == .unknownUser)
        #expect(try vault.clearWait(of: UserName("bert")) == .cleared)
        #expect(try vault.verify("bert", seven) == .passed)
    }

    @Test func `the recovery key is gone, tokens no longer count, and an administrator enrolls the user again`() throws
    {
        let vault = try Self.pair()
        let bert = try UserName("bert")
        let key = try vault.recoveryKey(of: "bert")
        let before = vault.lineage(of: bert)
        #expect(try vault.hide(bert))
        #expect(vault.lineage(of: bert) != before)
        #expect(try vault.recover("bert", with: key) == .wrong)
        let isNone = try vault.beginChange(bert, of: "pattern", at: 1, isForDuress: true) == nil
        #expect(isNone)
        try vault.enroll("bert", zed)
        #expect(try vault.users().map(\.isHidden) == [false, false])
        #expect(try vault.verify("bert", zed) == .passed)
        #expect(try vault.verify("bert", seven) == .wrong)
    }
}
