internal import StrictJSON

/// What a token says.
///
/// | claim   | meaning                                                      | of                     |
/// |---------|--------------------------------------------------------------|------------------------|
/// | `iss`   | the kiosk                                                    | all                    |
/// | `sub`   | the user whose pattern was drawn                             | unlock                 |
/// | `cid`   | the challenge that was solved                                | captcha                |
/// | `act`   | what the solution is for                                     | captcha, if asked for  |
/// | `aud`   | for whom the token is                                        | if asked for           |
/// | `nonce` | the caller's own text                                        | if asked for           |
/// | `jti`   | name of the token, unguessable                               | all                    |
/// | `iat`   | wall clock when it was made, in seconds since 1970           | all                    |
/// | `exp`   | wall clock when it ends likewise, for those who check it     | all                    |
/// | `prov`  | where the panel comes from                                   | all                    |
/// | `res`   | the result that it tells of                                  | all                    |
/// | `mode`  | how it was solved: `drag` or `tap`                           | captcha                |
/// | `score` | how much the drag is like a person's, 0…100                  | captcha, if dragged    |
public struct TokenClaims: Hashable, Sendable {
    /// What was proved.
    public enum Subject: Hashable, Sendable {
        /// This user's pattern was drawn.
        case user(UserName)
        /// This challenge was solved.
        case challenge(String, action: String?)
    }

    /// The kiosk.
    public let issuer: String
    /// What was proved.
    public let subject: Subject
    /// For whom the token is.
    public let audience: String?
    /// The caller's own text.
    public let nonce: String?
    /// Name of the token.
    public let id: String
    /// When it was made, by the wall clock, in seconds since 1970.
    public let issuedSeconds: Int64
    /// When it ends, by the wall clock, in seconds since 1970; the kiosk itself goes by time since boot.
    public let expirySeconds: Int64
    /// Where the panel comes from.
    public let provenance: Word
    /// The result that it tells of.
    public let result: ResultID
    /// How a captcha was solved; nil for an unlock.
    public var mode: Word?
    /// How much the drag that solved a captcha is like a person's, 0…100; nil where nothing was dragged.
    public var score: Int?

    /// What scores can be.
    public static let scores = 0...100
}

extension TokenClaims {
    /// The claims as JSON.
    var payload: [UInt8] {
        var claims: JSONObject = ["iss": .string(issuer)]
        switch subject {
        case .user(let user): claims["sub"] = .string(user.description)
        case .challenge(let challenge, let action):
            claims["cid"] = .string(challenge)
            claims["act"] = action.map { .string($0) }
        }
        claims["aud"] = audience.map { .string($0) }
        claims["nonce"] = nonce.map { .string($0) }
        claims["jti"] = .string(id)
        claims["iat"] = .integer(issuedSeconds)
        claims["exp"] = .integer(expirySeconds)
        claims["prov"] = .string(provenance.description)
        claims["res"] = .string(result.description)
        claims["mode"] = mode.map { .string($0.description) }
        claims["score"] = score.map { .integer(Int64($0)) }
        return Array(claims.description.utf8)
    }

    /// Reads claims as ``payload`` writes them.
    ///
    /// - Returns: nil if anything is missing, unknown or of the wrong kind.
    init?(payload: [UInt8]) {
        guard let claims = try? JSONObject(parsing: payload), claims.allSatisfy({ Self.known.contains($0.key) }),
            let issuer = claims["iss"]?.stringValue, let id = claims["jti"]?.stringValue,
            let issued = claims["iat"]?.integerValue, let expiry = claims["exp"]?.integerValue,
            let provenance = claims["prov"]?.stringValue.flatMap({ Word($0) }),
            let result = claims["res"]?.stringValue.flatMap({ ResultID($0) }),
            let subject = Self.subject(of: claims)
        else { return nil }
        for key in ["aud", "nonce", "act"] where claims[key] != nil && claims[key]?.stringValue == nil { return nil }
        let mode = claims["mode"]?.stringValue.flatMap { Word($0) }
        let score = claims["score"]?.integerValue.flatMap { Int(exactly: $0) }
        guard (mode == nil) == (claims["mode"] == nil), (score == nil) == (claims["score"] == nil),
            score.map(Self.scores.contains) ?? true
        else { return nil }
        self.init(
            issuer: issuer, subject: subject, audience: claims["aud"]?.stringValue,
            nonce: claims["nonce"]?.stringValue, id: id, issuedSeconds: issued, expirySeconds: expiry,
            provenance: provenance, result: result, mode: mode, score: score)
    }

    private static let known: Set = [
        "iss", "sub", "cid", "act", "aud", "nonce", "jti", "iat", "exp", "prov", "res", "mode", "score",
    ]

    private static func subject(of claims: JSONObject) -> Subject? {
        switch (claims["sub"]?.stringValue, claims["cid"]?.stringValue) {
        case (let name?, nil) where claims["act"] == nil: (try? UserName(name)).map { .user($0) }
        case (nil, let challenge?): .challenge(challenge, action: claims["act"]?.stringValue)
        case (_?, _), (nil, nil): nil
        }
    }
}
