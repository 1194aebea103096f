internal import EventLoop
internal import StrictJSON
internal import TouchModels
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink
internal import TouchCore

extension UnlockInterface {
    /// Who authorized the change of a secret.
    enum Right: Equatable {
        case administrator
        /// The user, who entered the old secret of that level (``StoredSecret``); nothing that a caller sees may differ between
        /// them.
        case own(level: Int)

        /// How deep the secret lies that was entered; 0 without one.
        var level: Int { if case .own(let level) = self { level } else { 0 } }
    }

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
        let request = RedemptionRequest(token: proof, audience: SecretDesk.changes, owner: peer.uid)
        desk.results.change(for: call, of: "io.touchd.unlock") { [desk] () throws(VaultError) in
            try desk.keeper.tokens.redeem(request, at: desk.moment)
        } then: { [self] (redemption: Redemption) throws(VaultError) in
            switch redemption {
            case .passed(let claims, _) where claims.subject == .user(user):
                guard let kind = try desk.vault.result(claims.result)?.result.secret,
                    let level = desk.results.level(of: claims.result)
                else { return refuse(call, "token_expired") }
                guard try desk.counts(kind, at: level, of: user, for: SecretDesk.changes) else {
                    return refuse(call, SecretDesk.strongNeeded.description)
                }
                body(.own(level: level))
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

    /// `AskEnrollment`: `Users` then reports it, for front ends to show; the daemon itself shows and enrolls nothing.
    func askEnrollment(_ call: Call) {
        guard let (_, user) = user(of: call) else { return }
        let now = desk.moment.wall
        let wanted = call.parameters["expiresWallTimeUSec"]?.integerValue.map(WallTime.init(microseconds:))
        let expires = wanted ?? now.advanced(by: AskedEnrollments.usualTime)
        let isWithdrawn = call.parameters["withdraw"] == true
        guard expires > now, expires <= now.advanced(by: AskedEnrollments.maxTime), wanted == nil || !isWithdrawn else {
            let allowed = "a moment in the next 90 days, without withdraw"
            return call.fail(.invalidParameter("expiresWallTimeUSec", allowed: allowed))
        }
        let peer = call.connection.peer
        if isWithdrawn {
            return desk.asked.forget(user) { [self] refusal in
                if let refusal { return fail(call, refusal) }
                desk.peerLog.log.notice(
                    "\(desk.keeper.logged(user)): enrollment no longer asked for, by uid \(peer.uid)")
                call.reply()
            }
        }
        do throws(VaultError) {
            let asked = AskedEnrollments.Asked(id: try ResultID(at: now), user: user, asked: now, expires: expires)
            desk.asked.keep(asked) { [self] refusal in
                if let refusal { return fail(call, refusal) }
                desk.peerLog.log.notice("\(desk.keeper.logged(user)): enrollment asked for by uid \(peer.uid)")
                call.reply(["asked": .object(asked.json)])
            }
        } catch { desk.keeper.fail(call, of: "io.touchd.unlock", error) }
    }

    private func fail(_ call: Call, _ refusal: AskedEnrollments.Refusal) {
        switch refusal {
        case .tooMany: call.fail(VarlinkError("io.touchd.unlock.TooManyAsked"))
        case .storage(let failure):
            desk.peerLog.line(.error, .storage, of: call.connection.peer.uid, failure)
            call.fail(VarlinkError("io.touchd.unlock.StorageFailed"))
        }
    }

    /// `MakeRecoveryKey`: the only time that the key is shown.
    func makeRecoveryKey(_ call: Call) {
        guard let (name, user) = user(of: call) else { return }
        let peer = call.connection.peer
        desk.results.change(for: call, of: "io.touchd.unlock", user: user) { [desk] () throws(VaultError) in
            try desk.vault.makeRecoveryKey(for: user)?.text
        } then: { [desk] (key: String?) throws(VaultError) -> InteractionResult? in
            guard key != nil else {
                Self.failUnknown(call, name)
                return nil
            }
            desk.peerLog.log.notice("recovery key of \(desk.keeper.logged(user)) made by uid \(peer.uid)")
            return desk.results.result(.recovery, "key_made", of: user, by: peer.uid)
        } finish: { key, result in
            call.reply(["key": key.map { .string($0) }, "resultId": result.map { .string($0) }])
        }
    }

    /// Lets a user start over whose recovery key a call has; answers the call if it is not the user's.
    ///
    /// - Parameter begin: begins to wait for a new secret; the old ones are void then, on the disk too.
    func recover(_ user: UserName, by call: Call, _ begin: @escaping (SecretTask) -> Bool) {
        let peer = call.connection.peer
        let limited = access.role(of: peer) == .administrator ? nil : peer.uid
        desk.results.change(for: call, of: "io.touchd.unlock", user: user) { [desk] () throws(VaultError) in
            guard let key = try RecoveryKey(call.parameters["key"]?.stringValue ?? "") else { return nil }
            // The lineage of this moment: what is changed while the recovery is written is not undone.
            let verdict = try desk.vault.recover(user, with: key, by: limited, at: desk.moment)
            return (verdict, desk.vault.lineage(of: user))
        } then: {
            [self] (recovered: (verdict: RecoveryVerdict, lineage: Lineage)?) throws(VaultError) -> InteractionResult?
            in
            guard let recovered else {
                call.fail(VarlinkError("io.touchd.unlock.MalformedKey"))
                return nil
            }
            let reason: Word
            switch recovered.verdict {
            case .accepted:
                desk.peerLog.log.notice(
                    "recovery key of \(desk.keeper.logged(user)) accepted from uid \(peer.uid); the old secrets are void"
                )
                if begin(.enrollment(.init(kind: .recovery), since: recovered.lineage)) { return nil }
                // The caller or the widget has gone: what is changed has a result all the same.
                return desk.results.result(.recovery, Results.noReason, of: user, by: peer.uid, as: .cancelled)
            case .wrong:
                reason = "wrong_key"
                desk.peerLog.line(
                    .warning, .key, of: peer.uid,
                    "wrong recovery key for \(desk.keeper.logged(user)) from uid \(peer.uid)")
            case .wait:
                reason = "locked"
                guard notesUnreadKey(of: peer) else {
                    refuse(call, recovered.verdict, result: nil)
                    return nil
                }
            }
            return desk.results.result(.recovery, reason, of: user, by: peer.uid, as: .failed)
        } finish: { [self] recovered, result in
            if let verdict = recovered?.verdict, verdict != .accepted { refuse(call, verdict, result: result) }
        }
    }

    private func refuse(_ call: Call, _ verdict: RecoveryVerdict, result: String?) {
        let wait: Interval? = if case .wait(let left) = verdict { left } else { nil }
        call.reply([
            "outcome": "failed", "reason": wait == nil ? "wrong_key" : "locked",
            "waitUSec": wait.map { .integer($0.microseconds) }, "resultId": result.map { .string($0) },
        ])
    }
}
