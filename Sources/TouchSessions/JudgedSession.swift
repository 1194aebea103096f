internal import EventLoop
internal import System
package import StrictJSON
package import TouchCore
internal import TouchModels
package import TouchScreen
package import TouchVault
package import Varlink

/// An unlock, an enrollment, a recovery, a captcha or a gesture, from its request to its end.
///
/// An attempt that counts is judged, stored and told, in this order, whatever else happens: an end or other content that
/// is asked for meanwhile waits for it (``JudgedState``). What differs between the kinds is the ``Judge``.
package final class JudgedSession: GestureListener {
    /// What its caller asked for.
    package struct Terms {
        let attempts: Int
        let patience: Interval
        /// The texts of its token; nil: it has none.
        let binding: TokenBinding?
        /// How long the last reply can be asked for.
        let memory: Interval

        /// By default, the reply is told once, and without a token.
        package init(attempts: Int, patience: Interval, binding: TokenBinding? = nil, memory: Interval = .zero) {
            (self.attempts, self.patience, self.binding, self.memory) = (attempts, patience, binding, memory)
        }
    }

    /// Unguessable name, also of its request for the screen.
    package let id = UnguessableName.make()
    /// The user that called.
    package let owner: UInt32
    let judge: any Judge
    private let terms: Terms
    private unowned let sessions: JudgedSessions
    private(set) var state = JudgedState.wanted
    /// When it ends; after its end, when it is forgotten.
    package private(set) var deadline: Instant
    /// When it ends at the latest, however often it is extended.
    private let latest: Instant
    /// How long the machine had slept when it began.
    private let slept: Interval
    private var attemptsLeft: Int
    private var number = 0
    private var waiting = OpenCalls<Void>()
    /// Whether its token was redeemed.
    package var isRedeemed = false

    /// Begins to wait.
    init(_ judge: any Judge, _ terms: Terms, for owner: UInt32, in sessions: JudgedSessions) {
        (self.judge, self.terms, self.owner, self.sessions) = (judge, terms, owner, sessions)
        attemptsLeft = terms.attempts
        let now = sessions.surroundings.moment
        deadline = now.monotonic.advanced(by: terms.patience)
        latest = now.monotonic.advanced(by: TimeLimit.answer.upperBound)
        slept = .microseconds(now.boottime.microseconds - now.monotonic.microseconds)
        sessions.add(self)
    }

    // MARK: - State

    /// Where it is on screen, if it is.
    var showing: JudgedState.Showing? { state.showing }
    /// Whether it is on screen there.
    package func isShown(at place: WidgetPlace?) -> Bool { showing.map { $0.place == place } ?? false }
    /// How it ended, if it has.
    var ending: JudgedState.Ending? { state.ending }
    /// Whether no front end shows it yet.
    package var isWanted: Bool { ending == nil && showing == nil }

    /// When ``tick()`` is due; nil: not before the attempt under way is stored.
    var nextDeadline: Instant? {
        switch state {
        case .wanted, .shown, .working, .over: deadline
        case .judging: nil
        case .judged(_, let verdict, _): verdict.moment
        }
    }

    /// A moment has come: that of an answer, or the end.
    func tick() {
        if case .judged(_, let verdict, _) = state { tell(verdict) } else { end(.timedOut) }
    }

    /// Runs `act` now, or once the attempt under way is told.
    func afterward(_ act: @escaping () -> Void) {
        if !state.postpone(act) { act() }
    }

    /// The attempt under way is told, and what had to wait for it is done.
    private func resume(_ ending: JudgedState.Ending? = nil) {
        let acts = state.leave(ending)
        if ending != nil { close { $0.reply(reply) } }
        sessions.arm()
        for act in acts { act() }
    }

    /// For whom its token is meant.
    var audience: String? { terms.binding?.audience }

    // MARK: - The screen

    /// Binds it to a widget on screen that has no listener.
    package func bind(to widget: String, of scene: PresentedScene) {
        let isFree = sessions.screen.bind(self, to: widget, of: scene)
        precondition(isFree, "a widget has one listener")
        let place = WidgetPlace(scene: scene.id, widget: widget)
        if show(at: place) { judge.shown(at: place, by: self) }
    }

    /// Other content is on screen from now on.
    func renewed() {
        if let place = showing?.place { _ = show(at: place) }
    }

    private func show(at place: WidgetPlace) -> Bool {
        state.show(JudgedState.Showing(place: place, since: sessions.surroundings.loop.now))
    }

    /// A gesture on its widget is over.
    package func gestureEnded(_ end: GestureEnd, from origin: GestureOrigin, time: Instant) {
        guard case .shown = state else { return }
        switch end {
        case .handedIn(let handedIn): judge.judge(handedIn, from: origin, at: time, for: self)
        case .refused(let event): judge.refused(event, in: self)
        case .over: break
        }
    }

    /// Its widget is no longer on screen.
    package func sceneGone() {
        end(.cancelled)
    }

    // MARK: - Attempts

    /// Work off the loop begins on what was handed in.
    ///
    /// - Parameter counts: whether it is stored and told even if the caller leaves.
    func work(counts: Bool) {
        if counts { _ = state.judge() } else { state.work() }
    }

    /// Asks the person for the secret once more.
    ///
    /// - Parameters:
    ///   - step: why.
    ///   - isAccepted: whether what was entered is right so far.
    func ask(_ step: String, isAccepted: Bool = false) {
        if let place = showing?.place {
            sessions.screen.settle(place, passed: isAccepted, because: step, isReported: !isAccepted)
        }
        report(["step": .string(step)])
    }

    /// Judges an attempt, stores it with all that depends on it, and tells it once that is on the disk.
    ///
    /// - Parameters:
    ///   - origin: the panel; nil: no finger made it.
    ///   - user: whose records `body` may use and change.
    ///   - lift: when the finger was lifted, if the answer must not show how long judging took.
    ///   - isRepeated: whether `body` stands for one that failed, and is not replaced if it fails, too.
    ///   - body: judges it, at the moment of its result. What it changes in the vault is stored with the result, or not
    ///     at all.
    func rule(
        on origin: GestureOrigin?, of user: UserName? = nil, lift: Instant? = nil, isRepeated: Bool = false,
        _ body: @escaping (Moment) throws(VaultError) -> Judgment
    ) {
        guard state.judge() else { return }
        let now = sessions.surroundings.moment
        let judged = lift.map { now.advanced(to: AnswerMoment.after(lift: $0, now: now.monotonic)) } ?? now
        var (judgment, results, token) = (nil as Judgment?, [] as [StoredResult], nil as IssuedToken?)
        sessions.results.write(of: user) { [self] () throws(VaultError) in
            judgment = try body(judged)
            guard case .ruling(var ruling)? = judgment else { return [] }
            results = store(&ruling, from: origin, at: judged)
            judgment = .ruling(ruling)
            if let binding = terms.binding, lift != nil || ruling.outcome == .passed {
                token = sessions.results.token(for: results.first, challenge: id, binding: binding, at: judged)
            }
            return results
        } signing: {
            token
        } then: { [self] isStored in
            switch judgment {
            case nil where !isRepeated: refuse("storage_failed", from: origin, isRepeated: true)
            case nil: tell(JudgedState.Verdict(ruling: .lost, results: [], token: nil, isOnScreen: origin != nil))
            case .again(let step):
                ask(step)
                resume()
            case .ruling(let ruling):
                var verdict = JudgedState.Verdict(
                    ruling: isStored ? ruling : ruling.unstored, results: isStored ? results : [],
                    token: isStored ? token : nil, isOnScreen: origin != nil)
                verdict.moment = lift.map { AnswerMoment.after(lift: $0, now: sessions.surroundings.loop.now) }
                state.store(verdict)
                if lift == nil || ending != nil { tell(verdict) } else { sessions.arm() }
            }
        }
    }

    /// Rules that an attempt failed, without a look at it.
    func refuse(_ reason: Word, from origin: GestureOrigin?, isRepeated: Bool = false) {
        rule(on: origin, isRepeated: isRepeated) { [self] moment in
            .ruling(judge.ruling(.failed, reason, from: origin, at: moment))
        }
    }

    /// Stores a ruling; part of a write.
    private func store(_ ruling: inout Ruling, from origin: GestureOrigin?, at moment: Moment) -> [StoredResult] {
        let result = result(of: ruling, from: origin, at: moment)
        guard judge.subject.isKept, sessions.results.keeps(result) else { return [] }
        guard let stored = sessions.results.store(result) else {
            ruling = ruling.unstored
            return []
        }
        sessions.results.note(ruling.level, of: stored.id)
        let more = judge.consequence(of: result).flatMap { sessions.results.store($0) }
        return [stored] + [more].compactMap { $0 }
    }

    private func result(of ruling: Ruling, from origin: GestureOrigin?, at moment: Moment) -> InteractionResult {
        let subject = judge.subject, place = showing?.place
        return sessions.results.result(
            subject.kind, ruling.outcome, ruling.reason, user: subject.user, secret: subject.secret, owner: owner,
            from: origin, input: origin == nil ? Results.noInput : ruling.input, isDemo: subject.isDemo,
            attempt: max(number + (ruling.isAttempt ? 1 : 0), 1), scene: place?.scene, widget: place?.widget,
            standing: ruling.standing, challenge: subject.challenge, at: moment)
    }

    /// Tells an attempt that is on the disk.
    private func tell(_ verdict: JudgedState.Verdict) {
        sessions.results.tell(verdict.results)
        if ending != nil { return }
        let ruling = verdict.ruling
        let hasPassed = ruling.outcome == .passed
        let (result, reason) = (verdict.results.first?.id.description, hasPassed ? nil : ruling.reason.description)
        if ruling.isAttempt { (number, attemptsLeft) = (number + 1, attemptsLeft - 1) }
        judge.told(ruling)
        if verdict.isOnScreen, let place = showing?.place {
            sessions.screen.settle(
                place, passed: hasPassed, because: reason.map { ruling.screenReason ?? $0 }, result: result,
                wait: ruling.wait, at: verdict.moment)
        }
        if judge.reportsAttempts {
            var attempt: JSONObject = [
                "resultId": result.map { .string($0) }, "number": .integer(Int64(number)),
                "outcome": .string(ruling.outcome.rawValue), "reason": reason.map { .string($0) },
            ]
            attempt.add(ruling.details)
            attempt.add(ruling.standing?.fields ?? [:])
            let message: JSONObject = ["attempt": .object(attempt)]
            report(judge.attemptLength.map(message.padded) ?? message)
        }
        guard hasPassed || attemptsLeft <= 0 else { return resume() }
        resume(
            .init(
                outcome: ruling.outcome, result: result, reason: judge.reportsAttempts ? nil : reason,
                token: verdict.token?.text))
    }

    // MARK: - Callers

    /// Answers a call at the end, with reports before it; at once if it is over.
    package func join(_ call: Call) {
        if ending != nil { return call.reply(reply) }
        waiting.add(call)
        sessions.heartbeat.keepAlive(call)
    }

    /// The last reply, or what it is so far.
    package var reply: JSONObject { judge.reply(for: self) }

    /// Whether a user's front end shows it, or is asked to.
    package func isServed(by uid: UInt32) -> Bool {
        if let place = showing?.place { return sessions.screen.scene(place.scene, of: uid) != nil }
        return sessions.requests.wanted(id, by: uid) != nil
    }

    /// Reports to the callers that accept several replies.
    func report(_ message: JSONObject) {
        waiting.send(to: { call, _ in call.wantsMore }, { $0.members(of: message) })
    }

    /// Longest time that it stays open from now.
    package var timeLeft: Interval { max(.zero, deadline.since(sessions.surroundings.loop.now)) }
    /// Whether it ended while the machine slept: its timer paused, the time since boot did not.
    var isLate: Bool { sessions.surroundings.moment.boottime >= deadline.advanced(by: slept) }

    /// Gives it more time.
    ///
    /// - Returns: its new end; nil if it is over.
    package func extend(by wanted: Interval) -> Instant? {
        if ending != nil { return nil }
        deadline = min(deadline.advanced(by: wanted), latest)
        sessions.arm()
        return deadline
    }

    // MARK: - The end

    /// Ends it without an attempt.
    ///
    /// Its widget is free at once; callers are answered when the result is on the disk.
    ///
    /// - Parameter done: called then.
    package func end(_ outcome: Outcome, then done: @escaping () -> Void = {}) {
        afterward { [self] in
            guard ending == nil else { return done() }
            let reason = judge.ends(outcome, at: showing?.place)
            var ruling = judge.ruling(outcome, reason, from: nil, at: sessions.surroundings.moment)
            ruling.isAttempt = false
            let result = result(of: ruling, from: nil, at: sessions.surroundings.moment)
            _ = state.judge()
            sessions.screen.unbind(self)
            let finish = { [self] (result: String?) in
                if ending != nil { return done() }
                resume(
                    .init(
                        outcome: outcome, result: result,
                        reason: reason == Results.noReason ? nil : reason.description))
                done()
            }
            if judge.subject.isKept { sessions.results.writeLater(result, then: finish) } else { finish(nil) }
        }
    }

    /// Ends it without an outcome.
    package func fail(_ error: VarlinkError) {
        if ending != nil { return }
        _ = state.leave(.init(outcome: .cancelled))
        close { $0.fail(error) }
    }

    /// Ends it because the daemon stops: what was not compared does not count, what is stored is told.
    func stop() {
        if case .judged(_, let verdict, _) = state { tell(verdict) }
        if case .judging = state {
            judge.stop()
            _ = state.leave(nil)
        }
        end(.cancelled)
    }

    /// Releases everything, and answers the calls.
    private func close(_ answer: (Call) -> Void) {
        deadline = sessions.surroundings.loop.now.advanced(by: terms.memory)
        sessions.screen.unbind(self)
        // A caller that still waits for a front end gets an answer, too.
        sessions.requests.end(id)?.unheard()
        sessions.ended(self)
        for call in waiting.takeAll() { answer(call) }
    }
}
