internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// Judging of a drawing: compared with the user's pattern, or stored in its place.
extension DrawingSession {
    func check(_ origin: GestureOrigin, lift: Instant) {
        number += 1
        guard core.trusts(origin) else { return conclude(.failed, "untrusted_panel", origin) }
        guard core.isPrivateEnough(origin) else { return conclude(.failed, "not_exclusive", origin) }
        guard let (guess, _) = takeSecret() else { return conclude(.failed, "storage_failed", origin) }
        guard core.hashing.load < Core.maxHashes else { return conclude(.failed, "busy", origin) }
        let begun = core.vault.lineage(of: user)
        let admission: Admission
        do { admission = try core.vault.beginVerification(user, guess, at: core.moment) } catch {
            return fail(error, origin)
        }
        let verification: Verification
        switch admission {
        case .granted(let granted): verification = granted
        case .refused(let standing): return conclude(.failed, standing.refusal, origin)
        }
        state = .hashing
        underWay = verification
        // An attempt that counts is compared and recorded, even if the caller disconnects.
        afterward.begin()
        hash { () throws(VaultError) in
            try verification.run(guess)
        } then: { [self] outcome in
            underWay = nil
            core.writes.make(of: user) { () throws(VaultError) in
                try core.vault.finish(outcome)
            } then: { [self] settled in
                do throws(VaultError) {
                    answerLater(try settled.get(), origin, begun, lift: lift)
                } catch { fail(error, origin) }
            }
        } failed: { [self] error in
            underWay = nil
            fail(error, origin)
        }
    }

    /// The count is settled: answers at a moment that is the same for every drawing.
    private func answerLater(
        _ verdict: VerificationVerdict, _ origin: GestureOrigin, _ begun: Lineage, lift: Instant
    ) {
        // The daemon may have stopped since; every other end waits until the drawing is stored.
        guard case .hashing = state else { return }
        let reason = verdict == .repeated ? "already_tried" : secret?.wrong ?? ResultLog.noReason
        let passed: Word = verdict.slot == .duress ? ResultLog.duress : ResultLog.noReason
        let moment = AnswerMoment.after(lift: lift, now: core.loop.now)
        answer = { [self] in
            // A user who was removed, blocked or recovered during the comparison has proved nothing.
            let isCurrent = begun == core.vault.lineage(of: user)
            let counts = verdict.slot != nil && isCurrent
            let refusal: Word = isCurrent ? reason : "superseded"
            conclude(
                counts ? .passed : .failed, counts ? passed : refusal, origin, judged: moment)
        }
        answerTimer?.arm(at: moment)
    }

    /// Accepts the new secret that was handed in: checks it before it is accepted, stores it when it is repeated.
    func acceptNewSecret(_ origin: GestureOrigin) {
        guard let (secret, entry) = takeSecret() else { return conclude(.failed, "storage_failed", origin) }
        if entry.isNew, Blocklist.contains(secret) { return askAgain("too_common") }
        guard entry.isFirst else { return store(secret, origin) }
        if let place { core.screen.settle(place, passed: true) }
        guard call.wantsMore else { return }
        let strength = Strength(secret)
        call.replyContinuing(["step": "first_recorded", "strength": strength.map { .string($0.rawValue) }])
    }

    private func store(_ secret: Secret, _ origin: GestureOrigin) {
        number += 1
        guard core.trusts(origin) else { return conclude(.failed, "untrusted_panel", origin) }
        guard core.isPrivateEnough(origin) else { return conclude(.failed, "not_exclusive", origin) }
        guard core.hashing.load < Core.maxHashes else { return conclude(.failed, "busy", origin) }
        let enrolling = if case .enroll(let enrolling) = job { enrolling } else { Enrolling() }
        let begun: Enrollment?
        do {
            begun =
                try enrolling.slot == .duress
                ? core.vault.beginDuressEnrollment(
                    user, of: secret.kind, posing: enrolling.isUnderDuress && !enrolling.isAskedForDuress)
                : core.vault.beginEnrollment(user, of: secret.kind)
        } catch { return fail(error, origin) }
        guard let enrollment = begun else { return conclude(.failed, "superseded", origin) }
        state = .hashing
        hash { () throws(VaultError) in
            try enrollment.run(secret)
        } then: { [self] outcome throws(VaultError) in
            // A caller that gave up while the pattern was hashed does not want it stored.
            guard case .hashing = state else { return }
            try keep(outcome, origin)
        } failed: { [self] error in
            fail(error, origin)
        }
    }

    /// Stores the secret that was drawn twice.
    private func keep(_ outcome: EnrollmentOutcome, _ origin: GestureOrigin) throws(VaultError) {
        switch job {
        case .verify: preconditionFailure("a verification stores nothing")
        case .recover:
            let isStored = try core.vault.store(
                outcome, at: core.moment, spendsRecovery: true, keepsRestrictions: true, since: lineage)
            conclude(stored: isStored, origin)
        case .enroll(let enrolling) where enrolling.slot == .everyday:
            let isStored = try core.vault.store(
                outcome, at: core.moment, keepsRestrictions: enrolling.isChange, since: lineage)
            conclude(stored: isStored, origin)
        case .enroll where lineage != core.vault.lineage(of: user): conclude(stored: false, origin)
        case .enroll(let enrolling):
            // A person who forces the user must not learn from this which secret is the real one.
            let stored =
                enrolling.isUnderDuress && enrolling.isAskedForDuress
                ? try core.vault.storeSecondDuress(outcome)
                : try core.vault.storeDuress(
                    outcome, posingAsChangeAt: enrolling.isUnderDuress ? core.moment : nil)
            switch stored {
            case .stored:
                core.noteEnrolled(user)
                conclude(.passed, ResultLog.duress, origin)
            case .sameAsEveryday:
                state = .waiting
                askAgain("same_as_everyday")
            case .superseded: conclude(.failed, "superseded", origin)
            }
        }
    }

    private func conclude(stored isStored: Bool, _ origin: GestureOrigin) {
        if isStored { core.noteEnrolled(user) }
        conclude(isStored ? .passed : .failed, isStored ? ResultLog.noReason : "superseded", origin)
    }

    /// Refuses an entry without ending the enrollment.
    private func askAgain(_ step: String) {
        if let place {
            core.screen.settle(place, passed: false)
            core.screen.announce(place, passed: false, reason: step, result: nil)
        }
        if call.wantsMore { call.replyContinuing(["step": .string(step)]) }
    }

    /// Runs `work` on the worker and the rest on the loop.
    private func hash<Made: Sendable>(
        _ work: @escaping @Sendable () throws(VaultError) -> Made,
        then: @escaping (Made) throws(VaultError) -> Void,
        failed: @escaping (VaultError) -> Void
    ) {
        let isQueued = core.hashing.run {
            Result { () throws(VaultError) in try work() }
        } finish: { (result: Result<Made, VaultError>) in
            do throws(VaultError) { try then(result.get()) } catch { failed(error) }
        }
        precondition(isQueued, "there was room in the queue of the worker")
    }

    /// The secret that was handed in, and the entry that it was.
    private func takeSecret() -> (Secret, SecretEntry)? {
        guard let place,
            let entry = core.screen.withModel(at: place, as: (any SecretModel).self, { model, _ in model.entry })
                ?? nil,
            let secret = Secret(entry)
        else { return nil }
        return (secret, entry)
    }

    private func fail(_ error: VaultError, _ origin: GestureOrigin) {
        core.log.error("cannot check or store a secret: \(error)")
        core.noteStore(error)
        conclude(.failed, "storage_failed", origin)
    }
}
