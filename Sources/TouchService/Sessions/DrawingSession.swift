internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchModels
internal import TouchVault
internal import Varlink

/// A call that waits for drawings on one pattern widget, until it is decided, given up, or its time is over.
///
///     wanted ──shown──▶ waiting ──drawing──▶ hashing ──▶ waiting | over
///        └────────────────┴── cancelled, expired, no front end ──▶ over
///
/// Subclassing is avoided: what differs between verifying and enrolling is the ``Task``.
final class DrawingSession: GestureListener {
    /// What is done with drawings.
    enum Task {
        /// Each is a guess at the user's pattern.
        case verify(attemptsLeft: Int)
        /// The model asks for two equal ones; the result is stored.
        case enrol(Enrolling)
        /// The same, after the recovery key was right.
        case recover
    }

    /// What an enrolment stores, and on whose word.
    struct Enrolling {
        /// Which of the user's patterns is drawn.
        var slot = PatternSlot.pattern
        /// Whether the user drew the old pattern for it; else an administrator asked.
        var isChange = false
        /// Whether it was the one for duress: then what is drawn takes the place of that one, and nobody can tell.
        var isUnderDuress = false
    }

    private static let wrongPattern: Word = "wrong_pattern"

    private enum State {
        case wanted, waiting, hashing, over
    }

    private let core: Core
    let call: Call
    private let user: UserName
    /// How the user's pattern stood when the caller was let in; what is stored must not undo what came since.
    private let lineage: Lineage
    /// The widget that is drawn on; nil as long as none is on screen.
    private var place: WidgetPlace?
    private var task: Task
    private var state = State.wanted
    private var number = 0
    private var timer: Timer?
    private var answerTimer: Timer?
    private var answer: (() -> Void)?
    /// What waits until a drawing that is counted is compared and its result on the disk.
    private var afterwards = Afterwards()
    private let ended: (DrawingSession) -> Void
    /// The attempt that is counted and not compared yet.
    private var underWay: Verification?
    /// What the caller wants a passed verdict bound to.
    var binding = TokenBinding.none
    /// The request to put a widget on screen, for a caller without a scene.
    var request: String?

    /// Makes a session for a widget that is not on screen yet.
    ///
    /// - Parameter ended: called once, when it is over.
    init(core: Core, call: Call, user: UserName, task: Task, ended: @escaping (DrawingSession) -> Void) {
        self.core = core
        self.call = call
        self.user = user
        self.task = task
        lineage = core.vault.lineage(of: user)
        self.ended = ended
    }

    /// Starts the clock.
    func start(patience: Int64) throws(SystemError) {
        timer = try core.loop.timer { [unowned self] in giveUp(.expired) }
        timer?.arm(atMicroseconds: core.loop.nowMicroseconds + patience)
        answerTimer = try core.loop.timer { [unowned self] in
            let answer = answer
            self.answer = nil
            answer?()
        }
        call.onCancelled = { [unowned self] in giveUp(.cancelled) }
        core.heartbeat.keepAlive(call)
    }

    /// The widget is on screen and bound to the session: says that drawings are heard.
    func shown(at place: WidgetPlace) {
        guard case .wanted = state else { return }
        (self.place, state) = (place, .waiting)
        if call.wantsMore { call.replyContinuing(["ready": true]) }
        core.screen.tellObservers()
        panelsChanged()
    }

    /// A panel was taken or given back: a drawing that another program keeps from the daemon is not waited for, if only
    /// private ones count.
    func panelsChanged() {
        guard core.configuration.unlock.exclusive == .require, core.panels.isAnyElsewhere else { return }
        giveUp(.failed)
    }

    func gestureEnded(_ name: String, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .waiting = state, !afterwards.isAwaited else { return }
        switch (task, name) {
        case (.verify, "completed"): check(origin, lift: time)
        case (.enrol, "enrolled"), (.recover, "enrolled"): store(origin)
        case (.enrol, "first_recorded"), (.enrol, "mismatch"), (.enrol, "too_short"), (.enrol, "too_sparse"),
            (.recover, "first_recorded"), (.recover, "mismatch"), (.recover, "too_short"), (.recover, "too_sparse"):
            guard call.wantsMore else { return }
            let strength = name == "first_recorded" ? strengthOfFirst : nil
            call.replyContinuing(["step": .string(name), "strength": strength.map { .string($0.rawValue) }])
        default: break
        }
    }

    func sceneGone() {
        giveUp(.cancelled)
    }

    /// Ends the wait because nobody can show a widget.
    func fail(_ error: VarlinkError) {
        if case .over = state { return }
        end { call in call.fail(error) }
    }

