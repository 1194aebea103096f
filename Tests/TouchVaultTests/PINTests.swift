import Testing
import TestSupport
import TouchCore
@testable import TouchModels

@testable import TouchVault

struct PINTests {
    private static let four = [4, 0, 7, 1]
    private static let other = [8, 3, 5, 2, 9, 4]
    private static let forced = [6, 0, 2, 5]

    private static func secrets(_ vault: Vault) throws -> [[SecretKind]] { try vault.users(at: .test).map(\.secrets) }

    @Test(arguments: [[1, 2, 3], Array(repeating: 1, count: 13), [1, 2, 3, 10], [1, 2, 3, -1], []])
    func `an invalid PIN is rejected, and the caller's list is wiped`(digits: [Int]) {
        var list = digits
        #expect(throws: SecretError.invalid) {
            try Secret(PINPad.secret, in: PINPad.secret.form(), wiping: &list)
        }
        #expect(list.allSatisfy { $0 == 0 })
    }

    @Test func `a user with both passes with either, and replacing one keeps the other and forgets failures`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        #expect(try Self.secrets(vault) == [["pattern", "pin"]])
        #expect(try vault.verify("anna", seven) == .passed)
        #expect(try vault.verify("anna", pin(Self.four)) == .passed)
        #expect(try vault.verify("anna", zed) == .wrong)
        try vault.enroll("anna", zed)
        #expect(try vault.failures() == [0])
        #expect(try vault.verify("anna", seven) == .wrong)
        #expect(try vault.verify("anna", pin(Self.four)) == .passed)
        try vault.enroll("anna", pin(Self.other))
        #expect(try vault.verify("anna", pin(Self.four)) == .wrong)
        #expect(try vault.verify("anna", pin(Self.other)) == .passed)
        #expect(try vault.verify("anna", zed) == .passed)
    }

    @Test func `a user's wrong patterns and PINs count together, and a right one of either kind forgets both`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        try vault.enroll("bert", seven)
        for name in ["anna", "bert"] { #expect(try vault.verify(name, zed) == .wrong) }
        #expect(try vault.verify("anna", pin(Self.other)) == .wrong)
        #expect(try vault.verify("anna", pin(Self.other)) == .repeated)
        #expect(try vault.failures() == [2, 1])
        #expect(try vault.verify("anna", pin(Self.four)) == .passed)
        #expect(try vault.failures() == [0, 1])
    }

    @Test func `a duress PIN passes as one, and is removed with the everyday PIN alone`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        #expect(try vault.change("anna", pin(Self.four), at: 1, when: nil) == .sameAsEveryday)
        try vault.setDuress("anna", pin(Self.forced))
        #expect(try vault.users(at: .test).map(\.hasDuress) == [true])
        #expect(try vault.verify("anna", pin(Self.forced)) == .passedUnderDuress)
        try vault.enroll("anna", zed)
        #expect(try vault.verify("anna", pin(Self.forced)) == .passedUnderDuress)
        try vault.enroll("anna", pin(Self.other))
        #expect(try vault.verify("anna", pin(Self.forced)) == .wrong)
        #expect(try vault.users(at: .test).map(\.hasDuress) == [false])
    }

    @Test func `a recovery key makes pattern and PIN useless, and a PIN alone may follow`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        #expect(try vault.recover("anna", with: vault.recoveryKey(of: "anna")) == .accepted)
        #expect(try Self.secrets(vault) == [[]])
        for secret in [try pin(Self.four), try pattern(seven)] {
            #expect(throws: Refused.self) { try vault.begin("anna", secret) }
        }
        try vault.enroll("anna", pin(Self.other), spendsRecovery: true)
        #expect(try Self.secrets(vault) == [["pin"]])
        #expect(try vault.verify("anna", pin(Self.other)) == .passed)
        #expect(try vault.verify("anna", seven) == .wrong)
    }

    @Test func `the file does not show which of the secrets in a row are real`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        try vault.enroll("bert", seven)
        #expect(try vault.change("bert", pin(Self.four), at: 1) == .stored)
        try vault.setDuress("bert", pattern(zed))
        #expect(try vault.change("bert", pattern([8, 5, 2, 1]), at: 2, when: nil) == .stored)
        #expect(try Self.secrets(vault) == [["pattern", "pin"], ["pattern", "pin"]])
        let rows = try vault.database.prepare("SELECT verifiers FROM secret").rows { row throws(VaultError) in
            let verifiers = try row.blob(0, count: 9 * 32)
            return stride(from: 0, to: verifiers.count, by: 32).map { Array(verifiers[$0..<$0 + 32]) }
        }
        #expect(rows.count == 4)
        #expect(Set(rows.joined()).count == 4 * 9)
    }

    @Test func `no digit is in the file`() throws {
        let scratch = try TemporaryFolder()
        let digits = [9, 1, 8, 2, 7, 3, 6, 4, 5, 5, 9, 1]
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            try vault.enroll("anna", pin(digits))
            #expect(try vault.verify("anna", pin(digits)) == .passed)
        }
        for form in [digits.map(UInt8.init), digits.map { UInt8($0 + 48) }] {
            #expect(!Leak.found(form, in: scratch.bytes))
        }
    }
}
