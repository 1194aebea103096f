import Testing
import TestSupport
import TouchCore

@testable import TouchVault

struct RecoveryTests {
    private static func recover(
        _ vault: Vault, _ name: String, _ text: String, by caller: UInt32? = 1000, at moment: Moment = .test
    ) throws -> RecoveryVerdict {
        let key = try RecoveryKey(text)
        guard let key else { throw RecoveryText() }
        return try vault.recover(try UserName(name), with: key, by: caller, at: moment)
    }

    private struct RecoveryText: Error {}

    /// A vault with a pattern and a recovery key of anna, and the key.
    private static func prepared(_ path: String = Vault.inMemory) throws -> (Vault, String) {
        let vault = try Vault.ofAnna(path)
        guard let key = try vault.makeRecoveryKey(for: UserName("anna")) else { throw RecoveryText() }
        return (vault, key.text)
    }

    private static let strange = String(repeating: "c", count: 64)

    @Test func `a key is 64 letters of modhex in eight groups, and no two are alike`() throws {
        let (first, second) = (try Self.prepared().1, try Self.prepared().1)
        let groups = first.split(separator: "-")
        #expect(groups.map(\.count) == Array(repeating: 8, count: 8))
        #expect(groups.joined().allSatisfy { "cbdefghijklnrtuv".contains($0) })
        #expect(first != second)
    }

    @Test func `a key is read as people type it`() throws {
        let (vault, text) = try Self.prepared()
        let typed = text.uppercased().split(separator: "-").joined(separator: " ")
        #expect(try Self.recover(vault, "anna", typed) == .accepted)
    }

    @Test(arguments: [
        "", "c", String(repeating: "c", count: 63), String(repeating: "c", count: 65),
        String(repeating: "a", count: 64), String(repeating: "\u{e9}", count: 32),
    ])
    func `any other text is not a key`(text: String) throws {
        let isKey = try RecoveryKey(text) != nil
        #expect(!isKey)
    }

    @Test func `the key works when no guess is left`() throws {
        let (vault, text) = try Self.prepared()
        var moment = Moment.test
        for _ in 0..<20 {
            _ = try vault.begin("anna", seven, at: moment)
            moment.boottime.microseconds += 10 * 365 * 86_400_000_000
        }
        #expect(try vault.standing(of: UserName("anna"), at: moment).bar == .exhausted)
        #expect(try Self.recover(vault, "anna", text, at: moment) == .accepted)
        #expect(try vault.standing(of: UserName("anna"), at: moment).bar == .inactive(.recovering))
    }

    @Test func `a key is used up once a new pattern is stored, and not before`() throws {
        let (vault, text) = try Self.prepared()
        #expect(try Self.recover(vault, "anna", text) == .accepted)
        #expect(try Self.recover(vault, "anna", text) == .accepted)
        let outcome = try vault.beginEnrollment(try UserName("anna")).run(try pattern(zed))
        try vault.store(outcome, at: .test, spendsRecovery: true)
        #expect(try Self.recover(vault, "anna", text) == .wrong)
    }

