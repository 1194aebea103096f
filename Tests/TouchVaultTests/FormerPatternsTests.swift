import TestSupport
import Testing
import TouchCore

@testable import TouchVault

/// Vaults of touchd 0.1, whose patterns were in the rows of users.
struct FormerPatternsTests {
    /// A closed vault of it: anna has a large pattern and an expiry, bert was removed under duress, carl is disabled;
    /// altered by SQL.
    private static func make(_ path: String, _ sql: String = "") throws {
        let vault = try Vault.quick(path)
        let (anna, bert) = (try UserName("anna"), try UserName("bert"))
        try vault.enroll("anna", pattern(seven, rows: 4, columns: 5))
        #expect(try vault.restrict(anna, isDisabled: nil, expiry: WallTime(microseconds: .max)) == .changed)
        try vault.enroll("bert", seven)
        try vault.setDuress("bert", pattern(zed))
        #expect(try vault.hide(bert))
        try vault.enroll("carl", zed)
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
            #expect(users.map(\.secrets) == [["pattern"], ["pattern"], ["pattern"]])
            #expect(users.map(\.isHidden) == [false, true, false])
            #expect(users.map(\.state) == [.active, .active, .disabled])
            #expect(users[0].expiry == WallTime(microseconds: .max))
            let grid = try #require(try vault.grid(of: UserName("anna"), for: "pattern"))
            #expect(grid == (4, 5))
            #expect(try vault.verify("anna", pattern(seven, rows: 4, columns: 5)) == .passed)
            #expect(try vault.verify("anna", pattern(seven)) == .wrong)
            #expect(try vault.verify("bert", pattern(seven)) == .passed)
            #expect(try vault.verify("bert", pattern(zed)) == .unknownUser)
        }
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

    @Test func `a vault that an alarm locked stays locked, and who seemed removed stays hidden`() throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"), "DELETE FROM attempt WHERE user = 'anna'")
        for start in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            #expect(vault.alarm == .altered)
            #expect(try vault.users().map(\.isHidden) == [false, true, false])
            #expect(throws: Refused.self) { try vault.begin("carl", zed) }
            guard start == 0 else { continue }
            #expect(throws: Refused.self) { try vault.begin("anna", pattern(seven, rows: 4, columns: 5)) }
            try vault.enroll("anna", seven)
            #expect(try vault.verify("anna", seven) == .passed)
        }
    }
}
