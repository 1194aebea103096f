import StrictJSON
import TouchCore
import System

@testable import TouchVault

extension Moment {
    /// The same moment that much later on every clock.
    func later(seconds: Int64) -> Moment {
        var later = self
        later.monotonic.microseconds += seconds * 1_000_000
        later.boottime.microseconds += seconds * 1_000_000
        later.wall.microseconds += seconds * 1_000_000
        return later
    }
}

extension InteractionResult {
    /// An unlock of anna that passed on a physical panel.
    static func unlock(_ change: (inout InteractionResult) -> Void = { _ in }) -> InteractionResult {
        var result = InteractionResult(
            kind: .unlock, outcome: .passed, reason: "none", user: try? UserName("anna"), owner: 1_000,
            provenance: "physical", input: "drag", moment: ResultMoment(.test))
        change(&result)
        return result
    }
}

extension TokenIssuer {
    static func quick(_ vault: Vault, at moment: Moment = .test) throws(VaultError) -> TokenIssuer {
        var policy = Policy()
        policy.issuer = "kiosk-7"
        return try TokenIssuer(vault: vault, policy: policy, at: moment)
    }

    /// A token of a new unlock of anna.
    func unlock(_ binding: TokenBinding = .none, at moment: Moment = .test) throws(VaultError) -> String {
        try tokenText(for: try vault.insert(.unlock()).id, binding: binding, at: moment) ?? ""
    }

    func redeem(
        _ token: String, key: String? = nil, audience: String? = nil, nonce: String? = nil, owner: UInt32 = 33,
        at moment: Moment = .test
    ) throws(VaultError) -> Redemption {
        try redeem(
            RedemptionRequest(token: token, key: key, audience: audience, nonce: nonce, owner: owner), at: moment)
    }
}

extension Redemption {
    /// Whether the token was accepted, for the first time.
    var isAccepted: Bool {
        if case .passed(_, isRepeated: false) = self { true } else { false }
    }

    /// Whether the token was reported as accepted again.
    var isRepeated: Bool {
        if case .passed(_, isRepeated: true) = self { true } else { false }
    }

    var claims: TokenClaims? {
        if case .passed(let claims, _) = self { claims } else { nil }
    }

    var refusal: RedemptionRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

func parts(of token: String) throws -> (header: JSONObject, claims: JSONObject) {
    let parts = token.split(separator: ".").map { Base64URL.bytes(of: $0) ?? [] }
    return (try JSONObject(parsing: parts[0]), try JSONObject(parsing: parts[1]))
}
