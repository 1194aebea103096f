/// A server's request to redeem a token.
package struct RedemptionRequest: Sendable {
    /// The token as received.
    package var token: String
    /// The caller's own name for this redemption, so that it can fetch a lost reply again; nil: it cannot.
    package var key: String?
    /// The required audience of the token; nil: none.
    package var audience: String?
    /// The required nonce; nil: any.
    package var nonce: String?
    /// The uid of the caller; no other user can use its key.
    package var owner: UInt32

    /// The longest ``key``, in bytes.
    package static let maxKey = 128

    /// Makes a request.
    package init(token: String, key: String? = nil, audience: String? = nil, nonce: String? = nil, owner: UInt32) {
        self.token = token
        self.key = key
        self.audience = audience
        self.nonce = nonce
        self.owner = owner
    }
}

/// Why a token is not accepted, in the stable words of the socket interface.
package enum RedemptionRefusal: String, Hashable, Sendable, CaseIterable {
    /// It does not have the form of this kiosk's tokens, or the key of the request is empty or too long.
    case badRequest = "bad_request"
    /// It was signed with a key that this kiosk does not have, or no longer has.
    case keyUnknown = "key_unknown"
    /// It was altered, or signed with another key.
    case signatureMismatch = "signature_mismatch"
    /// It is for another audience, or only one side names an audience.
    case audienceMismatch = "audience_mismatch"
    case nonceMismatch = "nonce_mismatch"
    /// It has expired, or the machine was rebooted.
    case tokenExpired = "token_expired"
    /// It was redeemed before, under another key or none.
    case tokenUsed = "token_used"

    /// Whether the token could be judged at all.
    package var isPerformed: Bool { self != .badRequest && self != .keyUnknown }
}

/// The outcome of a redemption.
package enum Redemption: Hashable, Sendable {
    /// The token is accepted, now or by the same request before.
    case passed(TokenClaims, isRepeated: Bool)
    case refused(RedemptionRefusal)
}
