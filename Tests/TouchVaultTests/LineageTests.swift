import TouchConfiguration
import Testing
import TouchCore

@testable import TouchVault

/// Changes of what a user has, which end what was proved and begun before.
enum UserChange: String, CaseIterable {
    case enrollment, duress, removal, disabling, expiry, recoveryKey, recovery

    func apply(_ vault: Vault, to name: String) throws {
        let user = try UserName(name)
        switch self {
        case .enrollment: try vault.enroll(name, zed)
        case .duress: try vault.setDuress(name, pattern([8, 5, 2, 1]))
        case .removal: #expect(try vault.remove(user))
        case .disabling: #expect(try vault.restrict(user, isDisabled: true, expiry: nil) == .changed)
        case .expiry:
            #expect(try vault.restrict(user, isDisabled: nil, expiry: .some(WallTime(microseconds: 5))) == .changed)
        case .recoveryKey: _ = try vault.recoveryKey(of: name)
        case .recovery: #expect(try vault.recover(name, with: vault.recoveryKey(of: name)) == .accepted)
        }
    }
}

struct LineageTests {
    @Test(arguments: UserChange.allCases)
    func `a change voids earlier proofs, for that user alone`(change: UserChange) throws {
        let vault = try Vault.quick()
        let issuer = try TokenIssuer.quick(vault)
        var tokens: [String: String] = [:]
        for name in ["anna", "bert"] {
            try vault.enroll(name, seven)
            let stored = try vault.insert(.unlock { $0.user = try? UserName(name) })
            tokens[name] = try issuer.tokenText(for: stored.id, binding: .none, at: .test)
        }
        try change.apply(vault, to: "anna")
        func redeem(_ name: String) throws -> Redemption {
            try issuer.redeem(RedemptionRequest(token: #require(tokens[name]), owner: 1_000), at: .test)
        }
        #expect(try redeem("anna") == .refused(.tokenExpired))
        guard case .passed = try redeem("bert") else { return #expect(Bool(false), "bert's token is void") }
    }

    @Test func `a proof is void after a change even if its result was deleted`() throws {
        let vault = try Vault.quick(resultLimit: 4)
        let issuer = try TokenIssuer.quick(vault)
        try vault.enroll("anna", seven)
        let token = try issuer.unlock()
        for _ in 0..<9 { _ = try vault.insert(.sample()) }
        #expect(try vault.remove(UserName("anna")))
        #expect(try issuer.redeem(token).refusal == .tokenExpired)
    }

    @Test(arguments: [nil, 0, 1])
    func `an attempt begun before a change of the secret, real or under duress, is superseded and forgotten`(
        level: Int?
    ) throws {
        let vault = try Vault.ofAnna()
        let wrong = try vault.begin("anna", zed).run(try pattern(zed))
        if let level {
            try vault.change("anna", pattern([8, 5, 2, 1]), at: level)
        } else {
            try vault.enroll("anna", [8, 5, 2, 1])
        }
        #expect(try vault.finish(wrong) == .superseded)
        #expect(try vault.verify("anna", zed) == .wrong)
    }

    @Test(arguments: UserChange.allCases)
    func `an enrollment begun before a change is not stored after it`(change: UserChange) throws {
        let vault = try Vault.ofAnna()
        let user = try UserName("anna")
        let lineage = vault.lineage(of: user)
        let late = try vault.beginEnrollment(user).run(try pattern([0, 1, 2, 5, 4]))
        // Neither a change of another user nor a wrong drawing is one.
        try vault.enroll("bert", zed)
        #expect(try vault.verify("anna", zed) == .wrong)
        #expect(vault.lineage(of: user) == lineage)
        try change.apply(vault, to: "anna")
        let before = try vault.users().map(\.state)
        for spends in [true, false] {
            #expect(try !vault.store(late, at: .test, spendsRecovery: spends, since: lineage))
        }
        #expect(try vault.users().map(\.state) == before)
        #expect(try vault.store(late, at: .test, since: vault.lineage(of: user)))
    }

    @Test func `a name without a pattern is stretched like the newest pattern`() throws {
        let vault = try Vault.quick()
        #expect(try vault.begin("nobody", zed).stretching.parameters == vault.parameters)
        try vault.enroll("anna", seven)
        try vault.database.execute("UPDATE secret SET passes = 3")
        #expect(try vault.begin("nobody", zed).stretching.parameters.passes == 3)
    }
}
