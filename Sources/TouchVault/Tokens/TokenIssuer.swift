internal import StrictJSON
internal import System
internal import TouchCore

/// Signs verdicts of one kiosk and accepts each of them once.
///
///     issue ──▶ open ──redeem──▶ used      (the same caller may repeat the request with its key)
///                └──time over, new boot──▶ expired
///
/// A token is a compact JWT signed with Ed25519 (RFC 7519, 8037), so any JWT library can check it against
/// ``webKeys(at:)`` without contacting the kiosk. Only the kiosk knows whether it was used. Its expiry is judged by
/// CLOCK_BOOTTIME; the wall clock in it is for others. Like the vault, the issuer belongs to the event loop's thread.
package final class TokenIssuer {
    /// Which verdicts are signed, and how long their tokens are valid.
    package struct Policy: Hashable, Sendable {
        /// The name of the kiosk in tokens; nil: a random one that was drawn at the first start.
        package var issuer: String?
        /// The provenances that a panel must have.
        package var provenance: Set<Word> = ["physical"]
        /// How long an unlock can be redeemed, in seconds.
        package var unlockSeconds: Int64 = 120
        /// How long a captcha can be redeemed, in seconds.
        package var captchaSeconds: Int64 = 60

        /// The policy of a configuration that sets none.
        package init() {}
    }

    /// How many tokens are remembered; fingers cause a few per minute, and a forgotten one counts as expired.
    static let maxTokens: Int64 = 10_000
    /// How long a retired key stays in the key set: longer than any token is valid.
    static let overlap = Interval.seconds(3_600)
    /// Maximum number of retired keys, so that many rotations in an hour do not fill the key set.
    static let maxRetired = 16
    private static let nameByteCount = 16

    /// The name of the kiosk in tokens.
    package let issuer: String
    /// Which verdicts are signed from now on; ``issuer`` does not change after the start.
    package var policy: Policy
    let vault: Vault
    var current: SigningKey
    /// Retired keys, oldest first.
    var retired: [RetiredKey]

    /// Reads the keys, or creates the first one.
    package init(vault: Vault, policy: Policy, at moment: Moment) throws(VaultError) {
        if try vault.transaction({ () throws(VaultError) in try Self.dropUnreadable(in: vault.database) }) {
            try vault.lockEverybody()
        }
        (issuer, current, retired) = try vault.transaction { () throws(VaultError) in
            let drawn = policy.issuer == nil ? try Self.kioskName(in: vault.database) : ""
            let name = policy.issuer ?? drawn
            let current = try Self.currentKey(of: vault)
            return (name, current, try Self.retiredKeys(of: vault, at: moment))
        }
        self.vault = vault
        self.policy = policy
    }

    /// Issues a token for the verdict of a stored result, at most one.
    ///
    /// Durable on return, and signed when its text is first read. A failed unlock costs the same statements and a dummy
    /// signature, so that the time of a reply does not reveal the verdict.
    ///
    /// - Returns: the token; nil if the result did not pass, is a demonstration, was made on a panel that
    ///   is not trusted, or is neither an unlock nor a captcha.
    package func issue(
        for stored: StoredResult, challenge: String? = nil, binding: TokenBinding = .none, at moment: Moment
    ) throws(VaultError) -> IssuedToken? {
        let result = stored.result
        guard !result.isDemo,
            result.outcome == .passed || result.outcome == .failed && result.kind == .unlock,
            policy.provenance.contains(result.provenance),
            let (subject, seconds) = subject(of: result, challenge: challenge, action: binding.action)
        else { return nil }
        let isEarned = result.outcome == .passed
        let issued = moment.wall.seconds
        let claims = TokenClaims(
            issuer: issuer, subject: subject, audience: binding.audience, nonce: binding.nonce,
            id: Base64URL.text(of: try Sodium.randomBytes(Self.nameByteCount)), issuedSeconds: issued,
            expirySeconds: issued + seconds, provenance: result.provenance, result: stored.id,
            input: result.kind == .captcha ? result.input : nil,
            solved: result.challenge.map { TokenClaims.Solved(challenge: $0, attempts: result.attempt ?? 1) })
        try vault.transaction { () throws(VaultError) in
            let sequence = try vault.database[.insertToken].insert([
                .text(claims.id), .blob(stored.id.bytes), .blob(moment.boot.bytes),
                .integer(isEarned ? moment.boottime.advanced(by: .seconds(seconds)).microseconds : 0),
            ])
            try vault.database[.trimTokens].run(.integer(sequence - Self.maxTokens))
        }
        return IssuedToken(claims, isEarned: isEarned, signedBy: current)
    }

    /// Signs claims and stores nothing: ``issue(for:challenge:binding:at:)`` without the disk, for benchmarks.
    package func signed(_ claims: TokenClaims) -> String {
        CompactToken.text(payload: claims.payload, signedBy: current)
    }

    /// Accepts a token, once; the acceptance is durable on return.
    package func redeem(_ request: RedemptionRequest, at moment: Moment) throws(VaultError) -> Redemption {
        if let key = request.key, !(1...RedemptionRequest.maxKey).contains(key.utf8.count) {
            return .refused(.badRequest)
        }
        guard let token = CompactToken.parse(request.token) else { return .refused(.badRequest) }
        guard let key = publishedKeys(at: moment).first(where: { $0.id == token.keyID }) else {
            return .refused(.keyUnknown)
        }
        guard token.isSigned(by: key) else { return .refused(.signatureMismatch) }
        // Signed by this kiosk, so only an earlier version of touchd can have written other claims.
        guard let claims = TokenClaims(payload: token.payload) else { return .refused(.badRequest) }
        guard claims.audience == request.audience else { return .refused(.audienceMismatch) }
        if let nonce = request.nonce, nonce != claims.nonce { return .refused(.nonceMismatch) }
        return try accept(claims, for: request, at: moment)
    }

    private func accept(
        _ claims: TokenClaims, for request: RedemptionRequest, at moment: Moment
    ) throws(VaultError) -> Redemption {
        let claim = request.key.map { key in
            Value.blob(KeyedHash.bytes(of: Array("touchd redemption\0\(key)".utf8), key: vault.key))
        }
        let owner = Value.integer(Int64(request.owner))
        let found = try vault.database[.findToken].first(
            .text(claims.id), .blob(moment.boot.bytes), .integer(moment.boottime.microseconds), claim ?? .null, owner
        ) { row throws(VaultError) in
            (
                isLive: try row.integer(0) == 1, isUsed: try row.integer(1) == 1,
                isSameAsker: try row.integer(2) == 1
            )
        }
        guard let found else { return .refused(.tokenExpired) }
        if found.isUsed { return found.isSameAsker ? .passed(claims, isRepeated: true) : .refused(.tokenUsed) }
        guard found.isLive else { return .refused(.tokenExpired) }
        let accepted = try vault.transaction { () throws(VaultError) in
            try vault.database[.redeemToken].changes(
                .integer(moment.wall.microseconds), owner, claim ?? .null, .text(claims.id))
        }
        return accepted == 0 ? .refused(.tokenUsed) : .passed(claims, isRepeated: false)
    }

    private func subject(
        of result: InteractionResult, challenge: String?, action: String?
    ) -> (TokenClaims.Subject, Int64)? {
        switch result.kind {
        case .unlock: result.user.map { (.user($0), policy.unlockSeconds) }
        case .captcha: challenge.map { (.challenge($0, action: action), policy.captchaSeconds) }
        case .enrollment, .removal, .clearing, .recovery, .change, .restriction, .lock: nil
        }
    }

    /// Deletes keys and names of the kiosk that touchd did not write; returns whether there were any.
    private static func dropUnreadable(in database: Database) throws(VaultError) -> Bool {
        let keys = try database.prepare(
            """
            DELETE FROM signing_key WHERE length(public) IS NOT ?1 OR seed IS NOT NULL AND length(seed) IS NOT ?2
                OR seed IS NULL AND boottime IS NULL
            """
        ).changes(.integer(Int64(VerificationKey.byteCount)), .integer(Int64(SigningKey.seedByteCount)))
        let names = try database.prepare("DELETE FROM key WHERE name = 'kiosk' AND length(value) IS NOT ?")
            .changes(.integer(Int64(nameByteCount)))
        return keys + names > 0
    }

    private static func kioskName(in database: Database) throws(VaultError) -> String {
        let stored = try database.prepare("SELECT value FROM key WHERE name = 'kiosk'").first {
            row throws(VaultError) in try row.blob(0, count: nameByteCount)
        }
        if let stored { return name(of: stored) }
        let fresh = try Sodium.randomBytes(nameByteCount)
        try database.prepare("INSERT INTO key (name, value) VALUES ('kiosk', ?)").run(.blob(fresh))
        return name(of: fresh)
    }

    private static func name(of bytes: [UInt8]) -> String { "touchd-\(Hexadecimal.text(of: bytes))" }
}
