import TestSupport
import Testing
import TouchCore

@testable import TouchVault

struct FormerPatternsTests {
    private static let four = [4, 0, 7, 1]

    /// A closed vault of such a touchd: anna has a large pattern, a PIN and an expiry, bert was removed under duress, carl
    /// is disabled; altered by SQL.
    private static func make(_ path: String, _ sql: String = "") throws {
        let vault = try Vault.quick(path)
        let (anna, bert) = (try UserName("anna"), try UserName("bert"))
        try vault.enroll("anna", pattern(seven, rows: 4, columns: 5))
        try vault.enroll("anna", pin(four))
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
            #expect(users.map(\.secrets) == [["pattern", "pin"], ["pattern"], ["pattern"]])
            #expect(users.map(\.isHidden) == [false, true, false])
            #expect(users.map(\.state) == [.active, .active, .disabled])
            #expect(users[0].expiry == WallTime(microseconds: .max))
            let grid = try #require(try vault.grid(of: UserName("anna"), for: "pattern"))
            #expect(grid == (4, 5))
            #expect(try vault.verify("anna", pattern(seven, rows: 4, columns: 5)) == .passed)
            #expect(try vault.verify("anna", pin(Self.four)) == .passed)
            #expect(try vault.verify("anna", pattern(seven)) == .wrong)
            #expect(try vault.verify("anna", pin(Self.four)) == .passed)
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
        "UPDATE credential SET seal = NULL WHERE user = 'anna'", "DELETE FROM secret WHERE user = 'anna'",
        """
        INSERT INTO secret SELECT 'anna', 'pattern', passes, memory, salt, verifier, duress_passes, duress_memory,
            duress_salt, duress_verifier, second_duress FROM credential WHERE user = 'carl'
        """,
        "INSERT INTO secret SELECT user, 'Pattern', 1, 1, x'', x'', 1, 1, x'', x'', NULL FROM credential LIMIT 1",
    ])
    func `what was altered before opens for nobody after`(sql: String) throws {
        let scratch = try TemporaryFolder()
        try Self.make(scratch.path(of: "vault"), sql)
        for _ in 0..<2 {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            for secret in [try pattern(seven, rows: 4, columns: 5), try pattern(zed), try pin(Self.four)] {
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
