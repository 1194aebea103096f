internal import StrictJSON

/// The claims of a token; io.touchd.token lists their names.
package struct TokenClaims: Hashable, Sendable {
    /// What was proved.
    package enum Subject: Hashable, Sendable {
        case user(UserName)
        case challenge(String, action: String?)
    }

    /// The kiosk.
    package let issuer: String
    /// What was proved.
    package let subject: Subject
    /// The intended recipient of the token.
    package let audience: String?
    /// The caller's own text.
    package let nonce: String?
    /// Name of the token.
    package let id: String
    /// When it was issued, by the wall clock, in seconds since 1970.
    package let issuedSeconds: Int64
    /// When it expires, by the wall clock, in seconds since 1970; the kiosk itself uses the time since boot.
    package let expirySeconds: Int64
    /// The provenance of the panel.
    package let provenance: Word
    /// The result that it certifies.
    package let result: ResultID
    /// How a captcha was solved; nil for an unlock.
    package var input: Word?
    /// What had to be solved; nil for an unlock.
    package var solved: Solved?

    /// The challenge, and how many attempts it took.
    package struct Solved: Hashable, Sendable {
        /// What it was.
        package let challenge: ChallengeFacts
        /// How many attempts it took.
        package let attempts: Int
    }
}

extension TokenClaims {
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
        claims["input"] = input.map { .string($0.description) }
        if let solved { solved.write(into: &claims) }
        return Array(claims.description.utf8)
    }

    /// Reads claims as ``payload`` writes them; nil if anything is missing, unknown or of the wrong kind.
    init?(payload: [UInt8]) {
        guard let claims = try? JSONObject(parsing: payload), claims.allSatisfy({ Self.known.contains($0.key) }),
            let issuer = claims["iss"]?.stringValue, let id = claims["jti"]?.stringValue,
            let issued = claims["iat"]?.integerValue, let expiry = claims["exp"]?.integerValue,
            let provenance = claims["prov"]?.stringValue.flatMap({ Word($0) }),
            let result = claims["res"]?.stringValue.flatMap({ ResultID($0) }),
            let subject = Self.subject(of: claims)
        else { return nil }
        for key in ["aud", "nonce", "act"] where claims[key] != nil && claims[key]?.stringValue == nil { return nil }
        let input = claims["input"]?.stringValue.flatMap { Word($0) }
        guard (input == nil) == (claims["input"] == nil) else { return nil }
        let solved = Solved(claims)
        guard solved != nil || Solved.names.allSatisfy({ claims[$0] == nil }) else { return nil }
        self.init(
            issuer: issuer, subject: subject, audience: claims["aud"]?.stringValue,
            nonce: claims["nonce"]?.stringValue, id: id, issuedSeconds: issued, expirySeconds: expiry,
            provenance: provenance, result: result, input: input, solved: solved)
    }

    private static let known = Set(
        [
            "iss", "sub", "cid", "act", "aud", "nonce", "jti", "iat", "exp", "prov", "res", "input",
        ] + Solved.names)

    private static func subject(of claims: JSONObject) -> Subject? {
        switch (claims["sub"]?.stringValue, claims["cid"]?.stringValue) {
        case (let name?, nil) where claims["act"] == nil: (try? UserName(name)).map { .user($0) }
        case (nil, let challenge?): .challenge(challenge, action: claims["act"]?.stringValue)
        case (_?, _), (nil, nil): nil
        }
    }
}

extension TokenClaims.Solved {
    fileprivate static let names = ["kind", "profile", "size", "attempts", "refreshes"]

    fileprivate func write(into claims: inout JSONObject) {
        claims["kind"] = .string(challenge.kind.description)
        claims["profile"] = .string(challenge.profile.description)
        claims["size"] = challenge.size.map { .string($0.description) }
        claims["attempts"] = .integer(Int64(attempts))
        claims["refreshes"] = .integer(Int64(challenge.refreshes))
    }

    /// Reads what ``write(into:)`` wrote; nil if anything is missing or of the wrong kind.
    fileprivate init?(_ claims: JSONObject) {
        func count(_ key: String) -> Int? {
            claims[key]?.integerValue.flatMap { (0...Int64(Int32.max)).contains($0) ? Int($0) : nil }
        }
        guard let kind = claims["kind"]?.stringValue.flatMap({ Word($0) }),
            let profile = claims["profile"]?.stringValue.flatMap({ Word($0) }),
            let attempts = count("attempts"), let refreshes = count("refreshes")
        else { return nil }
        let size = claims["size"]?.stringValue.flatMap { ChallengeFacts.Size($0) }
        guard (size == nil) == (claims["size"] == nil) else { return nil }
        self.init(
            challenge: ChallengeFacts(kind: kind, profile: profile, size: size, refreshes: refreshes),
            attempts: attempts)
    }
}

extension ChallengeFacts.Size: CustomStringConvertible {
    /// Width and height as `480x300`.
    package var description: String { "\(width)x\(height)" }

    init?(_ text: String) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(width: numbers[0], height: numbers[1])
        guard description == text else { return nil }
    }
}
