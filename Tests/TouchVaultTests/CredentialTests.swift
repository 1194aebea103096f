import TouchConfiguration
import Testing
import TouchCore

@testable import TouchVault

struct CredentialTests {
    @Test func `the same pattern of two users is stored differently`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("bert", seven)
        let count = try vault.database.prepare("SELECT count(DISTINCT verifier) + count(DISTINCT salt) FROM secret")
            .first { row throws(VaultError) in try row.integer(0) }
        #expect(count == 4)
    }

    @Test func `a new pattern replaces the old one and forgets its failures`() throws {
        let vault = try Vault.ofAnna()
        _ = try vault.verify("anna", zed)
        try vault.enroll("anna", zed)
        #expect(try vault.verify("anna", seven) == .wrong)
        #expect(try vault.verify("anna", zed) == .passed)
        #expect(try vault.users().count == 1)
    }

    @Test func `a right pattern clears the count of its user only`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("bert", seven)
        _ = try vault.verify("anna", zed)
        _ = try vault.verify("bert", zed)
        _ = try vault.verify("anna", seven)
        #expect(try vault.failures() == [0, 1])
    }

    @Test func `a pattern stored while an attempt is under way does not pass by it`() throws {
        let vault = try Vault.ofAnna()
        let outcome = try vault.begin("anna", seven).run(try pattern(seven))
        try vault.enroll("anna", zed)
        #expect(try vault.finish(outcome) == .superseded)
    }

    @Test func `a pattern removed while an attempt is under way does not pass`() throws {
        let vault = try Vault.ofAnna()
        let outcome = try vault.begin("anna", seven).run(try pattern(seven))
        #expect(try vault.remove(try UserName("anna")))
        #expect(try vault.finish(outcome) == .superseded)
    }

    @Test func `the salt of a name without a pattern is its own, lasts, and differs between vaults`() throws {
        let (vault, other) = (try Vault.quick(), try Vault.quick())
        func salt(_ vault: Vault, _ name: String) throws -> [UInt8] {
            try vault.begin(name, zed).stretches.everyday.salt
        }
        let first = try salt(vault, "nobody")
        #expect(try salt(vault, "nobody") == first)
        #expect(try salt(vault, "somebody") != first)
        #expect(try salt(other, "nobody") != first)
    }

    @Test func `recovery and a user's own change lift neither an expiry nor a ban, an administrator's enrollment both`()
        throws
    {
        let vault = try Vault.ofAnna()
        let anna = try UserName("anna")
        #expect(try vault.restrict(anna, isDisabled: true, expiry: .some(WallTime(microseconds: 5))) == .changed)
        let change = try vault.beginEnrollment(anna).run(try pattern(zed))
        try vault.store(change, at: .test, keepsRestrictions: true)
        #expect(try vault.users().map(\.state) == [.disabled])
        #expect(try vault.users().map(\.expiry) == [WallTime(microseconds: 5)])
        try vault.enroll("anna", seven)
        #expect(try vault.users().map(\.state) == [.active])
    }

    @Test func `users are listed in order with grid and time`() throws {
        let vault = try Vault.quick()
        try vault.enroll("bert", seven)
        let outcome = try vault.beginEnrollment(try UserName("anna")).run(try pattern(seven, rows: 4, columns: 5))
        try vault.store(outcome, at: .test)
        let users = try vault.users()
        #expect(users.map(\.user.description) == ["anna", "bert"])
        let grids = try users.map { try #require(try vault.grid(of: $0.user, for: "pattern")) }
        #expect(grids.map { [$0.rows, $0.columns] } == [[4, 5], [3, 3]])
        #expect(users.allSatisfy { $0.created.microseconds == 1_700_000_000_000_000 })
    }
}

struct UserNameTests {
    @Test(arguments: ["a", "Anna", "kiosk-7", "anna@example.org", "_x", ".x", String(repeating: "n", count: 64)])
    func `a name of allowed characters is accepted unchanged`(text: String) throws {
        #expect(try UserName(text).description == text)
    }

    @Test(arguments: [
        ("", "empty user name"), ("-a", "user names may not start with -"),
        (String(repeating: "n", count: 65), "user name too long: 65 bytes, maximum 64"),
    ])
    func `an empty, long or dashed name is refused with the reason`(text: String, reason: String) {
        #expect(throws: UserNameError(reason)) { try UserName(text) }
    }

    @Test(arguments: ["a b", "a\n", "ä", "a/b", "a\0"])
    func `a name with any other character is refused with those that are allowed`(text: String) {
        let reason = "user names may contain letters a-z and A-Z, digits and . _ - @ only"
        #expect(throws: UserNameError(reason)) { try UserName(text) }
    }
}
