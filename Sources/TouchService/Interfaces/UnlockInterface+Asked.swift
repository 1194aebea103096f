internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

extension UnlockInterface {
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
}
