internal import CSodium
package import StrictJSON
internal import System

/// A command signed with the fleet's key: for the kiosks that it names, for a limited time, once.
package struct CommandToken: Equatable, Sendable {
    /// The kiosks that it is for.
    package let audience: [String]
    /// When it was signed and its expiry, in seconds since 1970.
    let (issued, expires): (Int64, Int64)
    /// Its id, 32 hexadecimal digits: a kiosk acts on an id once.
    package let id: String
    /// The command.
    package let command: Command

    /// The type in its header, so that no other token signed with the key passes for a command.
    static let type = "touchd-command+jwt"
    /// Maximum length in bytes; NATS carries 1 MiB by default.
    package static let maxBytes = 48 << 10
    /// Maximum validity, in seconds; a kiosk has to remember a token for that long.
    package static let maxLifetime: Int64 = 86_400
    /// How far the clocks of the signer and of a kiosk may differ, in seconds.
    static let maxClockSkew: Int64 = 300

    /// A command that is valid from now on.
    package init(_ command: Command, for audience: [String], at now: Int64, lifetime: Int64) {
        var id = [UInt8](repeating: 0, count: 16)
        unsafe randombytes_buf(&id, id.count)
        self.init(command, for: audience, issued: now, expires: now + lifetime, id: Hexadecimal.text(of: id))
    }

    init(_ command: Command, for audience: [String], issued: Int64, expires: Int64, id: String) {
        (self.command, self.audience, self.issued, self.expires, self.id) = (command, audience, issued, expires, id)
    }

    /// The claims of RFC 7519, and the command.
    package var claims: JSONObject {
        [
            "aud": .array(audience.map { .string($0) }), "iat": .integer(issued), "exp": .integer(expires),
            "jti": .string(id), "command": .string(command.wire.name), "arguments": .object(command.wire.arguments),
        ]
    }

    /// Signs it.
    package func signed(with key: SigningKey) -> String { CompactJWS.sign(claims, type: Self.type, with: key) }

    /// Reads a token that is for this kiosk; ``UsedTokens`` checks whether it has expired or was used before.
    init(
        verifying text: String, by key: VerificationKey, for kiosk: String, at now: Int64
    ) throws(CommandRefusal) {
        let token: CompactJWS
        do throws(CompactJWS.Fault) {
            token = try CompactJWS(text, type: Self.type, maxBytes: Self.maxBytes)
        } catch { throw error == .header ? .algorithm : .malformed }
        guard token.keyID == key.id else { throw .foreignKey }
        guard token.isSigned(by: key) else { throw .signature }
        // From here on, the claims are those of the key's owner.
        guard let claims = token.claims, let issued = claims.whole("iat"), issued >= 0,
            let expires = claims.whole("exp"), expires >= 0,
            let id = claims.text("jti"), Self.isID(id),
            let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue)
        else { throw .malformed }
        guard audience.contains(kiosk) else { throw .audience }
        guard issued <= now + Self.maxClockSkew else { throw .notYet }
        guard issued < expires, expires - issued <= Self.maxLifetime else { throw .lifetime }
        guard let command = Command(claims) else { throw .unknownCommand }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    /// The claims of a token without verification, for programs that only carry it.
    package init?(reading text: String) {
        guard let claims = (try? CompactJWS(text, type: Self.type, maxBytes: Self.maxBytes))?.claims,
            let issued = claims.whole("iat"), let expires = claims.whole("exp"),
            let id = claims.text("jti"), Self.isID(id),
            let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue), let command = Command(claims)
        else { return nil }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    /// Whether a text can be an id.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}

/// Why a command was not acted on.
package struct CommandRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The word in answers.
    package let code: String
    /// The sentence for people.
    package let description: String

    private init(_ code: String, _ description: String) { (self.code, self.description) = (code, description) }

    /// It is not a compact JWS with these claims.
    package static let malformed = CommandRefusal("malformed", "not a command token")
    static let algorithm = CommandRefusal("wrong_algorithm", "the token is not a command signed with EdDSA")
    static let foreignKey = CommandRefusal("foreign_key", "the token is not signed with the key of command-key=")
    static let signature = CommandRefusal("signature_mismatch", "the signature is wrong: the token was altered")
    static let audience = CommandRefusal("audience_mismatch", "the token is for other kiosks")
    static let notYet = CommandRefusal(
        "not_yet_valid", "the token was signed in the future (check the clocks of the signer and of the kiosk)")
    static let expired = CommandRefusal("expired", "the token has expired (sign the command again)")
    static let lifetime = CommandRefusal(
        "lifetime_too_long", "the token is valid for more than \(CommandToken.maxLifetime / 3_600) h")
    static let replayed = CommandRefusal("replayed", "the token was used before")
    static let unknownCommand = CommandRefusal("unknown_command", "unknown command or arguments")

    static func storage(_ reason: String) -> CommandRefusal {
        CommandRefusal("storage_failed", "cannot record the token as used: \(reason)")
    }

    static func noKey(_ reason: String) -> CommandRefusal { CommandRefusal("no_key", reason) }
}

extension CompactJWS {
    /// Signs claims with a type, so that one kind of token does not pass for another.
    static func sign(_ claims: JSONObject, type: String, with key: SigningKey) -> String {
        text(of: Array(claims.description.utf8), type: type, key: key.publicKey.id, sign: key.signature)
    }
}
