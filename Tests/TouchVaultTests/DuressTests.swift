import Testing
import TouchCore

@testable import TouchVault

struct DuressTests {
    private static let forced = [6, 4, 8, 5, 1]

    private static func set(_ dots: [Int], _ vault: Vault) throws -> StoredDuress {
        let enrollment = try #require(try vault.beginDuressEnrollment(UserName("anna")))
        return try vault.storeDuress(enrollment.run(try pattern(dots)))
    }

    @Test func `both patterns pass, each as its own kind, and reset wrong guesses`() throws {
        let vault = try Vault.ofAnna()
        #expect(try Self.set(Self.forced, vault) == .stored)
        #expect(try vault.verify("anna", zed) == .wrong)
        #expect(try vault.verify("anna", Self.forced) == .passedUnderDuress)
        #expect(try vault.failures() == [0])
        #expect(try vault.verify("anna", seven) == .passed)
    }

    @Test func `the everyday pattern is refused`() throws {
        let vault = try Vault.ofAnna()
        #expect(try Self.set(seven, vault) == .sameAsEveryday)
        #expect(try vault.users().map(\.hasDuress) == [false])
    }

    @Test func `a new everyday pattern drops it, and one drawn for the old pattern is not stored`() throws {
        let vault = try Vault.ofAnna()
        _ = try Self.set(Self.forced, vault)
        let late = try #require(try vault.beginDuressEnrollment(UserName("anna"))).run(try pattern(Self.forced))
        try vault.enroll("anna", zed)
        #expect(try vault.users().map(\.hasDuress) == [false])
        #expect(try vault.storeDuress(late) == .superseded)
        #expect(try vault.verify("anna", Self.forced) == .wrong)
    }

    @Test func `a user without a pattern has none for duress`() throws {
        #expect(try Vault.quick().beginDuressEnrollment(UserName("anna")) == nil)
    }

    @Test func `a recovery key makes both useless`() throws {
        let vault = try Vault.ofAnna()
        _ = try Self.set(Self.forced, vault)
        guard let key = try vault.makeRecoveryKey(for: UserName("anna")) else {
            Issue.record("no key")
            return
        }
        #expect(try vault.recover(UserName("anna"), with: key, by: 1000, at: .test) == .accepted)
        #expect(throws: Refused.self) { try vault.verify("anna", Self.forced) }
        #expect(try vault.users().map(\.hasDuress) == [false])
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

    @Test func `an attempt that is given back was never made`() throws {
        let vault = try Vault.ofAnna()
        _ = try vault.verify("anna", zed)
        let verification = try vault.begin("anna", seven)
        #expect(try vault.failures() == [2])
        try vault.giveBack(verification)
        #expect(try vault.failures() == [1])
    }
}
