internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

extension UnlockInterface {
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
                return desk.results.result(
                    .recovery, .cancelled, Results.noReason, user: user, owner: peer.uid, from: nil,
                    input: Results.noInput, attempt: 1, scene: nil, widget: nil)
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
            return desk.results.result(
                .recovery, .failed, reason, user: user, owner: peer.uid, from: nil, input: Results.noInput,
                attempt: 1, scene: nil, widget: nil)
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
