import TouchConfiguration
import Testing
import TestSupport
import TouchCore
import TouchModels

@testable import TouchVault

/// PINs beside patterns: one user, one count, two kinds of secret.
struct PINTests {
    private static let four = [4, 0, 7, 1]
    private static let other = [8, 3, 5, 2, 9, 4]
    private static let forced = [6, 0, 2, 5]

    private static func enroll(_ name: String, _ digits: [Int], _ vault: Vault) throws {
        try vault.store(vault.beginEnrollment(UserName(name), of: "pin").run(try pin(digits)), at: .test)
    }

    private static func begin(_ name: String, _ digits: [Int], _ vault: Vault) throws -> Verification {
        guard case .granted(let granted) = try vault.beginVerification(UserName(name), pin(digits), at: .test) else {
            throw VaultError.outOfMemory
        }
        return granted
    }

    private static func enter(_ name: String, _ digits: [Int], _ vault: Vault) throws -> VerificationVerdict {
        try vault.finish(try begin(name, digits, vault).run(try pin(digits)))
    }

    private static func secrets(_ vault: Vault) throws -> [[SecretKind]] { try vault.users(at: .test).map(\.secrets) }

    // MARK: The secret itself

    @Test func `a PIN has the length of a pattern in memory and the documented form`() throws {
        let bytes = try pin(Self.four).bytes.withBytes { span in span.indices.map { span[$0] } }
        let expected = Array("touchd pin".utf8) + [0, 0, 0, 0, 0] + [1, 0, 0, 0, 4] + [4, 0, 7, 1]
        #expect(bytes == expected + [UInt8](repeating: 0xff, count: 60))
        #expect(try pattern(seven).bytes.count == bytes.count)
    }

    @Test func `other digits, another order or length, and a pattern of the same numbers do not match`() throws {
        let first = try pin(Self.four)
        for digits in [[4, 0, 7, 2], [0, 4, 7, 1], [4, 0, 7, 1, 1], [4, 0, 7, 1, 0]] {
            #expect(!first.matches(try pin(digits)))
        }
        #expect(!first.matches(try pattern(Self.four)))
        #expect(first.matches(try pin(Self.four)))
    }

