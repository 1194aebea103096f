internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// What becomes of a drawing: compared with the user's pattern, or stored in its place.
extension DrawingSession {
    func check(_ origin: GestureOrigin, lift: Instant) {
        number += 1
        guard core.trusts(origin) else { return conclude(.failed, "untrusted_device", origin) }
        guard core.isPrivateEnough(origin) else { return conclude(.failed, "not_exclusive", origin) }
        guard let pattern = takePattern() else { return conclude(.failed, "storage_failed", origin) }
        guard core.hashing.load < Core.mostHashes else { return conclude(.failed, "busy", origin) }
        let begun = core.vault.lineage(of: user)
        let admission: Admission
        do { admission = try core.vault.beginVerification(user, pattern, at: core.moment) } catch {
            return fail(error, origin)
        }
        let verification: Verification
        switch admission {
        case .granted(let granted): verification = granted
        case .refused(let standing): return conclude(.failed, standing.refusal, origin)
        }
        state = .hashing
        underWay = verification
        // What is counted is compared and written down, whoever still listens.
        afterward.begin()
        hash { () throws(VaultError) in
            try verification.run(pattern)
        } then: { [self] outcome in
            underWay = nil
            core.writes.make(.records) { () throws(VaultError) in
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

    /// The count is settled: answers at the moment that is the same for every drawing.
    private func answerLater(
        _ verdict: VerificationVerdict, _ origin: GestureOrigin, _ begun: Lineage, lift: Instant
    ) {
        // The daemon may have stopped meanwhile; every other end waits until the drawing is written down.
        guard case .hashing = state else { return }
        // Both words have the same length, so that the size of the answer tells nothing more.
        let reason: Word = verdict == .repeated ? "already_tried" : Self.wrongPattern
        let passed: Word = verdict.slot == .duress ? ResultLog.duress : ResultLog.noReason
        let moment = AnswerMoment.after(lift: lift.microseconds, now: core.loop.nowMicroseconds)
        answer = { [self] in
            // Whoever was removed, kept out or recovered while the pattern was compared has proved nothing.
            let isCurrent = begun == core.vault.lineage(of: user)
            let counts = verdict.slot != nil && isCurrent
            let refusal: Word = isCurrent ? reason : "superseded"
            conclude(
                counts ? .passed : .failed, counts ? passed : refusal, origin, judged: Instant(microseconds: moment))
        }
        answerTimer?.arm(atMicroseconds: moment)
    }

    func store(_ origin: GestureOrigin) {
        number += 1
        guard core.trusts(origin) else { return conclude(.failed, "untrusted_device", origin) }
        guard core.isPrivateEnough(origin) else { return conclude(.failed, "not_exclusive", origin) }
        guard let pattern = takePattern() else { return conclude(.failed, "storage_failed", origin) }
        guard core.hashing.load < Core.mostHashes else { return conclude(.failed, "busy", origin) }
        if Blocklist.contains(pattern) { return askAgain("too_common") }
        let slot = if case .enroll(let enrolling) = job { enrolling.slot } else { PatternSlot.pattern }
        let begun: Enrollment?
        do {
            begun = try slot == .duress ? core.vault.beginDuressEnrollment(user) : core.vault.beginEnrollment(user)
        } catch { return fail(error, origin) }
        guard let enrollment = begun else { return conclude(.failed, "superseded", origin) }
        state = .hashing
        hash { () throws(VaultError) in
            try enrollment.run(pattern)
        } then: { [self] outcome throws(VaultError) in
            // Whoever gave up while the pattern was stretched did not want it stored.
            guard case .hashing = state else { return }
            try keep(outcome, origin)
        } failed: { [self] error in
            fail(error, origin)
        }
    }

    /// Stores what was drawn twice alike.
    private func keep(_ outcome: EnrollmentOutcome, _ origin: GestureOrigin) throws(VaultError) {
        switch job {
        case .verify: preconditionFailure("a verification stores nothing")
        case .recover:
            let isStored = try core.vault.store(
                outcome, at: core.moment, spendsRecovery: true, keepsRestrictions: true, since: lineage)
            conclude(stored: isStored, origin)
        case .enroll(let enrolling) where enrolling.slot == .pattern:
            let isStored = try core.vault.store(
                outcome, at: core.moment, keepsRestrictions: enrolling.isChange, since: lineage)
            conclude(stored: isStored, origin)
        case .enroll where lineage != core.vault.lineage(of: user): conclude(stored: false, origin)
        case .enroll(let enrolling):
            // Who forces the user must not learn from this which pattern is the real one.
            let stored =
                enrolling.isUnderDuress && enrolling.isAskedForDuress
                ? try core.vault.seemToStoreDuress(outcome)
                : try core.vault.storeDuress(
                    outcome, posingAsChangeAt: enrolling.isUnderDuress ? core.moment : nil)
            switch stored {
            case .stored: conclude(.passed, ResultLog.duress, origin)
            case .sameAsPattern:
                state = .waiting
                askAgain("same_as_pattern")
            case .superseded: conclude(.failed, "superseded", origin)
            }
        }
    }

    private func conclude(stored isStored: Bool, _ origin: GestureOrigin) {
        conclude(isStored ? .passed : .failed, isStored ? ResultLog.noReason : "superseded", origin)
    }

    /// Refuses a drawing without ending the enrollment.
    private func askAgain(_ step: String) {
        if let place { core.screen.judgePattern(place, passed: false, reason: step, result: nil) }
        if call.wantsMore { call.replyContinuing(["step": .string(step)]) }
    }

    /// Runs `work` on the worker and the rest back on the loop.
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

    /// How strong the first of the two drawings looks; nil on grids that nobody fitted a meter to.
    var strengthOfFirst: Strength? {
        guard let place else { return nil }
        return core.screen.withModel(at: place, as: PatternLock.self) { lock, _ in
            let drawing = lock.firstDrawing
            var dots = (0..<drawing.count).map { drawing[$0] }
            let pattern = try? Pattern(rows: lock.grid.rows, columns: lock.grid.columns, wiping: &dots)
            return pattern.flatMap { Strength($0) }
        } ?? nil
    }

    private func takePattern() -> Pattern? {
        guard let place else { return nil }
        return core.screen.withModel(at: place, as: PatternLock.self) { lock, _ in
            let drawing = lock.drawing
            var dots = (0..<drawing.count).map { drawing[$0] }
            return try? Pattern(rows: lock.grid.rows, columns: lock.grid.columns, wiping: &dots)
        } ?? nil
    }

    private func fail(_ error: VaultError, _ origin: GestureOrigin) {
        core.log.error("cannot check or store a pattern: \(error)")
        core.storeWatch.note(error)
        conclude(.failed, "storage_failed", origin)
    }
}
