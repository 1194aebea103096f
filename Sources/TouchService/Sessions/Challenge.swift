internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchJudge
internal import TouchModels
internal import TouchPicture
internal import TouchVault
internal import Varlink

/// One captcha of any kind from its creation to its verdict.
///
///     issued ──presented──▶ shown ──solved──▶ over
///        │                    │ ──missed──▶ shown | over
///        └──── expired ───────┴──── declined, expired, scene gone ──▶ over
///
/// After a miss, unless the caller set the right answer, it accepts no fingers until ``refresh(_:)`` has brought
/// other content.
final class Challenge: GestureListener {
    /// The target set by the caller, for tours and tests.
    struct Given {
        let targetValue: Double
        let gapCenterY: Double?
    }

    /// Terms of every kind.
    struct Terms {
        let attempts: Int
        let patience: Interval
        let binding: TokenBinding
        /// Whether it is a round of a study: it proves nothing, costs nothing and reports everything.
        var isStudy = false
    }

    /// The settings that the caller of a slide captcha requested.
    struct Wishes {
        let profile: CaptchaProfile
        let drive: ChallengeDrive
        let given: Given?
        let attempts: Int
        let patience: Interval
        let binding: TokenBinding
        /// Path data of the piece's shape, for a challenge with pictures; validated.
        let shape: String?

        var isStudy = false

        var terms: Terms { Terms(attempts: attempts, patience: patience, binding: binding, isStudy: isStudy) }
    }

    private enum State {
        case issued
        case shown(WidgetPlace, since: Instant)
        case over(Outcome, result: String?, token: String?)
    }

    /// Unguessable name.
    let id: String
    /// The user that requested it.
    let owner: UInt32
    /// When it ends at the latest; after its end, when it may be removed.
    private(set) var deadline: Instant
    /// Longest time that it stays open from now.
    var timeLeft: Interval { max(.zero, deadline.since(core.loop.now)) }
    /// The same in CLOCK_BOOTTIME, which continues while the machine sleeps.
    private var boottimeDeadline: Instant
    /// When it ends at the latest, no matter how often it is extended.
    private let latest: Instant
    /// Whether its token was redeemed.
    var isRedeemed = false
    private let core: Core
    private let binding: TokenBinding
    private let isStudy: Bool
    private var task: any ChallengeTask
    private var attemptsLeft: Int
    private var number = 0
    /// Number of replacements requested, without those after a miss.
    private var refreshes = 0
    private var state = State.issued
    private var waiting = OpenCalls<Void>()
    /// Work that waits until a judgment is on the disk.
    private var afterward = Afterward()

    /// How long a verdict can be requested after the end.
    static let memory = Interval.seconds(120)
    /// Number of free replacements on a person's request; each further one counts like a miss.
    static let freeRefreshes = 2

    init(core: Core, owner: UInt32, terms: Terms, task: any ChallengeTask) {
        id = Core.unguessableName()
        self.core = core
        self.owner = owner
        self.task = task
        (binding, isStudy) = (terms.binding, terms.isStudy)
        attemptsLeft = terms.attempts
        let now = core.loop.now
        deadline = now.advanced(by: terms.patience)
        latest = now.advanced(by: TimeLimit.answer.upperBound)
        boottimeDeadline = core.moment.boottime.advanced(by: terms.patience)
    }

    /// Whether it proves nothing.
    private var isDemo: Bool { task.isDemo || isStudy }
    /// The kind of the widget that shows it.
    var widgetKind: String { task.widgetKind }
    /// The kind of request sent to the front end that serves the screen.
    var requestKind: ScreenRequest.Kind { task.requestKind }

    /// Whether it can be put on screen.
    var isIssued: Bool {
        if case .issued = state { true } else { false }
    }

    /// Whether it is on screen at that place.
    func isShown(at place: WidgetPlace?) -> Bool {
        if case .shown(let shown, _) = state { shown == place } else { false }
    }

    /// Whether it is over.
    var isOver: Bool {
        if case .over = state { true } else { false }
    }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameter asked: the front end's settings.
    func makeModel(size: Size, asked: Settings) throws(SettingError) -> any ChallengeModel {
        try task.makeModel(size: size, asked: asked, core)
    }

    /// It is on screen now.
    func shown(at place: WidgetPlace) {
        state = .shown(place, since: core.loop.now)
    }

