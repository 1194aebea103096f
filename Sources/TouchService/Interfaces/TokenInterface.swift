internal import Journal
internal import StrictJSON
internal import TouchVault
internal import Varlink
internal import WebKeys

extension ServiceInterface {
    /// `io.touchd.token`: tokens and keys.
    static func token(_ core: Core, _ challenges: JudgedSessions) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.token", access: core.access, storeFault: { [unowned core] in core.storeFault },
            methods: [
                "Redeem": Method(.observer) { redeem($0, core, challenges) },
                "Keys": Method(.observer) { call in
                    do throws(VaultError) {
                        let keys = try core.tokens.webKeys(at: core.moment)
                        call.reply(["issuer": .string(core.tokens.issuer), "jwks": .object(keys)])
                    } catch { core.failStorage(call, of: "io.touchd.token", error) }
                },
                "RotateKeys": Method(.administrator) { rotate($0, core) },
            ])
    }

    private static func redeem(_ call: Call, _ core: Core, _ challenges: JudgedSessions) {
        func text(_ key: String) -> String? { call.parameters[key]?.stringValue }
        let peer = call.connection.peer
        let request = RedemptionRequest(
            token: text("token") ?? "", key: text("key"), audience: text("audience"), nonce: text("nonce"),
            owner: peer.uid)
        do throws(VaultError) {
            switch try core.tokens.redeem(request, at: core.moment) {
            case .passed(let claims, let isRepeated):
                if case .challenge(let challenge, _) = claims.subject { challenges[challenge]?.isRedeemed = true }
                core.peerLog.line(
                    .info, .token, of: peer.uid,
                    "token \(claims.id) redeemed by uid \(peer.uid)\(isRepeated ? " again" : "")")
                // Only for callers that see all results: people at the screen must not learn it.
                let reason = try core.vault.result(claims.result)?.result.reason
                let isForced = reason == ResultLog.duress && core.access.seesAllResults(peer)
                call.reply([
                    "performed": true, "passed": true, "claims": .object(describe(claims)),
                    "repeated": isRepeated ? true : nil, "duress": isForced ? true : nil,
                ])
            case .refused(let refusal):
                core.peerLog.line(.info, .token, of: peer.uid, "token of uid \(peer.uid) refused: \(refusal.rawValue)")
                call.reply([
                    "performed": .bool(refusal.isPerformed), "passed": false, "reason": .string(refusal.rawValue),
                ])
            }
        } catch { core.failStorage(call, of: "io.touchd.token", error) }
    }

    private static func rotate(_ call: Call, _ core: Core) {
        let isAtOnce = call.parameters["atOnce"]?.boolValue ?? false
        core.change(for: call, of: "io.touchd.token", user: nil) { () throws(VaultError) in
            try core.tokens.prepareRotation(atOnce: isAtOnce, at: core.moment)
        } then: { (rotation: TokenIssuer.Rotation) throws(VaultError) -> InteractionResult? in
            try core.tokens.finish(rotation)
            core.log.notice("signing tokens with key \(rotation.key.id), requested by uid \(call.connection.peer.uid)")
            call.reply(["kid": .string(rotation.key.id)])
            return nil
        } finish: { _, _ in
        }
    }

    /// Claims as the interface has them.
    private static func describe(_ claims: TokenClaims) -> JSONObject {
        var told: JSONObject = [:]
        switch claims.subject {
        case .user(let user):
            told["kind"] = "unlock"
            told["user"] = .string(user.description)
        case .challenge(let challenge, let action):
            told["kind"] = "captcha"
            told["challenge"] = .string(challenge)
            told["action"] = action.map { .string($0) }
        }
        told["issuer"] = .string(claims.issuer)
        told["audience"] = claims.audience.map { .string($0) }
        told["nonce"] = claims.nonce.map { .string($0) }
        told["provenance"] = .string(claims.provenance.description)
        told["result"] = .string(claims.result.description)
        told["input"] = claims.input.map { .string($0.description) }
        if let solved = claims.solved {
            told["captcha"] = .object(solved.challenge.fields)
            told["attempts"] = .integer(Int64(solved.attempts))
        }
        told["issuedWallTimeUSec"] = .integer(claims.issuedSeconds * 1_000_000)
        return told
    }
}