    /// Ends the wait from outside: the daemon stops.
    func giveUp(_ outcome: Outcome) {
        if afterwards.putOff({ [self] in giveUp(outcome) }) { return }
        if case .over = state { return }
        let isPanelHeld = outcome != .cancelled && core.panels.isAnyElsewhere
        let reason: Word = isPanelHeld ? "panel_held" : ResultLog.noReason
        finish(outcome, result: core.record(result(outcome, reason, from: nil)), reason: isPanelHeld ? reason : nil)
    }

    /// Ends the wait because the daemon stops: a drawing that nobody can compare any more costs nothing.
    func stop() {
        _ = afterwards.end()
        if let verification = underWay {
            do throws(VaultError) { try core.vault.giveBack(verification) } catch {
                core.log.error("cannot give an attempt of \(user) back: \(error)")
            }
        }
        giveUp(.cancelled)
    }

    // MARK: - Drawings

    private func check(_ origin: GestureOrigin, lift: Instant) {
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
        afterwards.await()
        hash { () throws(VaultError) in
            try verification.run(pattern)
        } then: { [self] outcome in
            underWay = nil
            core.writes.make(.records) { () throws(VaultError) in
                try core.vault.finish(outcome)
            } then: { [self] settled in
                do throws(VaultError) {
                    answerLater(try settled.get(), verification, pattern, origin, begun, lift: lift)
                } catch { fail(error, origin) }
            }
        } failed: { [self] error in
            underWay = nil
            fail(error, origin)
        }
    }

