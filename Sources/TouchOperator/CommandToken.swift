internal import CSodium
package import StrictJSON

/// A command that the owner of the fleet's key signed, for kiosks that it names, for a while, once.
package struct CommandToken: Equatable, Sendable {
    /// The kiosks that it is for.
    package let audience: [String]
    /// When it was signed, in seconds since 1970.
    package let issued: Int64
    /// Until when it holds, in seconds since 1970.
    package let expires: Int64
    /// Names it, 32 hexadecimal digits: a kiosk acts on a name once.
    package let id: String
    /// What to do.
    package let command: Command

    /// The type in its header: no other token that the key may sign is a command.
    static let type = "touchd-command+jwt"
    /// A longer token is refused, in bytes; NATS carries 1 MiB if not told otherwise.
    package static let maxBytes = 48 << 10
    /// For how long a token may hold at most, in seconds: so long a kiosk has to remember it.
    package static let maxLifetime: Int64 = 86_400
    /// How far the clocks of the signer and of a kiosk may differ, in seconds.
    static let maxClockSkew: Int64 = 300

    /// A command that holds from now on.
    package init(_ command: Command, for audience: [String], at now: Int64, lifetime: Int64) {
        var id = [UInt8](repeating: 0, count: 16)
        unsafe randombytes_buf(&id, id.count)
        self.init(command, for: audience, issued: now, expires: now + lifetime, id: Self.digits(of: id))
    }

    init(_ command: Command, for audience: [String], issued: Int64, expires: Int64, id: String) {
        (self.command, self.audience, self.issued, self.expires, self.id) = (command, audience, issued, expires, id)
    }

    /// The claims of RFC 7519, and the command.
    package var claims: JSONObject {
        [
            "aud": .array(audience.map { .string($0) }), "iat": .integer(issued), "exp": .integer(expires),
            "jti": .string(id), "command": .string(command.name), "arguments": .object(command.arguments),
        ]
    }

    /// Signs it.
    package func signed(with key: SigningKey) -> String { CompactJWS.sign(claims, type: Self.type, with: key) }

    /// Reads a token that was made for a kiosk and holds; whether it was used before is not known here.
    ///
    /// - Parameters:
    ///   - key: the fleet's.
    ///   - now: the wall clock, in seconds since 1970.
    package init(
        verifying text: String, by key: PublicKey, for kiosk: String, at now: Int64
    ) throws(CommandRefusal) {
        guard let token = CompactJWS(text, maxBytes: Self.maxBytes) else { throw .malformed }
        guard token.isOfEdDSA, token.header["typ"]?.stringValue == Self.type else { throw .algorithm }
        guard token.keyID == key.id else { throw .foreignKey }
        guard token.isSigned(by: key) else { throw .signature }
        // From here on, the owner of the key wrote it.
        guard let issued = token.claims["iat"]?.integerValue, let expires = token.claims["exp"]?.integerValue,
            let id = token.claims["jti"]?.stringValue, Self.isID(id),
            let audience = token.claims["aud"]?.arrayValue?.compactMap(\.stringValue)
        else { throw .malformed }
        guard audience.contains(kiosk) else { throw .audience }
        guard issued <= now + Self.maxClockSkew else { throw .notYet }
        guard now < expires else { throw .expired }
        guard issued < expires, expires - issued <= Self.maxLifetime else { throw .lifetime }
        guard let name = token.claims["command"]?.stringValue,
            let arguments = token.claims["arguments"]?.objectValue, let command = Command(name, arguments)
        else { throw .unknownCommand }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    /// What anybody can read in a token, for those who carry it.
    package init?(reading text: String) {
        guard let claims = CompactJWS(text, maxBytes: Self.maxBytes)?.claims,
            let issued = claims["iat"]?.integerValue, let expires = claims["exp"]?.integerValue,
            let id = claims["jti"]?.stringValue, Self.isID(id),
            let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue),
            let name = claims["command"]?.stringValue, let arguments = claims["arguments"]?.objectValue,
            let command = Command(name, arguments)
        else { return nil }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    private static func digits(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Why a command was not acted on.
package enum CommandRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not such a token.
    case malformed
    /// Its algorithm or its type is another.
    case algorithm
    /// Another key signed it.
    case foreignKey
    /// The signature is wrong: it was altered.
    case signature
    /// It is for other kiosks.
    case audience
    /// It is of the future.
    case notYet
    /// Its time is over.
    case expired
    /// It would hold too long.
    case lifetime
    /// It was acted on before.
    case replayed
    /// There is no such command.
    case unknownCommand
    /// The kiosk cannot remember it.
    case storage(String)
    /// The kiosk has no key of the fleet that it may use.
    case noKey(String)

    /// The word in answers.
    package var code: String {
        switch self {
        case .malformed: "malformed"
        case .algorithm: "wrong_algorithm"
        case .foreignKey: "foreign_key"
        case .signature: "signature_mismatch"
        case .audience: "audience_mismatch"
        case .notYet: "not_yet_valid"
        case .expired: "expired"
        case .lifetime: "lifetime_too_long"
        case .replayed: "replayed"
        case .unknownCommand: "unknown_command"
        case .storage: "storage_failed"
        case .noKey: "no_key"
        }
    }

    /// The sentence for people.
    package var description: String {
        switch self {
        case .malformed: "not a command token"
        case .algorithm: "the token is not a command signed with EdDSA"
        case .foreignKey: "the token is signed with another key than that of command-key="
        case .signature: "the signature is wrong: the token was altered"
        case .audience: "the token is for other kiosks"
        case .notYet: "the token was signed in the future (check the clocks of the signer and of the kiosk)"
        case .expired: "the token has expired (sign the command again)"
        case .lifetime: "the token is valid for more than \(CommandToken.maxLifetime / 3_600) h"
        case .replayed: "the token was used before"
        case .unknownCommand: "unknown command or arguments"
        case .storage(let reason): "cannot store that the token is used: \(reason)"
        case .noKey(let reason): reason
        }
    }
}
