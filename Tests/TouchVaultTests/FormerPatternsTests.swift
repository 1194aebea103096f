import TestSupport
import Testing
import TouchCore

@testable import TouchVault

/// Vaults of touchd 0.1, whose patterns were in the rows of users.
struct FormerPatternsTests {
    /// A closed vault of it: anna has a large pattern and an expiry, bert was removed under duress, carl is disabled and
    /// failed once, dora has a duress pattern; altered by SQL.
    private static func make(_ path: String, _ sql: String = "") throws {
        let vault = try Vault.quick(path)
        _ = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        let (anna, bert) = (try UserName("anna"), try UserName("bert"))
        try vault.enroll("anna", pattern(seven, rows: 4, columns: 5))
        #expect(try vault.restrict(anna, isDisabled: nil, expiry: WallTime(microseconds: .max)) == .changed)
        try vault.enroll("bert", seven)
        try vault.setDuress("bert", pattern(zed))
        #expect(try vault.hide(bert))
        try vault.enroll("carl", zed)
        #expect(try vault.verify("carl", seven) == .wrong)
        try vault.enroll("dora", seven)
        try vault.setDuress("dora", pattern(zed))
        #expect(try vault.restrict(UserName("carl"), isDisabled: true, expiry: nil) == .changed)
        try vault.makeFormer()
        try vault.database.execute(sql)
    }

    @Test func `all that users had stays as it was`() throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"))
        for _ in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == nil)
            let users = try vault.users()
            #expect(users.map(\.secrets) == Array(repeating: ["pattern"], count: 4))
            #expect(users.map(\.isHidden) == [false, true, false, false])
            #expect(users.map(\.state) == [.active, .active, .disabled, .active])
            #expect(try vault.failures()[2] == 1)
            #expect(users[0].expiry == WallTime(microseconds: .max))
            let grid = try #require(try vault.grid(of: UserName("anna"), for: "pattern"))
            #expect(grid == (4, 5))
            #expect(try vault.verify("anna", pattern(seven, rows: 4, columns: 5)) == .passed)
            #expect(try vault.verify("anna", pattern(seven)) == .wrong)
            #expect(try vault.verify("bert", pattern(seven)) == .passed)
            #expect(try vault.verify("bert", pattern(zed)) == .unknownUser)
            #expect(try vault.verify("dora", seven) == .passed)
            #expect(try vault.verify("dora", zed) == .passedUnderDuress)
        }
    }

    @Test func `a migrated user can have a second duress pattern and a PIN`() throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"))
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(try vault.change("dora", pattern([8, 5, 2, 1]), at: 2, when: nil) == .stored)
        for dots in [zed, [8, 5, 2, 1]] { #expect(try vault.verify("dora", dots) == .passedUnderDuress) }
        try vault.enroll("dora", pin([4, 0, 7, 1]))
        #expect(try vault.verify("dora", pin([4, 0, 7, 1])) == .passed)
        #expect(try vault.verify("dora", seven) == .passed)
    }

    @Test(arguments: [
        "UPDATE credential SET verifier = (SELECT verifier FROM credential WHERE user = 'carl') WHERE user = 'anna'",
        "UPDATE credential SET rows = 3, columns = 3 WHERE user = 'anna'",
        "UPDATE credential SET passes = 0 WHERE user = 'anna'",
        "UPDATE credential SET scheme = 3 WHERE user = 'anna'",
        "UPDATE credential SET duress_salt = NULL WHERE user = 'anna'",
        "UPDATE credential SET duress_passes = duress_passes + 1 WHERE user = 'anna'",
        "UPDATE credential SET seal = NULL WHERE user = 'anna'",
    ])
    func `what was altered before opens for nobody after`(sql: String) throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"), sql)
        for _ in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            for secret in [try pattern(seven, rows: 4, columns: 5), try pattern(zed)] {
                #expect(throws: Refused.self) { try vault.begin("anna", secret) }
            }
        }
    }

    @Test(arguments: [
        "DELETE FROM attempt WHERE user = 'anna'", "UPDATE attempt SET seal = zeroblob(32) WHERE user = 'anna'",
        "INSERT INTO recovery VALUES ('anna', zeroblob(32))", "UPDATE guard SET counter = counter + 1",
        "DELETE FROM key WHERE name = 'kiosk'", "DELETE FROM credential WHERE user = 'dora'",
    ])
    func `an alteration before the migration locks everybody, and who seemed removed stays hidden`(sql: String) throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"), "PRAGMA foreign_keys = ON; \(sql)")
        for start in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == .altered)
            #expect(try vault.users().prefix(3).map(\.isHidden) == [false, true, false])
            #expect(throws: Refused.self) { try vault.begin("carl", zed) }
            guard start == 0 else { continue }
            #expect(vault.newAlarm == .altered)
            #expect(throws: Refused.self) { try vault.begin("anna", pattern(seven, rows: 4, columns: 5)) }
            try vault.enroll("anna", seven)
            #expect(try vault.verify("anna", seven) == .passed)
        }
    }
}
