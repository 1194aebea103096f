import Glibc
import Testing
import TestSupport

@testable import TouchVault

struct GuardFileTests {
    private let scratch: TemporaryFolder
    init() throws { scratch = try TemporaryFolder() }

    private static func file(_ scratch: TemporaryFolder, pepper: UInt8 = 7) throws -> GuardFile {
        GuardFile(path: scratch.path(of: "guard"), key: try Vault.pepper(pepper))
    }

    private static let name = [UInt8](repeating: 3, count: GuardRecord.vaultByteCount)

    /// The counter of a file that was made and then written so often.
    private static func counter(_ scratch: TemporaryFolder, writes: Int) throws {
        let file = try file(scratch)
        try file.make(GuardRecord(vault: name, counter: 0))
        for counter in 0..<writes { try file.writing(GuardRecord(vault: name, counter: Int64(counter + 1))).run() }
    }

    @Test(arguments: [0, 1, 2, 7])
    func `the last write is found`(writes: Int) throws {
        try Self.counter(scratch, writes: writes)
        #expect(try Self.file(scratch).find() == .valid(GuardRecord(vault: Self.name, counter: Int64(writes))))
    }

    @Test func `a torn write leaves the record before it`() throws {
        try Self.counter(scratch, writes: 6)
        let whole = scratch.contents(of: "guard")
        // Record 6 lies in the first slot; from some byte on it is what was there before.
        for cut in 0..<72 {
            var torn = whole
            for index in cut..<72 { torn[index] ^= 0x5a }
            try scratch.write(torn, to: "guard")
            #expect(try Self.file(scratch).find() == .valid(GuardRecord(vault: Self.name, counter: 5)), "byte \(cut)")
        }
    }

    @Test func `no flipped bit makes a record of another count`() throws {
        try Self.counter(scratch, writes: 5)
        let whole = scratch.contents(of: "guard")
        for bit in 0..<(72 * 8) {
            var bytes = whole
            bytes[GuardFile.slotStride + bit / 8] ^= 1 << UInt8(bit % 8)
            try scratch.write(bytes, to: "guard")
            #expect(try Self.file(scratch).find() == .valid(GuardRecord(vault: Self.name, counter: 4)), "bit \(bit)")
        }
    }

    @Test func `a record under another pepper is rejected`() throws {
        try Self.counter(scratch, writes: 3)
        #expect(try Self.file(scratch, pepper: 8).find() == .altered)
    }

    @Test func `a file that others may use is refused`() throws {
        try Self.counter(scratch, writes: 1)
        unsafe chmod(scratch.path(of: "guard"), 0o644)
        #expect(throws: VaultError.exposed(path: scratch.path(of: "guard"), mode: 0o644)) {
            try Self.file(scratch).find()
        }
    }

    @Test func `every change of a vault is counted once`() throws {
        let vault = try Vault.quick(scratch.path(of: "vault"))
        let tokens = try TokenIssuer(vault: vault, policy: .init(), at: .test)
        let anna = try UserName("anna")
        try vault.enroll("anna", seven)
        let begun = try vault.begin("anna", zed)
        let outcome = try begun.run(try pattern(zed))
        let passed = try vault.insert(.sample())
        let changes: [(String, () throws -> Void)] = [
            ("enrollment", { try vault.enroll("bert", zed) }), ("attempt", { _ = try vault.begin("anna", zed) }),
            ("verdict", { _ = try vault.finish(outcome) }), ("wait", { _ = try vault.clearWait(of: anna) }),
            ("result", { _ = try vault.insert(.sample()) }), ("key", { _ = try vault.makeRecoveryKey(for: anna) }),
            ("token", { _ = try tokens.tokenText(for: passed.id, at: .test) }),
            ("keys", { try tokens.rotate(at: .test) }),
            ("restriction", { _ = try vault.restrict(anna, isDisabled: true, expiry: nil) }),
            ("removal", { _ = try vault.remove(anna) }),
        ]
        for (name, change) in changes {
            let (counter, rows) = (vault.guarding.state.record.counter, vault.database.changes)
            try change()
            let isChanged = vault.database.changes != rows
            #expect(vault.guarding.state.record.counter == counter + (isChanged ? 1 : 0), "\(name)")
        }
    }

    @Test func `a refused attempt changes nothing and is not counted`() throws {
        let vault = try Vault.ofAnna()
        for _ in 0..<5 { _ = try vault.begin("anna", zed) }
        let before = vault.guarding.state.record.counter
        #expect(throws: Refused.self) { try vault.begin("anna", zed) }
        #expect(vault.guarding.state.record.counter == before)
    }
}