    func gestureEnded(_ end: GestureEnd, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .shown(_, let since) = state, !afterward.isAwaited, end.kind == .handedIn,
            let attempt = core.screen.withModel(at: place, as: (any ChallengeModel).self, { model, _ in model.attempt })
                ?? nil
        else { return }
        // Timers pause while the machine sleeps, time since boot does not.
        guard core.moment.boottime < boottimeDeadline else {
            core.screen.settle(place, passed: false)
            return finish(.expired)
        }
        afterward.begin()
        core.write {
            let judgment = core.captchas.judge(
                attempt, from: origin, isTrusted: core.trusts(origin), shown: since, topic: task.topic,
                isDemo: isDemo, isStudy: isStudy)
            if judgment.isAttempt {
                number += 1
                attemptsLeft -= 1
            }
            let stored = core.store(
                result(
                    judgment.outcome, judgment.reason, from: origin,
                    input: Word(judgment.way.rawValue) ?? ResultLog.noInput, at: place))
            let token =
                judgment.outcome == .passed
                ? core.token(for: stored?.id, challenge: id, binding: binding) : nil
            return (stored.map { [$0] } ?? [], (judgment, token))
        } then: { [self] (stored: StoredResult?, rest: (CaptchaJudge.Judgment, String?)?) in
            tell(rest?.0 ?? .lost(attempt.way), at: place, stored?.id.description, token: rest?.1)
            for act in afterward.end() { act() }
        }
    }

    /// An attempt was judged, and the result is on the disk unless it is nil.
    private func tell(_ judged: CaptchaJudge.Judgment, at place: WidgetPlace, _ result: String?, token: String?) {
        let judgment = result == nil ? judged.unstored : judged
        let hasPassed = judgment.outcome == .passed
        if !hasPassed { task.missed() }
        core.screen.settle(place, passed: hasPassed)
        core.screen.announce(
            place, passed: hasPassed, reason: judgment.screenReason, result: result,
            wait: judgment.wait)
        report(judgment, result)
        if hasPassed || attemptsLeft == 0 { finish(judgment.outcome, result: result, token: token) }
    }

    func sceneGone() {
        finish(.cancelled)
    }

    /// Ends it without an attempt: expired, declined or dismissed.
    func finish(_ outcome: Outcome) {
        if isOver || afterward.putOff({ [self] in finish(outcome) }) { return }
        let reason: Word = outcome == .declined ? "declined" : ResultLog.noReason
        let stored = core.record(result(outcome, reason, from: nil, at: place))
        finish(outcome, result: stored, token: nil)
    }

    /// Its time is over; ends at once, or when the judgment of an attempt is on the disk.
    ///
    /// - Parameter done: called at the end.
    func expire(_ done: @escaping () -> Void) {
        if afterward.putOff({ [self] in expire(done) }) { return }
        finish(.expired)
        done()
    }

    /// The person declined.
    func decline() {
        if isOver || afterward.putOff({ [self] in decline() }) { return }
        let time = core.loop.now
        if let place {
            _ = core.screen.withModel(at: place, as: (any ChallengeModel).self) { $0.decline(at: time, &$1) }
        }
        finish(.declined)
    }

    /// Its place on screen, if it has one.
    private var place: WidgetPlace? { if case .shown(let place, _) = state { place } else { nil } }

    /// A result about its present state.
    private func result(
        _ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?, input: Word = ResultLog.noInput,
        at place: WidgetPlace?
    ) -> InteractionResult {
        var facts = task.facts
        facts.refreshes = refreshes
        return core.result(
            .captcha, outcome, reason, owner: owner, from: origin, input: input, isDemo: isDemo,
            attempt: max(number, 1), scene: place?.scene, widget: place?.widget, challenge: facts)
    }

    /// Whether a user's front end shows it, or is asked to.
    func isServed(by uid: UInt32) -> Bool {
        switch state {
        case .issued: core.requests.wanted(id, by: uid) != nil
        case .shown(let place, _): core.screen.scene(place.scene, of: uid) != nil
        case .over: false
        }
    }

    /// Answers a call for the verdict: at once, or when there is one.
    func answer(_ call: Call) {
        if isOver || !call.wantsMore { return call.reply(verdict) }
        waiting.add(call)
        core.heartbeat.keepAlive(call)
    }

    private func finish(_ outcome: Outcome, result: String?, token: String?) {
        if isOver { return }
        state = .over(outcome, result: result, token: token)
        deadline = core.loop.now.advanced(by: Self.memory)
        core.screen.unbind(self)
        core.requests.end(id)
        for call in waiting.takeAll() { call.reply(verdict) }
    }

    private var verdict: JSONObject {
        var verdict: JSONObject = ["state": .string(phase), "demo": isDemo ? true : nil]
        guard case .over(let outcome, let result, let token) = state else { return verdict }
        verdict["outcome"] = .string(outcome.rawValue)
        verdict["result"] = result.map { .string($0) }
        verdict["token"] = token.map { .string($0) }
        return verdict
    }

