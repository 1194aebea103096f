import TestSupport
import Testing
import TouchCore

@testable import TouchVault

/// Vaults whose patterns were in the rows of users.
struct FormerPatternsTests {
    private static let four = [4, 0, 7, 1]

    /// A closed vault of such a touchd: anna has a large pattern, a PIN and an expiry, bert was removed under duress, carl
    /// is disabled; altered by SQL.
    private static func make(_ path: String, _ sql: String = "") throws {
        let vault = try Vault.quick(path)
        let (anna, bert) = (try UserName("anna"), try UserName("bert"))
        try vault.store(vault.beginEnrollment(anna).run(try pattern(seven, rows: 4, columns: 5)), at: .test)
        try vault.store(vault.beginEnrollment(anna, of: "pin").run(try pin(four)), at: .test)
        #expect(try vault.restrict(anna, isDisabled: nil, expiry: WallTime(microseconds: .max)) == .changed)
        try vault.enroll("bert", seven)
        let forced = try #require(try vault.beginDuressEnrollment(bert)).run(try pattern(zed))
        #expect(try vault.storeDuress(forced) == .stored)
        #expect(try vault.hide(bert))
        try vault.enroll("carl", zed)
        #expect(try vault.restrict(UserName("carl"), isDisabled: true, expiry: nil) == .changed)
        try vault.makeFormer()
        try vault.database.execute(sql)
    }

    private static func enter(_ name: String, _ secret: Secret, _ vault: Vault) throws -> VerificationVerdict? {
        let admission = try vault.beginVerification(UserName(name), secret, at: .test)
        guard case .granted(let granted) = admission else { return nil }
        return try vault.finish(granted.run(secret))
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
            #expect(try Self.enter("anna", pattern(seven, rows: 4, columns: 5), vault) == .passed)
            #expect(try Self.enter("anna", pin(Self.four), vault) == .passed)
            #expect(try Self.enter("anna", pattern(seven), vault) == .wrong)
            #expect(try Self.enter("anna", pin(Self.four), vault) == .passed)
            #expect(try Self.enter("bert", pattern(seven), vault) == .passed)
            #expect(try Self.enter("bert", pattern(zed), vault) == .unknownUser)
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
                #expect(try Self.enter("anna", secret, vault) == nil)
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
            #expect(try Self.enter("carl", pattern(zed), vault) == nil)
            guard start == 0 else { continue }
            #expect(try Self.enter("anna", pattern(seven, rows: 4, columns: 5), vault) == nil)
            try vault.enroll("anna", seven)
            #expect(try vault.verify("anna", seven) == .passed)
        }
    }
}
