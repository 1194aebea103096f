internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchVault
internal import Varlink

extension UnlockInterface {
    /// `MakeRecoveryKey`: the only time that the key is shown.
    func makeRecoveryKey(_ call: Call) {
        guard let (name, user) = user(of: call) else { return }
        let peer = call.connection.peer
        core.change(for: call, of: "io.touchd.unlock", user: user) { () throws(VaultError) in
            try core.vault.makeRecoveryKey(for: user)?.text
        } then: { [core] (key: String?) throws(VaultError) -> InteractionResult? in
            guard key != nil else {
                Self.failUnknown(call, name)
                return nil
            }
            core.log.notice("recovery key of \(core.logged(user)) made by uid \(peer.uid)")
            return core.result(.recovery, "key_made", of: user, by: peer.uid)
        } finish: { key, result in
            call.reply(["key": key.map { .string($0) }, "result": result.map { .string($0) }])
        }
    }

    /// Whether the recovery key of a call is the user's; answers the call if not.
    func accepts(_ call: Call, _ user: UserName) -> Bool {
        let verdict: RecoveryVerdict
        do throws(VaultError) {
            guard let key = try RecoveryKey(call.parameters["key"]?.stringValue ?? "") else {
                call.fail(VarlinkError("io.touchd.unlock.MalformedKey"))
                return false
            }
            verdict = try core.vault.recover(user, with: key, at: core.moment)
        } catch {
            core.failStorage(call, of: "io.touchd.unlock", error)
            return false
        }
        let peer = call.connection.peer
        var (reason, wait): (Word, Interval?) = ("wrong_key", nil)
        switch verdict {
        case .accepted:
            core.log.notice(
                "recovery key of \(core.logged(user)) accepted from uid \(peer.uid); the old pattern is void")
            return true
        case .wrong:
            core.peerLog.line(
                .warning, .key, of: peer.uid, "wrong recovery key for \(core.logged(user)) from uid \(peer.uid)")
        case .wait(let left): (reason, wait) = ("locked", left)
        }
        let isNoted = wait == nil || notesUnreadKey(of: peer)
        let refused = core.result(
            .recovery, .failed, reason, user: user, owner: peer.uid, from: nil, input: ResultLog.noInput,
            attempt: 1, scene: nil, widget: nil)
        let result = isNoted ? core.record(refused) : nil
        call.reply([
            "outcome": "failed", "reason": .string(reason.description),
            "waitUSec": wait.map { .integer($0.microseconds) },
            "result": result.map { .string($0) },
        ])
        return false
    }
}