    @Test(arguments: [[1, 2, 3], Array(repeating: 1, count: 13), [1, 2, 3, 10], [1, 2, 3, -1], []])
    func `an invalid PIN is rejected, and the caller's list is wiped`(digits: [Int]) {
        var list = digits
        #expect(throws: SecretError.invalid) {
            try Secret(PINPad.secret, in: PINPad.secret.form(), wiping: &list)
        }
        #expect(list.allSatisfy { $0 == 0 })
    }

    // MARK: One user

    @Test func `a user with both passes with either, and replacing one keeps the other`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("anna", Self.four, vault)
        #expect(try Self.secrets(vault) == [["pattern", "pin"]])
        #expect(try vault.verify("anna", seven) == .passed)
        #expect(try Self.enter("anna", Self.four, vault) == .passed)
        try vault.enroll("anna", zed)
        #expect(try Self.enter("anna", Self.four, vault) == .passed)
        try Self.enroll("anna", Self.other, vault)
        #expect(try Self.enter("anna", Self.four, vault) == .wrong)
        #expect(try Self.enter("anna", Self.other, vault) == .passed)
        #expect(try vault.verify("anna", zed) == .passed)
    }

    @Test func `wrong patterns and wrong PINs count together, and a right one of either kind forgets both`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("anna", Self.four, vault)
        #expect(try vault.verify("anna", zed) == .wrong)
        #expect(try Self.enter("anna", Self.other, vault) == .wrong)
        #expect(try vault.failures() == [2])
        #expect(try Self.enter("anna", Self.other, vault) == .repeated)
        #expect(try vault.failures() == [2])
        #expect(try Self.enter("anna", Self.four, vault) == .passed)
        #expect(try vault.failures() == [0])
    }

    // MARK: One run of Argon2id

    @Test func `an entry is stretched once, for any user`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("bert", Self.four, vault)
        try vault.enroll("carl", seven)
        try Self.enroll("carl", Self.four, vault)
        let duress = try #require(try vault.beginDuressEnrollment(UserName("carl"), of: "pin"))
        #expect(try vault.storeDuress(duress.run(pin(Self.forced))) == .stored)
        try vault.enroll("dora", seven)
        try Self.enroll("dora", Self.four, vault)
        #expect(try vault.hide(UserName("dora")))
        for name in ["anna", "bert", "carl", "dora", "nobody"] {
            let outcome = try Self.begin(name, Self.other, vault).run(try pin(Self.other))
            #expect(outcome.stretches == 1, "\(name)")
            _ = try vault.finish(outcome)
            #expect(try vault.begin(name, zed).run(try pattern(zed)).stretches == 1, "\(name)")
        }
    }

    // MARK: Duress

    @Test func `a duress PIN passes as one, and is removed with the everyday PIN alone`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("anna", Self.four, vault)
        let duress = try #require(try vault.beginDuressEnrollment(UserName("anna"), of: "pin"))
        #expect(try vault.storeDuress(duress.run(pin(Self.four))) == .sameAsEveryday)
        #expect(try vault.storeDuress(duress.run(pin(Self.forced))) == .stored)
        #expect(try vault.users(at: .test).map(\.hasDuress) == [true])
        #expect(try Self.enter("anna", Self.forced, vault) == .passedUnderDuress)
        try vault.enroll("anna", zed)
        #expect(try Self.enter("anna", Self.forced, vault) == .passedUnderDuress)
        try Self.enroll("anna", Self.other, vault)
        #expect(try Self.enter("anna", Self.forced, vault) == .wrong)
        #expect(try vault.users(at: .test).map(\.hasDuress) == [false])
    }

    // MARK: Recovery, change and removal

    @Test func `a recovery key makes pattern and PIN useless, and a PIN alone may follow`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("anna", Self.four, vault)
        let anna = try UserName("anna")
        guard let key = try vault.makeRecoveryKey(for: anna) else { return #expect(Bool(false), "no key") }
        #expect(try vault.recover(anna, with: key, by: 1000, at: .test) == .accepted)
        #expect(try Self.secrets(vault) == [[]])
        for secret in [try pin(Self.four), try pattern(seven)] {
            guard case .refused = try vault.beginVerification(anna, secret, at: .test) else {
                Issue.record("an old secret was taken")
                continue
            }
        }
        let enrollment = try vault.beginEnrollment(anna, of: "pin").run(pin(Self.other))
        try vault.store(enrollment, at: .test, spendsRecovery: true, keepsRestrictions: true)
        #expect(try Self.secrets(vault) == [["pin"]])
        #expect(try Self.enter("anna", Self.other, vault) == .passed)
        #expect(try vault.verify("anna", seven) == .wrong)
    }

    // MARK: The file

    @Test func `a vault from before there were PINs keeps its patterns and accepts PINs`() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "vault")
        let older = Schema(steps: Array(Schema.present.steps.prefix(Schema.userSummingStep - 4)))
        do {
            let vault = try Vault.open(
                path: path, pepper: Vault.pepper(), parameters: .forTests, resultLimit: 10, schedule: .present)
            try vault.enroll("anna", seven)
            // As the older program left it.
            try vault.makeOlder()
            try vault.database.execute(
                "DROP TABLE secret; ALTER TABLE result DROP COLUMN secret; PRAGMA user_version = \(older.steps.count)")
        }
        let vault = try Vault.quick(path)
        #expect(vault.newAlarm == nil)
        #expect(try vault.verify("anna", seven) == .passed)
        try Self.enroll("anna", Self.four, vault)
        #expect(try Self.enter("anna", Self.four, vault) == .passed)
    }

    @Test func `the file does not show which of the secrets in a row are real`() throws {
        let vault = try Vault.ofAnna()
        try Self.enroll("anna", Self.four, vault)
        try vault.enroll("bert", seven)
        let posing = try #require(try vault.beginDuressEnrollment(UserName("bert"), of: "pin", posing: true))
        #expect(try vault.storeDuress(posing.run(try pin(Self.four)), posingAsChangeAt: .test) == .stored)
        #expect(try Self.secrets(vault) == [["pattern", "pin"], ["pattern", "pin"]])
        let rows = try vault.database.prepare(
            "SELECT salt, duress_salt, verifier, duress_verifier, second_duress FROM secret"
        ).rows { row throws(VaultError) in
            let deeper = try row.blob(4, count: 6 * 32)
            return [try row.blob(0, count: 16), try row.blob(1, count: 16)]
                + [try row.blob(2, count: 32), try row.blob(3, count: 32)]
                + stride(from: 0, to: deeper.count, by: 32).map { Array(deeper[$0..<$0 + 32]) }
        }
        #expect(rows.count == 4)
        for row in rows {
            #expect(row[0] == row[1])
            #expect(Set(row[2...]).count == 8)
        }
    }

    @Test func `no digit is in the file`() throws {
        let scratch = try TemporaryFolder()
        let digits = [9, 1, 8, 2, 7, 3, 6, 4, 5, 5, 9, 1]
        do {
            let vault = try Vault.quick(scratch.path(of: "vault"))
            try Self.enroll("anna", digits, vault)
            #expect(try Self.enter("anna", digits, vault) == .passed)
        }
        let bytes = scratch.bytes
        for form in [digits.map(UInt8.init), digits.map { UInt8($0 + 48) }] {
            #expect(!bytes.indices.contains { bytes[$0...].starts(with: form) })
        }
    }

    // MARK: Common ones

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
        "1004", "2000", "4321", "1313", "1122", "2512", "1225", "7890", "311299", "991231", "12345678", "31121999",
        "20001231", "121212121212",
    ])
    func `runs, repetitions, years and dates are rejected`(digits: String) throws {
        #expect(try pin(digits.utf8.map { Int($0) - 48 }).isCommon)
    }

    @Test(arguments: ["8068", "4071", "835294", "6025", "90417", "7392846", "48390276"])
    func `a PIN that follows no rule is accepted`(digits: String) throws {
        #expect(try !pin(digits.utf8.map { Int($0) - 48 }).isCommon)
    }

    @Test func `about a tenth of all PINs of four digits are too common`() throws {
        let common = try (0..<10_000).count { number in
            try pin([1_000, 100, 10, 1].map { number / $0 % 10 }).isCommon
        }
        #expect((1_000...1_150).contains(common))
    }
}
