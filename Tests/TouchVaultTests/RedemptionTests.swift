import StrictJSON
import System
import Testing
import TouchCore

@testable import TouchVault

struct RedemptionTests {
    private let issuer: TokenIssuer
    init() throws { issuer = try TokenIssuer.quick(try Vault.quick()) }

    @Test func `a token is accepted once`() throws {
        let token = try issuer.unlock()
        #expect(try issuer.redeem(token).isAccepted)
        for key in [nil, "late"] { #expect(try issuer.redeem(token, key: key).refusal == .tokenUsed) }
    }

    @Test func `repeating a request with the same key returns the same`() throws {
        let token = try issuer.unlock()
        #expect(try issuer.redeem(token, key: "order 1").isAccepted)
        #expect(try issuer.redeem(token, key: "order 1").isRepeated)
        #expect(try issuer.redeem(token, key: "order 2").refusal == .tokenUsed)
        #expect(try issuer.redeem(token).refusal == .tokenUsed)
        #expect(try issuer.redeem(token, key: "order 1", owner: 34).refusal == .tokenUsed)
    }

    @Test(arguments: ["", String(repeating: "k", count: 129)])
    func `an invalid key is rejected and uses nothing up`(key: String) throws {
        let token = try issuer.unlock()
        #expect(try issuer.redeem(token, key: key).refusal == .badRequest)
        #expect(try issuer.redeem(token).isAccepted)
    }

    @Test(arguments: [("bank", nil), ("bank", "shop"), (nil, "bank")] as [(String?, String?)])
    func `an audience that only one side names, or that differs, is refused and uses nothing up`(
        signed: String?, asked: String?
    ) throws {
        let token = try issuer.unlock(try TokenBinding(audience: signed, nonce: nil))
        #expect(try issuer.redeem(token, audience: asked).refusal == .audienceMismatch)
        #expect(try issuer.redeem(token, audience: signed).isAccepted)
    }

    @Test func `another nonce is refused and uses nothing up`() throws {
        let token = try issuer.unlock(try TokenBinding(audience: nil, nonce: "mine"))
        #expect(try issuer.redeem(token, nonce: "yours").refusal == .nonceMismatch)
        #expect(try issuer.redeem(token, nonce: "mine").isAccepted)
    }

    @Test func `a token is accepted until its last second and not after it`() throws {
        let (early, late) = (try issuer.unlock(), try issuer.unlock())
        #expect(try issuer.redeem(early, at: Moment.test.later(seconds: 119)).isAccepted)
        #expect(try issuer.redeem(late, at: Moment.test.later(seconds: 120)).refusal == .tokenExpired)
    }

    @Test func `the wall clock neither ends a token nor keeps it`() throws {
        let (first, second) = (try issuer.unlock(), try issuer.unlock())
        var future = Moment.test
        future.wall.microseconds += 86_400_000_000
        #expect(try issuer.redeem(first, at: future).isAccepted)
        var stopped = Moment.test.later(seconds: 120)
        stopped.wall = Moment.test.wall
        #expect(try issuer.redeem(second, at: stopped).refusal == .tokenExpired)
    }

    @Test func `a new start of the machine ends every token`() throws {
        var restarted = Moment.test
        restarted.boot = BootID(bytes: Array(2...17))
        #expect(try issuer.redeem(try issuer.unlock(), at: restarted).refusal == .tokenExpired)
    }

    /// Every character of a token, changed to its neighbor: nothing is accepted, and nothing traps.
    @Test func `a token with one character changed is refused wherever it is`() throws {
        let token = try issuer.unlock()
        let characters = Array(token.utf8)
        for index in characters.indices {
            var altered = characters
            altered[index] ^= 1
            let refusal = try issuer.redeem(String(decoding: altered, as: UTF8.self)).refusal
            #expect([.badRequest, .keyUnknown, .signatureMismatch].contains(refusal), "character \(index)")
        }
        #expect(try issuer.redeem(token).isAccepted)
    }

    @Test func `every beginning of a token is refused`() throws {
        let token = try issuer.unlock()
        for count in 0..<token.utf8.count {
            #expect(try issuer.redeem(String(token.prefix(count))).refusal == .badRequest)
        }
    }

    @Test(arguments: [
        #"{"alg":"none","typ":"JWT","kid":"KID"}"#, #"{"alg":"HS256","typ":"JWT","kid":"KID"}"#,
        #"{"alg":"EdDSA","typ":"JWT"}"#, #"{"alg":"EdDSA","typ":"JWT","kid":"KID","crit":["exp"]}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"KID"}"#, #"{"alg":"EdDSA","typ":"JWT","kid":"KID","jwk":{}}"#,
        #"{"alg":"EdDSA","alg":"EdDSA","typ":"JWT","kid":"KID"}"#, "[]", "",
    ])
    func `a token does not choose how it is checked`(header: String) throws {
        let claims = try issuer.unlock().split(separator: ".")[1]
        let kid = issuer.current.verification.id
        let text = header.split(separator: "KID", omittingEmptySubsequences: false).joined(separator: kid)
        let signed = "\(Base64URL.text(of: Array(text.utf8))).\(claims)"
        let signature = Base64URL.text(of: issuer.current.sign(Array(signed.utf8)))
        #expect(try issuer.redeem("\(signed).\(signature)").refusal == .badRequest)
        #expect(try issuer.redeem("\(signed).").refusal == .badRequest)
    }

    @Test func `a token of another kiosk is refused`() throws {
        let token = try TokenIssuer.quick(try Vault.quick()).unlock()
        #expect(try issuer.redeem(token).refusal == .keyUnknown)
    }

    @Test func `a token that is no longer remembered is refused`() throws {
        let token = try issuer.unlock()
        try issuer.vault.database.execute("DELETE FROM token")
        #expect(try issuer.redeem(token).refusal == .tokenExpired)
    }
}
