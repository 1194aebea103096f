import Testing
import TestSupport
import TouchCore
import System

@testable import TouchVault

/// Binary values have the same bytes on every machine: a disk, or a copy of it, may move to another one.
///
/// The bytes were made by another program (Python's `int.to_bytes(8, "little")` and `hashlib.blake2b`).
struct StoredBytesTests {
    private static let count: Int64 = 0x0102_0304_0506_0708
    private static let vault = [UInt8](0..<16)

    /// A slot of the guard file with that count, under a pepper of 32 sevens.
    private static let slot =
        Array("touchd guard 1\0\0".utf8) + vault + [8, 7, 6, 5, 4, 3, 2, 1]
        + bytes("3ee9a4ebe571a114da2272fa667bcaf317234ebaa9b5ea8d8368dcb4bc959cd4")

    private static func bytes(_ digits: String) -> [UInt8] { Hexadecimal.bytes(of: Array(digits.utf8)) ?? [] }

    @Test func `the guard file counts least byte first`() throws {
        let scratch = try TemporaryFolder()
        let file = GuardFile(path: scratch.path(of: "guard"), key: try Vault.pepper())
        try file.make(GuardRecord(vault: Self.vault, counter: Self.count))
        let written = scratch.contents(of: "guard")
        #expect(Array(written.prefix(72)) == Self.slot)
        #expect(Array(written.dropFirst(GuardFile.slotStride)) == Self.slot)
    }

    @Test func `a guard file of another machine is read`() throws {
        let scratch = try TemporaryFolder()
        let file = GuardFile(path: scratch.path(of: "guard"), key: try Vault.pepper())
        try file.make(GuardRecord(vault: Self.vault, counter: 0))
        try scratch.write(Self.slot + [UInt8](repeating: 0, count: GuardFile.slotStride), to: "guard")
        let other = GuardFile(path: scratch.path(of: "guard"), key: try Vault.pepper())
        #expect(try other.find() == .valid(GuardRecord(vault: Self.vault, counter: Self.count)))
    }

    @Test func `the seal of a record of attempts is over numbers whose least byte is first`() throws {
        let attempts = AttemptRecord(
            failed: 3, boot: BootID(bytes: Self.vault), boottime: Instant(microseconds: 0x1112_1314_1516_1718))
        let record = SealedRecord(credential: Self.count, sequence: -2, attempts: attempts)
        let seal = record.seal(of: try UserName("anna"), key: try Vault.pepper())
        #expect(seal == Self.bytes("b9ed499de1aa832656ece82b01651b803f7f8106075c7258ca15e9ecefcbaa7b"))
    }

    @Test func `a link of the audit is over numbers whose least byte is first`() throws {
        let link = AuditLink.link(
            after: [UInt8](0..<32), sequence: Self.count, seal: [UInt8](32..<64), key: try Vault.pepper())
        #expect(link == Self.bytes("ceb5504e1eccad58f8ba942a46350d94440efcc4218875369f3e85994f4f5627"))
    }
}
