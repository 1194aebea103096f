import StrictJSON
import System
import Testing
import TestSupport

@testable import TouchVault

struct TokenTests {
    private let issuer: TokenIssuer
    init() throws { issuer = try TokenIssuer.quick(try Vault.quick()) }

    // RFC 8037, appendix A: the key, its thumbprint and the signed example.
    private static let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    private static let example = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"

    @Test func `key and example of RFC 8037 have thumbprint and signature given there, and the seed is overwritten`()
        throws
    {
        var seed = try #require(Base64URL.bytes(of: Self.seed))
        let key = try SigningKey(wiping: &seed)
        #expect(seed == [UInt8](repeating: 0, count: 32))
        #expect(key.verification.webKey["x"] == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(key.verification.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(
            Base64URL.text(of: key.sign(Array(Self.example.utf8)))
                == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
    }

    @Test func `an unlock is signed with exactly these claims`() throws {
        let stored = try issuer.vault.insert(.unlock())
        let binding = try TokenBinding(audience: "https://bank.example", nonce: "n\"1")
        let token = try #require(try issuer.tokenText(for: stored.id, binding: binding, at: .test))
        let (header, claims) = try parts(of: token)
        #expect(header == ["alg": "EdDSA", "typ": "JWT", "kid": .string(issuer.current.verification.id)])
        #expect(
            claims == [
                "iss": "kiosk-7", "sub": "anna", "aud": "https://bank.example", "nonce": "n\"1", "jti": claims["jti"],
                "iat": 1_700_000_000, "exp": 1_700_000_120, "prov": "physical", "res": .string(stored.id.description),
            ])
        #expect(claims["jti"]?.stringValue?.utf8.count == 22)
    }

    @Test(arguments: ["drag", "tap"] as [Word])
    func `a captcha is signed for a minute, with its task and action, the attempts and how it was solved`(
        input: Word
    ) throws {
        var result = InteractionResult.sample()
        result.input = input
        let id = try issuer.vault.insert(result).id
        let binding = try TokenBinding(audience: nil, nonce: nil, action: "print")
        let token = try #require(try issuer.tokenText(for: id, challenge: "c0ffee", binding: binding, at: .test))
        let claims = try parts(of: token).claims
        #expect(claims["cid"] == "c0ffee" && claims["act"] == "print" && claims["exp"] == 1_700_000_060)
        #expect(["sub", "aud", "nonce"].allSatisfy { claims[$0] == nil })
        #expect(claims["kind"] == "slide" && claims["profile"] == "default" && claims["size"] == "480x300")
        #expect(claims["attempts"] == 2 && claims["refreshes"] == 1 && claims["input"] == .string(input.description))
        let read = try #require(try issuer.redeem(token).claims)
        #expect(read.solved?.challenge == result.challenge && read.solved?.attempts == 2 && read.input == input)
    }

    @Test func `a token of a captcha has at most 700 bytes`() throws {
        let binding = try TokenBinding(
            audience: "https://bank.example", nonce: "0123456789abcdef0123456789abcdef", action: "print")
        let name = String(repeating: "c", count: 32)
        let id = try issuer.vault.insert(.sample()).id
        let token = try #require(try issuer.tokenText(for: id, challenge: name, binding: binding, at: .test))
        #expect(token.utf8.count <= 700)
    }

    @Test(
        arguments: [
            .unlock { $0.outcome = .refused }, .unlock { $0.outcome = .cancelled }, .unlock { $0.outcome = .timedOut },
            .unlock { ($0.kind, $0.outcome) = (.captcha, .failed) }, .unlock { $0.provenance = "virtual" },
            .unlock { $0.provenance = "none" }, .unlock { $0.isDemo = true }, .unlock { $0.kind = .enrollment },
            .unlock { $0.kind = .removal }, .unlock { $0.user = nil },
        ] as [InteractionResult])
    func `a result that proves nothing makes no token`(result: InteractionResult) throws {
        #expect(try issuer.tokenText(for: issuer.vault.insert(result).id, challenge: "c", at: .test) == nil)
        #expect(try issuer.vault.number("SELECT count(*) FROM token") == 0)
    }

    @Test func `a result is signed once`() throws {
        let id = try issuer.vault.insert(.unlock()).id
        #expect(try issuer.tokenText(for: id, at: .test) != nil)
        #expect(throws: VaultError.self) { try issuer.tokenText(for: id, at: .test) }
    }

    @Test func `a kiosk without a configured name keeps its random one`() throws {
        let scratch = try TemporaryFolder()
        func name(_ file: String) throws -> String {
            try TokenIssuer(vault: try Vault.quick(scratch.path(of: file)), policy: .init(), at: .test).issuer
        }
        let first = try name("one")
        #expect(try name("one") == first)
        #expect(first.hasPrefix("touchd-") && first.utf8.count == 39)
        #expect(try name("two") != first)
    }

    @Test(arguments: ["", String(repeating: "x", count: 257), "a\u{1}", "a\nb"])
    func `an invalid audience or nonce is rejected by name`(text: String) {
        #expect(throws: TokenBinding.Field.audience) { try TokenBinding(audience: text, nonce: nil) }
        #expect(throws: TokenBinding.Field.nonce) { try TokenBinding(audience: nil, nonce: text) }
        #expect(throws: TokenBinding.Field.action) { try TokenBinding(audience: nil, nonce: nil, action: text) }
    }

    @Test func `the longest binding still makes a token that is read`() throws {
        let text = String(repeating: "\"", count: 256)
        let token = try issuer.unlock(try TokenBinding(audience: text, nonce: text, action: String(text.prefix(64))))
        #expect(try issuer.redeem(token, audience: text, nonce: text).isAccepted)
    }

    @Test func `claims of another program are not read`() throws {
        let claims = TokenClaims(
            issuer: "k", subject: .user(try UserName("anna")), audience: nil, nonce: nil, id: "j", issuedSeconds: 1,
            expirySeconds: 2, provenance: "physical", result: try ResultID(at: Moment.test.wall))
        let whole = try JSONObject(parsing: claims.payload)
        #expect(TokenClaims(payload: claims.payload) == claims)
        for key in whole.map(\.key) {
            var less = whole
            less[key] = nil
            #expect(TokenClaims(payload: Array(less.description.utf8)) == nil, "without \(key)")
        }
        let wrong: [(String, JSON)] = [
            ("more", 1), ("aud", 1), ("cid", "c"), ("act", "a"), ("exp", 1.5), ("input", 1), ("score", 87),
            ("kind", "slide"), ("attempts", 1), ("size", "480x300"),
        ]
        for (key, value) in wrong {
            var more = whole
            more[key] = value
            #expect(TokenClaims(payload: Array(more.description.utf8)) == nil, "with \(key)=\(value)")
        }
    }

    // MARK: - Keys

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
