import StrictJSON
import System
import Testing
import TouchCore

@testable import TouchOperator

struct CommandTokenTests {
    static let key = SigningKey(seed: Array(0..<32))
    static let foreign = SigningKey(seed: Array(1...32))
    static let now: Int64 = 2_000_000_000
    static let command = Command.disable(user: "anna")

    static func token(
        _ command: Command = command, for audience: [String] = ["lobby"], issued: Int64 = now, lifetime: Int64 = 600
    ) -> CommandToken {
        CommandToken(command, for: audience, at: issued, lifetime: lifetime)
    }

    static func refusal(
        _ text: String, kiosk: String = "lobby", at now: Int64 = now
    ) -> CommandRefusal? {
        do throws(CommandRefusal) {
            _ = try CommandToken(verifying: text, by: key.publicKey, for: kiosk, at: now)
            return nil
        } catch { return error }
    }

    static func signed(_ claims: JSONObject, type: String = CommandToken.type) -> String {
        CompactJWS.sign(claims, type: type, with: key)
    }

    @Test(
        arguments: [
            .disable(user: "anna"), .enable(user: "anna"), .expire(user: "anna", at: .never),
            .clearWait(user: "anna"), .reload, .dropIn(text: "[view]\nsize=800x600\n"), .bundle,
            .askEnroll(user: "anna", at: nil), .askEnroll(user: "anna", at: .never),
        ] as [Command])
    func `a signed command is read as it was signed`(command: Command) throws {
        let token = Self.token(command, for: ["gate", "lobby"])
        let read = try CommandToken(
            verifying: token.signed(with: Self.key), by: Self.key.publicKey, for: "lobby", at: Self.now)
        #expect(read == token)
    }

    @Test func `two tokens of one command have different ids`() {
        #expect(Self.token().id != Self.token().id)
    }

    @Test func `another kiosk's token is refused`() {
        #expect(Self.refusal(Self.token().signed(with: Self.key), kiosk: "gate") == .audience)
    }

    @Test(arguments: [(0, nil), (-300, nil), (-301, .notYet)] as [(Int64, CommandRefusal?)])
    func `a clock may be five minutes behind the signer's, not more`(
        seconds: Int64, refusal: CommandRefusal?
    ) {
        #expect(Self.refusal(Self.token().signed(with: Self.key), at: Self.now + seconds) == refusal)
    }

    @Test func `a token valid for more than a day is refused`() {
        #expect(Self.refusal(Self.token(lifetime: 86_400).signed(with: Self.key)) == nil)
        #expect(Self.refusal(Self.token(lifetime: 86_401).signed(with: Self.key)) == .lifetime)
    }

    @Test func `another key is refused`() {
        #expect(Self.refusal(Self.token().signed(with: Self.foreign)) == .foreignKey)
    }

    @Test func `another key with the id of the fleet's is refused`() throws {
        let (own, foreign) = (Self.token().signed(with: Self.key), Self.token().signed(with: Self.foreign))
        let header = try #require(own.split(separator: ".").first)
        let rest = foreign.split(separator: ".").dropFirst().joined(separator: ".")
        #expect(Self.refusal("\(header).\(rest)") == .signature)
    }

