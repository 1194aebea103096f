import Testing
import TestSupport
import TouchCore

@testable import TouchVault

struct RecoveryTests {
    /// A vault with a pattern and a recovery key of anna, and the key.
    private static func prepared(_ path: String = Vault.inMemory) throws -> (Vault, String) {
        let vault = try Vault.ofAnna(path)
        return (vault, try vault.recoveryKey(of: "anna"))
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
        #expect(try vault.recover("anna", with: typed) == .accepted)
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
        #expect(try vault.recover("anna", with: text, at: moment) == .accepted)
        #expect(try vault.standing(of: UserName("anna"), at: moment).bar == .inactive(.recovering))
    }

    @Test(arguments: [false, true])
    func `a key outlives a change and closing the vault, and is used up with the user or by a new pattern, not before`(
        isRemoved: Bool
    ) throws {
        let scratch = try TemporaryFolder()
        var text = ""
        do {
            let (vault, key) = try Self.prepared(scratch.path(of: "vault"))
            text = key
            try vault.enroll("anna", zed)
        }
        let vault = try Vault.quick(scratch.path(of: "vault"))
        for _ in 0..<2 { #expect(try vault.recover("anna", with: text) == .accepted) }
        if isRemoved { #expect(try vault.remove(try UserName("anna"))) }
        try vault.enroll("anna", pattern(seven), spendsRecovery: !isRemoved)
        #expect(try vault.recover("anna", with: text) == .wrong)
    }

    @Test func `a right key makes room for wrong ones only when it is used up`() throws {
        let (vault, text) = try Self.prepared()
        for _ in 0..<4 { #expect(try vault.recover("anna", with: Self.strange, by: 7) == .wrong) }
        #expect(try vault.recover("anna", with: text, by: 7) == .accepted)
        #expect(try vault.recover("anna", with: Self.strange, by: 7) == .wrong)
        #expect(try vault.recover("anna", with: text, by: 7) == .wait(.seconds(600)))
        try vault.enroll("anna", pattern(seven), spendsRecovery: true)
        #expect(try vault.recover("anna", with: Self.strange, by: 7) == .wrong)
    }

    @Test func `the key of one user is not that of another`() throws {
        let (vault, text) = try Self.prepared()
        try vault.enroll("bert", seven)
        _ = try vault.makeRecoveryKey(for: UserName("bert"))
        #expect(try vault.recover("bert", with: text) == .wrong)
        #expect(try vault.verify("bert", seven) == .passed)
    }

    @Test(arguments: ["anna", "nobody"], [nil, 1001] as [UInt32?])
    func `after five wrong keys of one caller one in ten minutes is checked, and others may try the right one`(
        name: String, other: UInt32?
    ) throws {
        let (vault, text) = try Self.prepared()
        let right: RecoveryVerdict = name == "anna" ? .accepted : .wrong
        for owner in [name, "anna", "bert", "zoe", "nobody"] {
            #expect(try vault.recover(owner, with: Self.strange) == .wrong)
        }
        #expect(try vault.recover(name, with: text) == .wait(.microseconds(600_000_000)))
        #expect(try vault.recover(name, with: text, at: Moment.test.later(seconds: 600)) == right)
        for _ in 0..<5 { #expect(try vault.recover(name, with: Self.strange, by: 7) == .wrong) }
        #expect(try vault.recover(name, with: text, by: other) == right)
    }

    @Test func `a user locked by an alarm can be blocked as well, and stays so after the recovery key`() throws {
        let scratch = try TemporaryFolder()
        let text: String
        do {
            let vault: Vault
            (vault, text) = try Self.prepared(scratch.path(of: "vault"))
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
        #expect(try vault.recover("anna", with: text) == .accepted)
        try vault.enroll("anna", pattern(zed), spendsRecovery: true)
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
        guard let key else { throw NoKey() }
        let raw = key.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let files = scratch.bytes
        #expect(!Leak.found(raw, in: files))
        #expect(!Leak.found(Array(text.utf8), in: files))
        #expect(try vault.users().count == 1)
    }
}
