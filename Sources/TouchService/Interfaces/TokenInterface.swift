internal import EventLoop
internal import StrictJSON
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

/// `io.touchd.token`: tokens and keys.
struct TokenInterface {
    let access: Access
    let surroundings: Surroundings
    let keeper: VaultKeeper
    let results: Results
    let challenges: JudgedSessions
    let peerLog: PeerLog

    private static let name = "io.touchd.token"

    var interface: ServiceInterface {
        ServiceInterface(
            Self.name, access: access, needs: keeper,
            methods: [
                "Redeem": .init(.observer) { redeem($0) },
                "Keys": .init(.observer) { call in
                    let keys = keeper.tokens.webKeys(at: surroundings.moment)
                    call.reply(["issuer": .string(keeper.tokens.issuer), "jwks": .object(keys)])
                },
                "RotateKeys": .init(.administrator) { rotate($0) },
            ])
    }

    private func redeem(_ call: Call) {
        func text(_ key: String) -> String? { call.parameters[key]?.stringValue }
        let peer = call.connection.peer
        guard !peer.isReader else { return call.fail(.permissionDenied) }
        let request = RedemptionRequest(
            token: text("token") ?? "", key: text("key"), audience: text("audience"), nonce: text("nonce"),
            owner: peer.uid)
        results.change(for: call, of: Self.name) { () throws(VaultError) in
            try keeper.tokens.redeem(request, at: surroundings.moment)
        } then: { (redemption: Redemption) throws(VaultError) in
            switch redemption {
            case .passed(let claims, let isRepeated):
                if case .challenge(let challenge, _) = claims.subject { challenges[challenge]?.isRedeemed = true }
                peerLog.line(
                    .info, .token, of: peer.uid,
                    "token \(claims.id) redeemed by uid \(peer.uid)\(isRepeated ? " again" : "")")
                // Only for callers that see all results: people at the screen must not learn it.
                let reason = try keeper.vault.result(claims.result)?.result.reason
                let isForced = reason == Results.duress && access.seesAllResults(peer)
                call.reply([
                    "performed": true, "passed": true, "claims": .object(Self.describe(claims)),
                    "repeated": isRepeated ? true : nil, "duress": isForced ? true : nil,
                ])
            case .refused(let refusal):
                peerLog.line(.info, .token, of: peer.uid, "token of uid \(peer.uid) refused: \(refusal.rawValue)")
                call.reply([
                    "performed": .bool(refusal.isPerformed), "passed": false, "reason": .string(refusal.rawValue),
                ])
            }
        }
    }

    private func rotate(_ call: Call) {
        let isAtOnce = call.parameters["atOnce"]?.boolValue ?? false
        results.change(for: call, of: Self.name) { () throws(VaultError) in
            try keeper.tokens.prepareRotation(atOnce: isAtOnce, at: surroundings.moment)
        } then: { (rotation: TokenIssuer.Rotation) in
            keeper.tokens.finish(rotation)
            peerLog.log.notice(
                "signing tokens with key \(rotation.key.id), requested by uid \(call.connection.peer.uid)")
            call.reply(["kid": .string(rotation.key.id)])
        }
    }

    private static func describe(_ claims: TokenClaims) -> JSONObject {
        var told: JSONObject = [:]
        switch claims.subject {
        case .user(let user):
            told["kind"] = "unlock"
            told["user"] = .string(user.description)
        case .challenge(let challenge, let action):
            told["kind"] = "captcha"
            told["challengeId"] = .string(challenge)
            told["action"] = action.map { .string($0) }
        }
        told["issuer"] = .string(claims.issuer)
        told["audience"] = claims.audience.map { .string($0) }
        told["nonce"] = claims.nonce.map { .string($0) }
        told["provenance"] = .string(claims.provenance.description)
        told["resultId"] = .string(claims.result.description)
        told["input"] = claims.input.map { .string($0.description) }
        if let solved = claims.solved {
            told["challenge"] = .object(solved.challenge.fields)
            told["attempts"] = .integer(Int64(solved.attempts))
        }
        told["issuedWallTimeUSec"] = .integer(claims.issuedSeconds * 1_000_000)
        return told
    }
}
