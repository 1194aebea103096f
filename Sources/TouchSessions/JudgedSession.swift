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
/// is asked for meanwhile waits for it (``JudgedState``). What differs between the kinds is the ``Judge``; what is said of
/// an attempt, everywhere, is its ``Ruling``.
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
    private let began: Moment
    /// How many of the attempts that its caller granted were made.
    private var attempts = 0
    /// What waits until the attempt under way is told.
    private var acts: [() -> Void] = []
    private var callers = OpenCalls<Void>()
    /// Whether its token was redeemed.
    package var isRedeemed = false

    /// Begins to wait.
    init(_ judge: any Judge, _ terms: Terms, for owner: UInt32, in sessions: JudgedSessions) {
        (self.judge, self.terms, self.owner, self.sessions) = (judge, terms, owner, sessions)
        began = sessions.surroundings.moment
        deadline = began.monotonic.advanced(by: terms.patience)
        sessions.add(self)
    }

    // MARK: - State

    /// Where it is on screen, if it is.
    var showing: JudgedState.Showing? { state.showing }
    /// Whether it is on screen there.
    package func isShown(at place: WidgetPlace?) -> Bool { showing.map { $0.place == place } ?? false }
    /// How it ended, if it has.
    var ending: Ruling? { state.ending }
    /// Whether no front end shows it yet.
    package var isWanted: Bool { ending == nil && showing == nil }
    /// For whom its token is meant.
    var audience: String? { terms.binding?.audience }

    /// When ``tick()`` is due; nil: not before the attempt under way is stored.
    var nextDeadline: Instant? {
        if case .ruled(_, let ruling?) = state { ruling.moment } else { state.isUnderWay ? nil : deadline }
    }

    /// A moment has come: that of an answer, or the end.
    func tick() {
        if case .ruled(_, let ruling?) = state { tell(ruling) } else { end(.timedOut) }
    }

    /// Runs `act` now, or once the attempt under way is told.
    func afterward(_ act: @escaping () -> Void) {
        if state.isUnderWay { acts.append(act) } else { act() }
    }

    /// Lets fingers count again, or ends; then comes what had to wait.
    private func leave(_ ending: Ruling?, failing failure: VarlinkError? = nil) {
        state.leave(ending)
        if ending != nil {
            // Without an outcome, nothing can be asked for later.
            deadline = sessions.surroundings.loop.now.advanced(by: failure == nil ? terms.memory : .zero)
            sessions.screen.unbind(self)
            // A caller that still waits for a front end gets an answer, too.
            sessions.requests.end(id)?.unheard()
            sessions.ended(self)
            for call in callers.takeAll() { if let failure { call.fail(failure) } else { call.reply(reply) } }
        }
        sessions.arm()
        let waited = acts
        acts = []
        for act in waited { afterward(act) }
    }

    // MARK: - The screen

    /// Binds it to a widget on screen that has no listener.
    package func bind(to widget: String, of scene: PresentedScene) {
        let isFree = sessions.screen.bind(self, to: widget, of: scene)
        precondition(isFree, "a widget has one listener")
        let place = WidgetPlace(scene: scene.id, widget: widget)
        if show(at: place) { judge.shown(at: place, by: self) }
    }

    /// It is on screen there, or has other content from now on.
    @discardableResult
    func show(at place: WidgetPlace) -> Bool {
        state.show(JudgedState.Showing(place: place, since: sessions.surroundings.loop.now))
    }

    /// A gesture on its widget is over.
    package func gestureEnded(_ end: GestureEnd, from origin: GestureOrigin, time: Instant) {
        guard case .shown = state else { return }
        switch end {
        case .handedIn(let handedIn): judge.judge(handedIn, from: origin, at: time, for: self)
        case .refused(let event): if judge.attemptLength == nil { report(["step": .string(event)]) }
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
    /// - Parameter giveBack: what a stop has to undo, for an attempt that counts already; nil: an end breaks the work off.
    func work(giveBack: (() -> Void)? = nil) {
        state.work(giveBack)
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
    ///   - fallback: what is told if nothing can be judged and stored; nil: that is stored, as another ruling.
    ///   - body: judges it, at the moment of its result. What it changes in the vault is stored with the result, or not
    ///     at all.
    func rule(
        on origin: GestureOrigin?, of user: UserName? = nil, lift: Instant? = nil, otherwise fallback: Ruling? = nil,
        _ body: @escaping (Moment) throws(VaultError) -> Ruling
    ) {
        guard state.rule() else { return }
        let now = sessions.surroundings.moment
        let judged = lift.map { now.advanced(to: AnswerMoment.after(lift: $0, now: now.monotonic)) } ?? now
        var made: Ruling?
        sessions.results.write(of: user) { [self] () throws(VaultError) in
            var ruling = try body(judged)
            ruling.origin = origin
            if ruling.step == nil, judge.subject.isKept { store(&ruling, hidesOutcome: lift != nil, at: judged) }
            made = ruling
            return ruling.results
        } signing: {
            made?.token
        } then: { [self] isStored in
            guard var ruling = isStored ? made : made?.unstored ?? fallback else {
                return refuse("storage_failed", from: origin)
            }
            ruling.moment = lift.map { AnswerMoment.after(lift: $0, now: sessions.surroundings.loop.now) }
            state.store(ruling)
            if lift == nil || ending != nil { tell(ruling) } else { sessions.arm() }
        }
    }

    /// Stores a ruling; part of a write.
    private func store(_ ruling: inout Ruling, hidesOutcome: Bool, at moment: Moment) {
        guard let stored = sessions.results.store(result(of: ruling, at: moment)) else {
            return ruling = ruling.unstored
        }
        if ruling.outcome == .passed { sessions.results.note(ruling.level, of: stored.id) }
        let more = ruling.consequence.flatMap { sessions.results.store($0) }
        ruling.results = [stored] + [more].compactMap { $0 }
        guard let binding = terms.binding, hidesOutcome || ruling.outcome == .passed else { return }
        ruling.token = sessions.results.token(for: stored, challenge: id, binding: binding, at: moment)
    }

    /// Rules without a look at what was handed in.
    private func rule(_ known: Ruling) {
        let now = sessions.surroundings.moment
        guard state.rule() else { return }
        guard judge.subject.isKept, sessions.results.keeps(result(of: known, at: now)) else { return tell(known) }
        rule(on: known.origin, otherwise: known.unstored) { _ in known }
    }

    /// Rules that an attempt failed, without a look at it.
    func refuse(_ reason: Word, from origin: GestureOrigin?) {
        var ruling = judge.ruling(.failed, reason, from: origin)
        ruling.origin = origin
        rule(ruling)
    }

    private func result(of ruling: Ruling, at moment: Moment) -> InteractionResult {
        let attempt = max(attempts + (ruling.isAttempt ? 1 : 0), 1)
        return sessions.results.result(
            ruling, of: judge.subject, by: owner, attempt: attempt, on: showing?.place, at: moment)
    }

    /// Tells a ruling that is on the disk.
    private func tell(_ ruling: Ruling) {
        sessions.results.tell(ruling.results)
        if ending != nil { return }
        if let step = ruling.step {
            ask(step)
            return leave(nil)
        }
        if ruling.isAttempt { attempts += 1 }
        let hasPassed = ruling.outcome == .passed
        if hasPassed { judge.passed() }
        if ruling.origin != nil, let place = showing?.place {
            sessions.screen.settle(
                place, passed: hasPassed, because: ruling.told.map { ruling.screenReason ?? $0 }, result: ruling.result,
                wait: ruling.wait, at: ruling.moment)
        }
        var last = ruling
        if let length = judge.attemptLength, !ruling.isEnd {
            let message = ruling.attempt(attempts)
            report(length > 0 ? message.padded(to: length) : message)
            last.reason = Results.noReason
        }
        leave(hasPassed || ruling.isEnd || attempts >= terms.attempts ? last : nil)
    }

    // MARK: - Callers

    /// Answers a call at the end, with reports before it; at once if it is over.
    package func join(_ call: Call) {
        if ending != nil { return call.reply(reply) }
        callers.add(call)
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
        callers.send(to: { call, _ in call.wantsMore }, { $0.members(of: message) })
    }

    /// Longest time that it stays open from now.
    package var timeLeft: Interval { max(.zero, deadline.since(sessions.surroundings.loop.now)) }

    /// Whether it ended while the machine slept: its timer paused, the time since boot did not.
    var isLate: Bool {
        sessions.surroundings.moment.boottime.since(began.boottime) >= deadline.since(began.monotonic)
    }

    /// Gives it more time.
    ///
    /// - Returns: its new end; nil if it is over.
    package func extend(by wanted: Interval) -> Instant? {
        if ending != nil { return nil }
        deadline = min(deadline.advanced(by: wanted), began.monotonic.advanced(by: TimeLimit.answer.upperBound))
        sessions.arm()
        return deadline
    }

    // MARK: - The end

    /// Ends it without an attempt, after the one that is under way.
    ///
    /// Its widget is free at once; callers are answered when the result is on the disk.
    package func end(_ outcome: ResultOutcome, because reason: Word? = nil) {
        afterward { [self] in
            guard state.rule() else { return }
            var ruling = judge.ruling(outcome, reason ?? judge.reason(of: outcome), from: nil)
            (ruling.isAttempt, ruling.isEnd) = (false, true)
            sessions.screen.unbind(self)
            rule(ruling)
        }
    }

    /// Ends it without an outcome.
    package func fail(_ error: VarlinkError) {
        if ending == nil { leave(Ruling(outcome: .cancelled), failing: error) }
    }

    /// Ends it because the daemon stops: what was not compared does not count, what is stored is told.
    func stop() {
        if case .working(_, let giveBack?) = state {
            giveBack()
            state.leave(nil)
        }
        if case .ruled(_, let ruling?) = state { tell(ruling) }
        end(.cancelled)
    }
}