    @Test func `every altered character of a token is detected`() {
        let text = Array(Self.token().signed(with: Self.key).utf8)
        let passed = text.indices.filter { index in
            var altered = text
            altered[index] = altered[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            return Self.refusal(String(decoding: altered, as: UTF8.self)) == nil
        }
        #expect(passed == [] && text.count > 300)
    }

    @Test(arguments: ["none", "HS256", "ES256", "eddsa", ""])
    func `any other algorithm is refused`(name: String) throws {
        let parts = Self.token().signed(with: Self.key).split(separator: ".").map(String.init)
        var header = try JSONObject(parsing: try #require(Base64URL.bytes(of: parts[0])))
        header["alg"] = .string(name)
        let text = Base64URL.text(of: Array(header.description.utf8))
        #expect(Self.refusal("\(text).\(parts[1]).\(parts[2])") == .algorithm)
        #expect(Self.refusal("\(text).\(parts[1]).") == .algorithm)
    }

    @Test(arguments: ["crit", "jwk", "b64", "x"])
    func `a signed header that says more than algorithm, type and key is refused`(name: String) throws {
        let header: JSONObject = [
            "alg": "EdDSA", "typ": .string(CommandToken.type), "kid": .string(Self.key.publicKey.id), name: ["exp"],
        ]
        let signed = [header, Self.token().claims].map { Base64URL.text(of: Array($0.description.utf8)) }
            .joined(separator: ".")
        let signature = Base64URL.text(of: Self.key.signature(of: Array(signed.utf8)))
        #expect(Self.refusal("\(signed).\(signature)") == .algorithm)
        #expect(CommandToken(reading: "\(signed).\(signature)") == nil)
    }

    @Test func `another kind of token signed with the key is not a command`() {
        #expect(Self.refusal(Self.signed(Self.token().claims, type: "JWT")) == .algorithm)
    }

    @Test(
        arguments: [
            ("aud", nil), ("iat", nil), ("exp", nil), ("jti", nil), ("jti", "../../../etc/passwd"), ("jti", ""),
            ("jti", "0123456789ABCDEF0123456789ABCDEF"),
        ] as [(String, JSON?)])
    func `a token without one of its claims, or whose id is not 32 hexadecimal digits, is refused`(
        name: String, value: JSON?
    ) {
        var claims = Self.token().claims
        claims[name] = value
        #expect(Self.refusal(Self.signed(claims)) == .malformed)
    }

    @Test(arguments: [-1, .min, -1 << 62] as [Int64], [Int64.max, 1 << 62, -1])
    func `a token with times outside the calendar is refused`(issued: Int64, expires: Int64) {
        var claims = Self.token().claims
        (claims["iat"], claims["exp"]) = (.integer(issued), .integer(expires))
        #expect(Self.refusal(Self.signed(claims)) == .malformed)
        claims["iat"] = .integer(Self.now)
        #expect(Self.refusal(Self.signed(claims)) == (expires < 0 ? .malformed : .lifetime))
    }

    @Test(
        arguments: [
            ("enroll", ["user": "anna"]), ("disable", [:]), ("disable", ["user": "anna", "more": true]),
            ("expire", ["user": "anna", "expiresWallTimeUSec": -1]), ("reload", ["user": "anna"]), ("drop-in", [:]),
        ] as [(String, JSONObject)])
    func `an unknown command, or one with other arguments, is refused`(name: String, arguments: JSONObject) {
        var claims = Self.token().claims
        claims["command"] = .string(name)
        claims["arguments"] = .object(arguments)
        #expect(Self.refusal(Self.signed(claims)) == .unknownCommand)
    }

    @Test(arguments: ["", ".", "..", "...", "a.b.c", "e30.e30.e30", String(repeating: "A", count: 1 << 16)])
    func `text that is not a token is refused`(text: String) {
        #expect([.malformed, .algorithm].contains(Self.refusal(text)))
    }

    @Test func `a key is read as it was written, and its public half has no secret`() {
        #expect(SigningKey(Self.key.json)?.publicKey == Self.key.publicKey)
        #expect(VerificationKey(webKey: Self.key.publicKey.webKey) == Self.key.publicKey)
        #expect(Self.key.publicKey.webKey["d"] == nil && SigningKey(Self.key.publicKey.webKey) == nil)
    }

    @Test func `a key's id is its thumbprint, as python3-cryptography computes it`() {
        #expect(Self.key.publicKey.id == "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y")
        var json = Self.key.publicKey.webKey
        json["kid"] = .string(Self.foreign.publicKey.id)
        #expect(VerificationKey(webKey: json) == nil)
    }
}
