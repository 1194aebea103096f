import Testing
import TouchConfiguration
import TouchCore

@testable import TouchVault

struct CredentialTests {
    @Test func `the same pattern of two users is stored differently`() throws {
        let vault = try Vault.ofAnna()
        try vault.enroll("bert", seven)
        #expect(try vault.number("SELECT count(DISTINCT verifiers) + count(DISTINCT salt) FROM secret") == 4)
    }

    @Test(arguments: [UserChange.enrollment, .removal])
    func `an attempt does not pass if its pattern is replaced or removed while it is under way`(
        change: UserChange
    ) throws {
        let vault = try Vault.ofAnna()
        let outcome = try vault.begin("anna", seven).run(try pattern(seven))
        try change.apply(vault, to: "anna")
        #expect(try vault.finish(outcome) == .superseded)
    }

    @Test func `the salt of a name without a pattern is its own, lasts, and differs between vaults`() throws {
        let (vault, other) = (try Vault.quick(), try Vault.quick())
        func salt(_ vault: Vault, _ name: String) throws -> [UInt8] {
            try vault.begin(name, zed).stretching.salt
        }
        let first = try salt(vault, "nobody")
        #expect(try salt(vault, "nobody") == first)
        #expect(try salt(vault, "somebody") != first)
        #expect(try salt(other, "nobody") != first)
    }

    @Test func `recovery and a user's own change lift neither an expiry nor a ban, an administrator's enrollment both`()
        throws
    {
        let vault = try Vault.ofAnna()
        let anna = try UserName("anna")
        #expect(try vault.restrict(anna, isDisabled: true, expiry: .some(WallTime(microseconds: 5))) == .changed)
        try vault.change("anna", pattern(zed))
        #expect(try vault.users().map(\.state) == [.disabled])
        #expect(try vault.users().map(\.expiry) == [WallTime(microseconds: 5)])
        try vault.enroll("anna", seven)
        #expect(try vault.users().map(\.state) == [.active])
    }
}

struct UserNameTests {
    @Test(arguments: ["a", "Anna", "kiosk-7", "anna@example.org", "_x", ".x", String(repeating: "n", count: 64)])
    func `a name of allowed characters is accepted unchanged`(text: String) throws {
        #expect(try UserName(text).description == text)
    }

    private static let characters = "user names may contain letters a-z and A-Z, digits and . _ - @ only"

    @Test(arguments: [
        ("", "empty user name"), ("-a", "user names may not start with -"),
        (String(repeating: "n", count: 65), "user name too long: 65 bytes, maximum 64"),
        ("a b", characters), ("a\n", characters), ("ä", characters), ("a/b", characters), ("a\0", characters),
    ])
    func `any other name is refused with the reason`(text: String, reason: String) {
        #expect(throws: UserNameError(reason)) { try UserName(text) }
    }
}

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

@Suite struct CredentialMapTests {
    @Test func `a transaction that fails undoes its own changes, also of what changed twice, and no others`() {
        var map = CredentialMap<Int>()
        (map[1], map[2]) = (10, 20)
        map.begin()
        (map[1], map[3]) = (11, 30)
        (map[1], map[2]) = (12, nil)
        map.end(isMade: false)
        #expect([map[1], map[2], map[3]] == [10, 20, nil])
        map.begin()
        map[1] = 11
        map.end(isMade: true)
        map.begin()
        map[2] = 21
        map.end(isMade: false)
        #expect([map[1], map[2]] == [11, 20])
    }
}