    @Test func `a key outlives a change of the pattern and closing the vault, but not the user`() throws {
        let scratch = try TemporaryFolder()
        var text = ""
        do {
            let (vault, key) = try Self.prepared(scratch.path(of: "vault"))
            text = key
            try vault.enroll("anna", zed)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(try Self.recover(vault, "anna", text) == .accepted)
        #expect(try vault.remove(try UserName("anna")))
        try vault.enroll("anna", seven)
        #expect(try Self.recover(vault, "anna", text) == .wrong)
    }

    @Test func `the key of one user is not that of another`() throws {
        let (vault, text) = try Self.prepared()
        try vault.enroll("bert", seven)
        _ = try vault.makeRecoveryKey(for: UserName("bert"))
        #expect(try Self.recover(vault, "bert", text) == .wrong)
        #expect(try vault.verify("bert", seven) == .passed)
    }

    @Test(arguments: ["anna", "nobody"])
    func `after five wrong keys one in ten minutes is checked`(name: String) throws {
        let (vault, text) = try Self.prepared()
        for _ in 0..<5 { #expect(try Self.recover(vault, name, Self.strange) == .wrong) }
        #expect(try Self.recover(vault, name, text) == .wait(.microseconds(600_000_000)))
        var later = Moment.test
        later.boottime.microseconds += 600_000_000
        #expect(try Self.recover(vault, name, text, at: later) == (name == "anna" ? .accepted : .wrong))
    }

    @Test(arguments: [nil, 1001] as [UInt32?])
    func `wrong keys of one caller keep nobody else from the right one`(other: UInt32?) throws {
        let (vault, text) = try Self.prepared()
        for _ in 0..<5 { #expect(try Self.recover(vault, "anna", Self.strange) == .wrong) }
        #expect(try Self.recover(vault, "anna", text) == .wait(.microseconds(600_000_000)))
        #expect(try Self.recover(vault, "anna", text, by: other) == .accepted)
    }

    @Test func `a wrong key changes nothing`() throws {
        let (vault, _) = try Self.prepared()
        _ = try vault.begin("anna", zed)
        #expect(try Self.recover(vault, "anna", Self.strange) == .wrong)
        #expect(try vault.failures() == [1])
        #expect(try vault.verify("anna", seven) == .passed)
    }

    @Test func `a user locked by an alarm can be blocked as well, and stays so after the recovery key`() throws {
        let scratch = try TemporaryFolder()
        let text: String
        do {
            let vault = try Vault.ofAnna(scratch.path(of: "vault"))
            guard let key = try vault.makeRecoveryKey(for: UserName("anna")) else { throw RecoveryText() }
            text = key.text
            try vault.database.execute("UPDATE attempt SET failed = 1 WHERE user = 'anna'")
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        #expect(vault.alarm == .altered)
        let anna = try UserName("anna")
        #expect(try vault.restrict(anna, isDisabled: true, expiry: nil) == .changed)
        #expect(try vault.restrict(anna, isDisabled: true, expiry: nil) == .unchanged)
        #expect(try vault.users().map(\.state) == [.disabled])
        // Not vouched for by it.
        #expect(throws: Refused(standing: .altered)) { try vault.begin("anna", seven) }
        #expect(try Self.recover(vault, "anna", text) == .accepted)
        try vault.store(
            vault.beginEnrollment(anna).run(pattern(zed)), at: .test, spendsRecovery: true, keepsRestrictions: true)
        let error = #expect(throws: Refused.self) { try vault.begin("anna", zed) }
        #expect(error?.standing.bar == .inactive(.disabled))
        #expect(try vault.restrict(anna, isDisabled: false, expiry: nil) == .changed)
        #expect(try vault.verify("anna", zed) == .passed)
        #expect(try vault.restrict(UserName("nobody"), isDisabled: true, expiry: nil) == .unknownUser)
    }

    @Test func `the grid of one user is found without looking at the others`() throws {
        let vault = try Vault.quick()
        for number in 0..<20 { try vault.enroll("user\(number)", seven) }
        let runs = vault.database.tally.runs
        #expect(try vault.grid(of: UserName("user7"), for: "pattern").map { [$0.rows, $0.columns] } == [3, 3])
        #expect(vault.database.tally.runs == runs + 2)
        #expect(try vault.grid(of: UserName("nobody"), for: "pattern") == nil)
    }

    @Test func `a user without a pattern gets no key`() throws {
        let hasKey = try Vault.quick().makeRecoveryKey(for: UserName("nobody")) != nil
        #expect(!hasKey)
    }

    @Test func `the key is not in the files`() throws {
        let scratch = try TemporaryFolder()
        let (vault, text) = try Self.prepared(scratch.path(of: "vault"))
        let key = try RecoveryKey(text)
        guard let key else { throw RecoveryText() }
        let raw = key.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let files = scratch.bytes
        #expect(!Leak.found(raw, in: files))
        #expect(!Leak.found(Array(text.utf8), in: files))
        #expect(try vault.users().count == 1)
    }
}
