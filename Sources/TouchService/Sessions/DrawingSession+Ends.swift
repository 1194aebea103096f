internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchVault
internal import Varlink

/// Reporting and recording of drawings, and the end of the session.
extension DrawingSession {
    /// A drawing was judged.
    ///
    /// - Parameter judged: when, if it was compared with a pattern: then the same is done whatever the verdict.
    func conclude(
        _ outcome: Outcome, _ reason: Word, _ origin: GestureOrigin, judged: Instant? = nil
    ) {
        if case .over = state { return }
        afterward.begin()
        core.write {
            let stored = store(outcome, reason, from: origin)
            return (stored, judged == nil ? nil : core.token(for: stored.first?.id, binding: binding))
        } then: { [self] (result: StoredResult?, token: String??) in
            tell(outcome, reason, origin, result?.id.description, token: token ?? nil, judged: judged)
            for act in afterward.end() { act() }
        }
    }

    /// A drawing was judged, and its result is on the disk unless it is nil.
    private func tell(
        _ outcome: Outcome, _ reason: Word, _ origin: GestureOrigin, _ result: String?, token: String?,
        judged: Instant?
    ) {
        // A verdict that was not stored does not count.
        let outcome = result == nil ? .failed : outcome
        let said = outcome == .passed ? nil : result == nil ? "storage_failed" : reason.description
        if let place {
            core.screen.settle(place, passed: outcome == .passed, at: judged)
            core.screen.announce(place, passed: outcome == .passed, reason: said, result: result, at: judged)
        }
        if case .over = state { return }
        state = .waiting
        switch job {
        case .enroll, .recover: finish(outcome, result: result, reason: said)
        case .verify(let attemptsLeft):
            if call.wantsMore { report(outcome, said, result, origin) }
            job = .verify(attemptsLeft: attemptsLeft - 1)
            if outcome == .passed || attemptsLeft <= 1 { finish(outcome, result: result, token: token) }
        }
    }

    private func report(_ outcome: Outcome, _ reason: String?, _ result: String?, _ origin: GestureOrigin) {
        var attempt: JSONObject = [
            "result": result.map { .string($0) }, "number": .integer(Int64(number)),
            "outcome": .string(outcome.rawValue), "reason": reason.map { .string($0) },
            "exclusive": core.configuration.unlock.exclusive == .no ? nil : .bool(origin.isExclusive),
        ]
        attempt.add(standing?.fields ?? [:])
        let reply: JSONObject = ["attempt": .object(attempt)]
        call.replyContinuing(reply.padded(to: AnswerLength.attempt))
    }

    func finish(_ outcome: Outcome, result: String?, reason: String? = nil, token: String? = nil) {
        end { call in
            var reply: JSONObject = [
                "outcome": .string(outcome.rawValue), "result": result.map { .string($0) },
                "reason": reason.map { .string($0) }, "token": token.map { .string($0) },
            ]
            guard case .verify = job else { return call.reply(reply) }
            reply.add(standing?.fields ?? [:])
            call.reply(reply.padded(to: AnswerLength.last))
        }
    }

    /// Releases everything; `answer` answers the call if it is open.
    func end(_ answer: (Call) -> Void) {
        state = .over
        // A peer whose connections all close at once is not answered; its cancellation would outlast the session.
        call.onCancelled = nil
        timer?.cancel()
        answerTimer?.cancel()
        self.answer = nil
        core.screen.unbind(self)
        if call.isOpen { answer(call) }
        if let request { core.requests.end(request) }
        ended(self)
    }

    /// The user's present attempt limit; empty if it cannot be read, which is logged.
    private var standing: Standing? {
        do throws(VaultError) { return try core.vault.standing(of: user, at: core.moment) } catch {
            core.peerLog.line(
                .error, .storage, of: call.connection.peer.uid,
                "cannot read failed attempts of \(core.logged(user)): \(error)")
            return nil
        }
    }

    /// Stores its outcome, and that it used up the last guess if it did; part of ``Core/write(_:then:)``.
    private func store(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin) -> [StoredResult] {
        let result = result(outcome, reason, from: origin)
        guard let stored = core.store(result) else { return [] }
        // Reported once, with the attempt that used up the last guess.
        guard reason == secret?.wrong, result.standing?.isLocked ?? false else { return [stored] }
        let lock = core.store(core.result(.lock, "exhausted", of: user, by: call.connection.peer.uid))
        return [stored] + [lock].compactMap { $0 }
    }

    func result(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?) -> InteractionResult {
        let kind: ResultKind =
            switch job {
            case .verify: .unlock
            case .enroll(let enrolling): enrolling.isChange ? .change : .enrollment
            case .recover: .recovery
            }
        let standing = kind == .unlock ? standing : nil
        return core.result(
            kind, outcome, reason, user: user, secret: secret, owner: call.connection.peer.uid, from: origin,
            attempt: max(number, 1), scene: place?.scene, widget: place?.widget, standing: standing)
    }
}
