internal import Journal
internal import StrictJSON
internal import TouchModels
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

extension UnlockInterface {
    /// Who authorized the change of a secret.
    enum Right: Equatable {
        case administrator
        /// The user, who entered the old secret of that level (``SecretPair``); nothing that a caller sees may differ between
        /// them.
        case own(level: Int)

        /// How deep the secret lies that was entered; 0 without one.
        var level: Int { if case .own(let level) = self { level } else { 0 } }
    }

    /// The audience that the token of an unlock must have to count as proof here.
    static let audience = "io.touchd.unlock"

    /// `Enroll`: by an administrator, or by the user with the old pattern.
    func enroll(_ call: Call) {
        let slot = call.parameters["slot"]?.stringValue.flatMap { SecretSlot(rawValue: $0) } ?? .everyday
        begin(call, purpose: .enroll) { [self] user, begin in
            withRight(of: call, over: user, asksForProof: slot == .duress) { [desk] right in
                let job: EnrollmentJob =
                    switch right {
                    case .administrator: .init()
                    case .own(let level): .init(kind: .change, proof: level, isForDuress: slot == .duress)
                    }
                _ = begin(.enrollment(job, since: desk.vault.lineage(of: user)))
            }
        }
    }

    /// Continues with the authorization of a call to change a user's pattern, after the use of a token is on the disk;
    /// answers the call itself if it has none.
    ///
    /// - Parameter asksForProof: whether even an administrator needs the old pattern.
    func withRight(
        of call: Call, over user: UserName, asksForProof: Bool = false, _ body: @escaping (Right) -> Void
    ) {
        let peer = call.connection.peer
        guard let proof = call.parameters["proof"]?.stringValue else {
            if !asksForProof, access.role(of: peer) == .administrator { return body(.administrator) }
            return call.fail(.permissionDenied)
        }
        let request = RedemptionRequest(token: proof, audience: Self.audience, owner: peer.uid)
        desk.results.change(for: call, of: "io.touchd.unlock") { [desk] () throws(VaultError) in
            try desk.keeper.tokens.redeem(request, at: desk.moment)
        } then: { [self] (redemption: Redemption) throws(VaultError) in
            switch redemption {
            case .passed(let claims, _) where claims.subject == .user(user):
                guard let result = try desk.vault.result(claims.result) else {
                    return refuse(call, "token_expired")
                }
                body(.own(level: desk.results.level(of: result)))
            case .passed: refuse(call, "subject_mismatch")
            case .refused(let refusal): refuse(call, refusal.rawValue)
            }
        }
    }

    func refuse(_ call: Call, _ reason: String) {
        let user = call.connection.peer.uid
        desk.peerLog.line(.warning, .token, of: user, "proof of uid \(user) refused: \(reason)")
        call.fail(VarlinkError("io.touchd.unlock.ProofRefused", ["reason": .string(reason)]))
    }
}