    /// Its state, in the words of the interface.
    private var phase: String {
        switch state {
        case .issued: "issued"
        case .shown(let place, _):
            core.screen.withModel(at: place, as: (any ChallengeModel).self) { model, _ in model.isActive } ?? false
                ? "active" : "shown"
        case .over(.cancelled, _, _): "cancelled"
        case .over(.expired, _, _): "expired"
        case .over(.declined, _, _): "declined"
        case .over(.passed, _, _), .over(.failed, _, _): isRedeemed ? "redeemed" : "judged"
        }
    }

    /// Gives it more time: a person who needs long for a drag may ask for it before the time is over.
    ///
    /// - Returns: its new end; nil if it is over.
    func extend(by wanted: Interval) -> Instant? {
        if isOver { return nil }
        let more = min(wanted, latest.since(deadline))
        deadline = deadline.advanced(by: more)
        boottimeDeadline = boottimeDeadline.advanced(by: more)
        return deadline
    }

    private func report(_ judgment: CaptchaJudge.Judgment, _ result: String?) {
        let reason = judgment.reason == ResultLog.noReason ? nil : judgment.reason.description
        let attempt: JSONObject = [
            "result": result.map { .string($0) }, "number": .integer(Int64(number)),
            "outcome": .string(judgment.outcome.rawValue), "reason": reason.map { .string($0) },
            "flaw": judgment.flaw.map { .string($0.rawValue) }, "input": .string(judgment.way.rawValue),
            "waitUSec": judgment.wait.map { .integer($0.microseconds) },
            "facts": judgment.facts.map { .object($0) },
        ]
        waiting.send(["attempt": .object(attempt)])
    }
}

// MARK: - Other content

extension Challenge {
    /// Answers a call for other content: after a miss, or because a person asks for it.
    ///
    /// The tolerance stays. A gesture in progress is cancelled. Asking too often costs attempts of this challenge, and
    /// nothing else: no finger has touched a panel.
    func refresh(_ call: Call) {
        if afterward.putOff({ [self] in refresh(call) }) { return }
        let isOwed = task.isOwed
        guard !isOver, let order = task.order(core) else { return call.fail(noPicture) }
        if !isOwed { refreshes += 1 }
        if isOwed || isDemo || refreshes <= Self.freeRefreshes { return draw(order, for: call) }
        afterward.begin()
        number += 1
        attemptsLeft -= 1
        let refused = result(.failed, "refreshed", from: nil, at: place)
        let isKept = core.keeps(refused)
        core.write {
            (isKept ? core.store(refused).map { [$0] } ?? [] : [], true)
        } then: { [self] (stored: StoredResult?, isWritten: Bool?) in
            charge(stored?.id.description, isLost: isWritten == nil || isKept && stored == nil)
            for act in afterward.end() { act() }
            if !isOver { return draw(order, for: call) }
            task.abandon()
            call.fail(noPicture)
        }
    }

    /// Reports the cost of too many replacements.
    ///
    /// - Parameter isLost: whether it could not be stored.
    private func charge(_ result: String?, isLost: Bool) {
        let attempt: JSONObject = [
            "result": result.map { .string($0) }, "number": .integer(Int64(number)), "outcome": "failed",
            "reason": "refreshed",
        ]
        waiting.send(["attempt": .object(attempt)])
        if attemptsLeft <= 0 || isLost { finish(.failed, result: result, token: nil) }
    }

    private func draw(_ order: ChallengeOrder, for call: Call) {
        switch order {
        case .ready(let content): renew(content, for: call)
        case .puzzle(let order):
            let isDrawn = core.puzzles.request(order) { [weak self] puzzle in self?.renew(.puzzle(puzzle), for: call) }
            guard !isDrawn else { return }
            task.abandon()
            call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
    }

    private func renew(_ content: ChallengeContent, for call: Call) {
        // An attempt handed in just now was judged by the earlier content.
        if afterward.putOff({ [self] in renew(content, for: call) }) { return }
        task.abandon()
        guard !isOver else { return call.fail(noPicture) }
        // The caller has disconnected: the challenge on screen stays valid.
        guard call.isOpen else { return }
        task.apply(content)
        if let place {
            let time = core.loop.now
            state = .shown(place, since: time)
            _ = core.screen.withModel(at: place, as: (any ChallengeModel).self) { [task] model, events in
                if let target = task.target { model.reset(to: target, at: time, &events) }
            }
        }
        call.reply { content.write(into: &$0) }
    }

    private var noPicture: VarlinkError {
        VarlinkError("io.touchd.captcha.NoPicture", ["challenge": .string(id)])
    }
}
