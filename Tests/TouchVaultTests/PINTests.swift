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

    @Test func `a PIN has the length of a pattern in memory and the documented form`() throws {
        let bytes = try pin(Self.four).bytes.withBytes { span in span.indices.map { span[$0] } }
        let expected = Array("touchd pin".utf8) + [0, 0, 0, 0, 0] + [1, 0, 0, 0, 4] + [4, 0, 7, 1]
        #expect(bytes == expected + [UInt8](repeating: 0xff, count: 60))
        #expect(try pattern(seven).bytes.count == bytes.count)
    }

    @Test func `other digits, another order or length, and a pattern of the same numbers do not match`() throws {
        let first = try pin(Self.four).bytes.copied
        for digits in [[4, 0, 7, 2], [0, 4, 7, 1], [4, 0, 7, 1, 1], [4, 0, 7, 1, 0]] {
            #expect(try pin(digits).bytes.copied != first)
        }
        #expect(try pattern(Self.four).bytes.copied != first)
        #expect(try pin(Self.four).bytes.copied == first)
    }

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
        let duress = try #require(try vault.beginDuressEnrollment(UserName("anna"), of: "pin"))
        #expect(try vault.storeDuress(duress.run(pin(Self.four))) == .sameAsEveryday)
        #expect(try vault.storeDuress(duress.run(pin(Self.forced))) == .stored)
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
        try vault.enroll("anna", pin(Self.other), spendsRecovery: true, keepsRestrictions: true)
        #expect(try Self.secrets(vault) == [["pin"]])
        #expect(try vault.verify("anna", pin(Self.other)) == .passed)
        #expect(try vault.verify("anna", seven) == .wrong)
    }

    @Test func `the file does not show which of the secrets in a row are real`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("anna", pin(Self.four))
        try vault.enroll("bert", seven)
        let posing = try #require(try vault.beginDuressEnrollment(UserName("bert"), of: "pin", posing: true))
        #expect(try vault.storeDuress(posing.run(try pin(Self.four)), posingAsChangeAt: .test) == .stored)
        try vault.setDuress("bert", pattern(zed))
        let second = try #require(try vault.beginDuressEnrollment(UserName("bert"))).run(pattern([8, 5, 2, 1]))
        #expect(try vault.storeDuress(second, at: 2) == .stored)
        #expect(try Self.secrets(vault) == [["pattern", "pin"], ["pattern", "pin"]])
        let rows = try vault.database.prepare("SELECT verifiers FROM secret").rows { row throws(VaultError) in
            let verifiers = try row.blob(0, count: 8 * 32)
            return stride(from: 0, to: verifiers.count, by: 32).map { Array(verifiers[$0..<$0 + 32]) }
        }
        #expect(rows.count == 4)
        #expect(Set(rows.joined()).count == 4 * 8)
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

    /// What each publication names, as its authors and those who quote it wrote it down.
    private static let published = [
        "Berry": [
            "1234", "1111", "0000", "1212", "7777", "2580", "12345", "42069", "123456", "159753", "696969", "007007",
            "1234567", "8675309", "147258369", "789456123",
        ],
        "Markert": [
            "0000", "0852", "1111", "1212", "1234", "1998", "2222", "2580", "5555", "5683",
            "000000", "111111", "112233", "121212", "123123", "123456", "159753", "654321", "666666", "789456",
        ],
    ]

    @Test(arguments: published.keys.sorted())
    func `the PINs that a publication names as the most common are rejected`(source: String) throws {
        for digits in try #require(Self.published[source]) {
            #expect(try pin(digits.utf8.map { Int($0) - 48 }).isCommon, "\(digits)")
        }
    }

    @Test(arguments: [
        ("1004", true), ("2000", true), ("4321", true), ("1313", true), ("1122", true), ("2512", true), ("1225", true),
        ("7890", true), ("311299", true), ("991231", true), ("12345678", true), ("31121999", true), ("20001231", true),
        ("121212121212", true), ("8068", false), ("4071", false), ("835294", false), ("6025", false), ("90417", false),
        ("7392846", false), ("48390276", false),
    ])
    func `runs, repetitions, years and dates are rejected, what follows no rule is accepted`(
        digits: String, isCommon: Bool
    ) throws {
        #expect(try pin(digits.utf8.map { Int($0) - 48 }).isCommon == isCommon)
    }

    @Test func `about a tenth of all PINs of four digits are too common`() throws {
        let common = try (0..<10_000).count { number in
            try pin([1_000, 100, 10, 1].map { number / $0 % 10 }).isCommon
        }
        #expect((1_000...1_150).contains(common))
    }
}
