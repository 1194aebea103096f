import Glibc
import Testing
import TestSupport

@testable import TouchVault

struct DamageTests {
    /// A vault with three failed attempts of anna, closed.
    private static func used(_ scratch: TemporaryFolder) throws -> [UInt8] {
        do {
            let vault = try Vault.ofAnna(scratch.path(of: "vault"))
            for _ in 0..<3 { _ = try vault.begin("anna", zed) }
        }
        return scratch.contents(of: "vault")
    }

    /// How often an altered file gave anna a guess back, and how often it was refused.
    private static func open(_ bytes: [UInt8], in scratch: TemporaryFolder) throws -> (gains: Int, refusals: Int) {
        let guardBytes = scratch.contents(of: "vault.guard")
        try scratch.write(bytes, to: "altered")
        try scratch.write(guardBytes, to: "altered.guard")
        unsafe unlink(scratch.path(of: "altered-wal"))
        do {
            let vault = try Vault.quick(scratch.path(of: "altered"))
            let standing = try vault.standing(of: UserName("anna"), at: .test)
            if standing.bar == .altered { return (0, 1) }
            return (standing.failed < 3 ? 1 : 0, 0)
        } catch is VaultError {
            return (0, 1)
        }
    }

    @Test func `no flipped bit gives a guess back`() throws {
        let scratch = try TemporaryFolder(isInMemory: true)
        let whole = try Self.used(scratch)
        var refusals = 0
        // A step without common factors with the sizes of pages, cells and bytes visits every kind of place.
        for bit in stride(from: 0, to: whole.count * 8, by: 1_009) {
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let (gains, refused) = try Self.open(bytes, in: scratch)
            #expect(gains == 0, "bit \(bit)")
            refusals += refused
        }
        #expect(refusals > 0)
    }
}
