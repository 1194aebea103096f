import StrictJSON
import Testing
import TestSupport

@testable import TouchVault

struct TokenKeyTests {
    private let issuer: TokenIssuer
    init() throws { issuer = try TokenIssuer.quick(try Vault.quick()) }

    private static func ids(_ issuer: TokenIssuer, at moment: Moment = .test) throws -> [JSON?] {
        issuer.webKeys(at: moment)["keys"]?.arrayValue?.map { $0.objectValue?["kid"] } ?? []
    }

    @Test func `the key of the first start is kept`() throws {
        let scratch = try TemporaryFolder()
        let first = try TokenIssuer.quick(try Vault.quick(scratch.path(of: "v"))).current.verification
        #expect(try TokenIssuer.quick(try Vault.quick(scratch.path(of: "v"))).current.verification == first)
        #expect(try TokenIssuer.quick(try Vault.quick()).current.verification != first)
    }

    @Test func `the key set has everything JWT libraries need and no secret`() throws {
        let key = issuer.webKeys(at: .test)["keys"]?.arrayValue?.first?.objectValue
        #expect(key?.map(\.key) == ["kty", "crv", "use", "alg", "kid", "x"])
        #expect(key?["alg"] == "EdDSA")
    }

    @Test func `after a rotation the new key signs and tokens of the old one are still accepted`() throws {
        let old = issuer.current.verification.id
        let (token, another) = (try issuer.unlock(), try issuer.unlock())
        let new = try issuer.rotate(at: .test).id
        #expect(try Self.ids(issuer) == [.string(new), .string(old)])
        #expect(try issuer.redeem(token).isAccepted)
        #expect(try parts(of: try issuer.unlock()).header["kid"] == .string(new))
        #expect(try issuer.redeem(another).isAccepted)
    }

    @Test func `an old key leaves the set an hour after it signed last`() throws {
        try issuer.rotate(at: .test)
        #expect(try Self.ids(issuer, at: Moment.test.later(seconds: 3_599)).count == 2)
        #expect(try Self.ids(issuer, at: Moment.test.later(seconds: 3_600)).count == 1)
        // And the vault, with the next rotation.
        try issuer.rotate(at: Moment.test.later(seconds: 3_600))
        #expect(issuer.retired.count == 1)
    }

    @Test func `many rotations keep the newest of the old keys`() throws {
        let ids = try (0..<20).map { _ in JSON.string(try issuer.rotate(at: .test).id) }
        #expect(try Self.ids(issuer) == ids.suffix(17).reversed())
    }

    @Test func `the hour of an old key starts over after a reboot`() throws {
        let scratch = try TemporaryFolder()
        do { try TokenIssuer.quick(try Vault.quick(scratch.path(of: "v"))).rotate(at: .test.later(seconds: 5_000)) }
        var restarted = Moment.test
        restarted.boot = BootID(bytes: Array(2...17))
        let issuer = try TokenIssuer.quick(try Vault.quick(scratch.path(of: "v")), at: restarted)
        #expect(try Self.ids(issuer, at: restarted.later(seconds: 3_599)).count == 2)
        #expect(try Self.ids(issuer, at: restarted.later(seconds: 3_600)).count == 1)
    }

    @Test func `the secret half of a retired key is in no file`() throws {
        let scratch = try TemporaryFolder()
        let issuer = try TokenIssuer.quick(try Vault.quick(scratch.path(of: "v")))
        let seed = try #require(
            try issuer.vault.database[.currentKey].first { row throws(VaultError) in try row.blob(0, count: 32) })
        #expect(Leak.found(seed, in: scratch.bytes))
        try issuer.rotate(at: .test)
        #expect(!Leak.found(seed, in: scratch.bytes))
    }
}
