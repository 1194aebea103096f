import TouchConfiguration
import Testing
import TouchCore

@testable import TouchVault

/// The pseudonym of a user in a log.
struct PseudonymTests {
    @Test func `a pseudonym is the same for one user of one machine, and different for all others`() throws {
        let (here, there) = (try vault(7), try vault(8))
        let anna = try here.pseudonym(of: UserName("anna"))
        #expect(anna.utf8.count == 16 && anna.allSatisfy(\.isHexDigit))
        #expect(try here.pseudonym(of: UserName("anna")) == anna)
        #expect(try here.pseudonym(of: UserName("anne")) != anna)
        #expect(try there.pseudonym(of: UserName("anna")) != anna)
    }

    private func vault(_ number: UInt8) throws -> Vault {
        try Vault.open(path: Vault.inMemory, pepper: Vault.pepper(number), parameters: .floor)
    }
}
