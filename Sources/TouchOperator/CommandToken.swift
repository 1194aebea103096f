internal import CSodium
package import StrictJSON
package import WebKeys
internal import System

/// A command signed with the fleet's key: for the kiosks that it names, for a limited time, once.
package struct CommandToken: Equatable, Sendable {
    /// The kiosks that it is for.
    package let audience: [String]
    /// When it was signed, in seconds since 1970.
    package let issued: Int64
    /// Its expiry, in seconds since 1970.
    package let expires: Int64
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
            "jti": .string(id), "command": .string(command.name), "arguments": .object(command.arguments),
        ]
    }

    /// Signs it.
    package func signed(with key: SigningKey) -> String { CompactJWS.sign(claims, type: Self.type, with: key) }

    /// Reads a token that is for this kiosk and valid now; whether it was used before is not checked here.
    ///
    /// - Parameters:
    ///   - key: the fleet's public key.
    ///   - now: the wall clock, in seconds since 1970.
    package init(
        verifying text: String, by key: VerificationKey, for kiosk: String, at now: Int64
    ) throws(CommandRefusal) {
        let token: CompactJWS
        do throws(CompactJWS.Fault) {
            token = try CompactJWS(text, type: Self.type, maxBytes: Self.maxBytes)
        } catch { throw error == .header ? .algorithm : .malformed }
        guard token.keyID == key.id else { throw .foreignKey }
        guard token.isSigned(by: key) else { throw .signature }
        // From here on, the claims are those of the key's owner.
        guard let claims = token.claims, let issued = claims["iat"]?.integerValue, issued >= 0,
            let expires = claims["exp"]?.integerValue, expires >= 0,
            let id = claims["jti"]?.stringValue, Self.isID(id),
            let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue)
        else { throw .malformed }
        guard audience.contains(kiosk) else { throw .audience }
        guard issued <= now + Self.maxClockSkew else { throw .notYet }
        guard now < expires else { throw .expired }
        guard issued < expires, expires - issued <= Self.maxLifetime else { throw .lifetime }
        guard let name = claims["command"]?.stringValue,
            let arguments = claims["arguments"]?.objectValue, let command = Command(name, arguments)
        else { throw .unknownCommand }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    /// The claims of a token without verification, for programs that only carry it.
    package init?(reading text: String) {
        guard let claims = (try? CompactJWS(text, type: Self.type, maxBytes: Self.maxBytes))?.claims,
            let issued = claims["iat"]?.integerValue, let expires = claims["exp"]?.integerValue,
            let id = claims["jti"]?.stringValue, Self.isID(id),
            let audience = claims["aud"]?.arrayValue?.compactMap(\.stringValue),
            let name = claims["command"]?.stringValue, let arguments = claims["arguments"]?.objectValue,
            let command = Command(name, arguments)
        else { return nil }
        self.init(command, for: audience, issued: issued, expires: expires, id: id)
    }

    /// Whether a text can be an id.
    package static func isID(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}

/// Why a command was not acted on.
package enum CommandRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not a compact JWS with these claims.
    case malformed
    /// It has another algorithm or type.
    case algorithm
    /// Another key signed it.
    case foreignKey
    /// The signature is wrong: the token was altered.
    case signature
    /// It is for other kiosks.
    case audience
    /// It was signed in the future.
    case notYet
    /// It has expired.
    case expired
    /// It is valid for too long.
    case lifetime
    /// It was used before.
    case replayed
    /// There is no such command.
    case unknownCommand
    /// The kiosk cannot store that it is used.
    case storage(String)
    /// The kiosk has no usable key of the fleet.
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
        case .foreignKey: "the token is not signed with the key of command-key="
        case .signature: "the signature is wrong: the token was altered"
        case .audience: "the token is for other kiosks"
        case .notYet: "the token was signed in the future (check the clocks of the signer and of the kiosk)"
        case .expired: "the token has expired (sign the command again)"
        case .lifetime: "the token is valid for more than \(CommandToken.maxLifetime / 3_600) h"
        case .replayed: "the token was used before"
        case .unknownCommand: "unknown command or arguments"
        case .storage(let reason): "cannot record the token as used: \(reason)"
        case .noKey(let reason): reason
        }
    }
}