    /// The count is settled: answers at the moment that is the same for every drawing.
    private func answerLater(
        _ verdict: VerificationVerdict, _ verification: Verification, _ pattern: Pattern, _ origin: GestureOrigin,
        _ begun: Lineage, lift: Instant
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
            let refusal: Word = verdict.slot == nil ? reason : "superseded"
            conclude(
                counts ? .passed : .failed, counts ? passed : refusal, origin, judged: Instant(microseconds: moment))
            if counts, let slot = verdict.slot { restretch(verification, slot, pattern) }
        }
        answerTimer?.arm(atMicroseconds: moment)
    }

    private func store(_ origin: GestureOrigin) {
        number += 1
        guard core.trusts(origin) else { return conclude(.failed, "untrusted_device", origin) }
        guard core.isPrivateEnough(origin) else { return conclude(.failed, "not_exclusive", origin) }
        guard let pattern = takePattern() else { return conclude(.failed, "storage_failed", origin) }
        guard core.hashing.load < Core.mostHashes else { return conclude(.failed, "busy", origin) }
        if Blocklist.contains(pattern) { return askAgain("too_common") }
        let slot = if case .enrol(let enrolling) = task { enrolling.slot } else { PatternSlot.pattern }
        let begun: Enrolment?
        do {
            begun = try slot == .duress ? core.vault.beginDuressEnrolment(user) : core.vault.beginEnrolment(user)
        } catch { return fail(error, origin) }
        guard let enrolment = begun else { return conclude(.failed, "superseded", origin) }
        state = .hashing
        hash { () throws(VaultError) in
            try enrolment.run(pattern)
        } then: { [self] outcome throws(VaultError) in
            // Whoever gave up while the pattern was stretched did not want it stored.
            guard case .hashing = state else { return }
            try keep(outcome, origin)
        } failed: { [self] error in
            fail(error, origin)
        }
    }

    /// Stores what was drawn twice alike.
    private func keep(_ outcome: EnrolmentOutcome, _ origin: GestureOrigin) throws(VaultError) {
        switch task {
        case .verify: preconditionFailure("a verification stores nothing")
        case .recover:
            let isStored = try core.vault.store(
                outcome, at: core.moment, spendsRecovery: true, keepsRestrictions: true, since: lineage)
            conclude(stored: isStored, origin)
        case .enrol(let enrolling) where enrolling.slot == .pattern:
            let isStored = try core.vault.store(
                outcome, at: core.moment, keepsRestrictions: enrolling.isChange, since: lineage)
            conclude(stored: isStored, origin)
        case .enrol where lineage != core.vault.lineage(of: user): conclude(stored: false, origin)
        case .enrol(let enrolling):
            switch try core.vault.storeDuress(outcome) {
            case .stored: conclude(.passed, ResultLog.duress, origin)
            // Who forces the user must not learn from this which pattern is the real one.
            case .sameAsPattern where enrolling.isUnderDuress: conclude(.passed, ResultLog.duress, origin)
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

    /// Stretches a pattern that passed with the present parameters, if it was stretched with others.
    private func restretch(_ verification: Verification, _ slot: PatternSlot, _ pattern: Pattern) {
        // A full queue is no reason to fail; the next unlock tries again.
        guard core.hashing.load < Core.mostHashes else { return }
        let (core, user) = (core, user)
        do throws(VaultError) {
            guard let enrolment = try core.vault.beginRestretch(verification, slot) else { return }
            hash { () throws(VaultError) in
                try enrolment.run(pattern)
            } then: { outcome throws(VaultError) in
                try core.vault.storeRestretched(outcome)
            } failed: { error in
                core.log.error("cannot stretch the pattern of \(user) anew: \(error)")
            }
        } catch { core.log.error("cannot stretch the pattern of \(user) anew: \(error)") }
    }

    /// Refuses a drawing without ending the enrolment.
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
    private var strengthOfFirst: Strength? {
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
        conclude(.failed, "storage_failed", origin)
    }

    // MARK: - Ends

    /// A drawing was judged.
    ///
    /// - Parameter judged: when, if it was compared with a pattern: then the same is done whatever came out.
    private func conclude(
        _ outcome: Outcome, _ reason: Word, _ origin: GestureOrigin, judged: Instant? = nil
    ) {
        if case .over = state { return }
        afterwards.await()
        core.write {
            let stored = store(outcome, reason, from: origin)
            return (stored, judged == nil ? nil : core.token(for: stored.first?.id, binding: binding))
        } then: { [self] (result: StoredResult?, token: String??) in
            tell(outcome, reason, origin, result?.id.description, token: token ?? nil, judged: judged)
            for act in afterwards.end() { act() }
        }
    }

    /// A drawing was judged, and its result is on the disk unless it is nil.
    private func tell(
        _ outcome: Outcome, _ reason: Word, _ origin: GestureOrigin, _ result: String?, token: String?,
        judged: Instant?
    ) {
        // What was not written down did not happen.
        let outcome = result == nil ? .failed : outcome
        let said = outcome == .passed ? nil : result == nil ? "storage_failed" : reason.description
        if let place {
            core.screen.judgePattern(
                place, passed: outcome == .passed, reason: said, result: result, at: judged)
        }
        if case .over = state { return }
        state = .waiting
        switch task {
        case .enrol, .recover: finish(outcome, result: result)
        case .verify(let attemptsLeft):
            if call.wantsMore { report(outcome, said, result, origin) }
            task = .verify(attemptsLeft: attemptsLeft - 1)
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

    private func finish(_ outcome: Outcome, result: String?, reason: Word? = nil, token: String? = nil) {
        end { call in
            var reply: JSONObject = [
                "outcome": .string(outcome.rawValue), "result": result.map { .string($0) },
                "reason": reason.map { .string($0.description) }, "token": token.map { .string($0) },
            ]
            guard case .verify = task else { return call.reply(reply) }
            reply.add(standing?.fields ?? [:])
            call.reply(reply.padded(to: AnswerLength.last))
        }
    }

    /// Lets go of everything; `answer` answers the call if it is open.
    private func end(_ answer: (Call) -> Void) {
        state = .over
        // A peer whose connections all close at once is not answered, and its cancellation would come after the session.
        call.onCancelled = nil
        timer?.cancel()
        answerTimer?.cancel()
        self.answer = nil
        core.screen.unbind(self)
        if call.isOpen { answer(call) }
        if let request { core.requests.end(request) }
        ended(self)
    }

    /// How the user stands now; nothing if that cannot be read, which the log says.
    private var standing: Standing? {
        do throws(VaultError) { return try core.vault.standing(of: user, at: core.moment) } catch {
            core.log.error("cannot read the attempts of \(user): \(error)")
            return nil
        }
    }

    /// Stores what came of it, and that it used up the last guess if it did; part of ``Core/write(_:then:)``.
    private func store(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin) -> [StoredResult] {
        let result = result(outcome, reason, from: origin)
        guard let stored = core.store(result) else { return [] }
        // Told once, with the attempt that used up the last guess.
        guard reason == Self.wrongPattern, result.standing?.isLocked ?? false else { return [stored] }
        let lock = core.store(core.result(.lock, "exhausted", of: user, by: call.connection.peer.uid))
        return [stored] + [lock].compactMap { $0 }
    }

    private func result(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?) -> InteractionResult {
        let kind: ResultKind =
            switch task {
            case .verify: .unlock
            case .enrol(let enrolling): enrolling.isChange ? .change : .enrolment
            case .recover: .recovery
            }
        let standing = kind == .unlock ? standing : nil
        return core.result(
            kind, outcome, reason, user: user, owner: call.connection.peer.uid, from: origin, attempt: max(number, 1),
            scene: place?.scene, widget: place?.widget, standing: standing)
    }
}
