internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchJudge
internal import TouchModels
internal import TouchPicture
internal import TouchVault
internal import Varlink

/// One slide captcha from its creation to its verdict.
///
///     issued ──presented──▶ shown ──solved──▶ over
///        │                    │ ──missed──▶ shown | over
///        └──── expired ───────┴──── expired, scene gone ──▶ over
///
/// A missed picture of ours, unless the caller gave its target, takes no more fingers until ``refresh(_:)`` has brought
/// another.
final class Challenge: GestureListener {
    /// The target as the caller gave it, for tours and tests.
    struct Given {
        let targetValue: Double
        let thumbCenterY: Double?
    }

    /// What the caller asked for.
    struct Wishes {
        let profile: CaptchaProfile
        let drive: SlideCaptcha.Drive
        let given: Given?
        let attempts: Int
        let patience: Int64
        let binding: TokenBinding
        /// Path data of the piece's shape, for a challenge with pictures; it can be read.
        let shape: String?
    }

    private enum State {
        case issued
        case shown(WidgetPlace, since: Instant)
        case over(Outcome, result: String?, token: String?)
    }

    /// Unguessable name.
    let id: String
    /// Who asked for it.
    let owner: UInt32
    /// When it is over at the latest, in microseconds of CLOCK_MONOTONIC; then when it may be forgotten.
    private(set) var deadline: Int64
    /// The same by CLOCK_BOOTTIME, which goes on while the machine sleeps.
    private var boottimeDeadline: Int64
    /// When it is over however often it is extended.
    private let latest: Int64
    /// Whether its token was redeemed.
    var isRedeemed = false
    private let core: Core
    private let wishes: Wishes
    private var picture: ChallengePicture
    private var attemptsLeft: Int
    private var number = 0
    private var state = State.issued
    private var waiting = OpenCalls<Void>()
    /// What waits until a judgement is on the disk.
    private var afterwards = Afterwards()

    /// How long a verdict can be asked for after the end, in microseconds.
    static let memoryMicroseconds: Int64 = 120_000_000

    init(core: Core, owner: UInt32, wishes: Wishes, scenery: ChallengePicture.Scenery) {
        id = Core.unguessableName()
        self.core = core
        self.owner = owner
        self.wishes = wishes
        picture = ChallengePicture(scenery, of: wishes)
        attemptsLeft = wishes.attempts
        let now = core.loop.nowMicroseconds
        deadline = now + wishes.patience
        latest = now + Patience.allowed.upperBound
        boottimeDeadline = core.moment.boottimeMicroseconds + wishes.patience
    }

    private var given: Given? { wishes.given }

    /// Whether it can be put on screen.
    var isIssued: Bool {
        if case .issued = state { true } else { false }
    }

    /// Whether it is on screen at that place.
    func isShown(at place: WidgetPlace?) -> Bool {
        if case .shown(let shown, _) = state { shown == place } else { false }
    }

    /// Whether it is decided.
    var isOver: Bool {
        if case .over = state { true } else { false }
    }

    /// Makes the model for a widget of that size; the target never leaves the model.
    ///
    /// - Parameter asked: the front end's settings; its choice between dragging and tapping counts, and without pictures
    ///   its shape of the piece.
    func makeModel(size: Size, asked: Settings) throws(SettingError) -> SlideCaptcha {
        try picture.model(
            size: size, asked: asked, tolerance: core.configuration.captcha.tolerance,
            pixelsPerMillimetre: core.panels.pixelsPerMillimetre)
    }

    /// It is on screen now.
    func shown(at place: WidgetPlace) {
        state = .shown(place, since: Instant(microseconds: core.loop.nowMicroseconds))
    }

    func gestureEnded(_ name: String, at place: WidgetPlace, from origin: GestureOrigin, time: Instant) {
        guard case .shown(_, let since) = state, !afterwards.isAwaited, name == "completed",
            let attempt = core.screen.withModel(at: place, as: SlideCaptcha.self, { captcha, _ in captcha.attempt })
                ?? nil
        else { return }
        // Timers stand still while the machine sleeps, time since boot does not.
        guard core.moment.boottimeMicroseconds < boottimeDeadline else {
            core.screen.settleCaptcha(place, passed: false)
            return finish(.expired)
        }
        afterwards.await()
        core.write {
            let judgement = core.captchas.judge(
                attempt, from: origin, isTrusted: core.trusts(origin), shown: since, isDemo: given != nil)
            if judgement.isAttempt {
                number += 1
                attemptsLeft -= 1
            }
            let stored = core.store(
                core.result(
                    .captcha, judgement.outcome, judgement.reason, owner: owner, from: origin,
                    input: Word(judgement.way.rawValue) ?? ResultLog.noInput, isDemo: given != nil,
                    attempt: max(number, 1), scene: place.scene, widget: place.widget))
            let token =
                judgement.outcome == .passed
                ? core.token(for: stored?.id, challenge: id, score: judgement.score, binding: wishes.binding) : nil
            return (stored.map { [$0] } ?? [], (judgement, token))
        } then: { [self] (stored: StoredResult?, rest: (CaptchaJudge.Judgement, String?)?) in
            tell(rest?.0 ?? .lost(attempt.way), at: place, stored?.id.description, token: rest?.1)
            for act in afterwards.end() { act() }
        }
    }

    /// A piece was handed in and judged, and the result is on the disk unless it is nil.
    private func tell(_ judged: CaptchaJudge.Judgement, at place: WidgetPlace, _ result: String?, token: String?) {
        let judgement = result == nil ? judged.unstored : judged
        let hasPassed = judgement.outcome == .passed
        if !hasPassed { picture.missed() }
        core.screen.settleCaptcha(place, passed: hasPassed)
        core.screen.announce(
            place, passed: hasPassed, reason: judgement.screenReason, result: result,
            waitMicroseconds: judgement.waitMicroseconds)
        report(judgement, result)
        if hasPassed || attemptsLeft == 0 { finish(judgement.outcome, result: result, token: token) }
    }

    func sceneGone() {
        finish(.cancelled)
    }

    /// Ends it without a drag: expired, or taken away.
    func finish(_ outcome: Outcome) {
        if isOver || afterwards.putOff({ [self] in finish(outcome) }) { return }
        let place: WidgetPlace? = if case .shown(let place, _) = state { place } else { nil }
        let result = core.record(
            core.result(
                .captcha, outcome, ResultLog.noReason, owner: owner, from: nil, isDemo: given != nil,
                attempt: max(number, 1), scene: place?.scene, widget: place?.widget))
        finish(outcome, result: result, token: nil)
    }

    /// Answers a call for another picture: when this one was missed, or because a person asks for it.
    ///
    /// The tolerance stays. A gesture under way is cancelled.
    func refresh(_ call: Call) {
        guard !isOver, let order = picture.order(from: core.pictures) else { return call.fail(Self.noPicture(id)) }
        let isDrawn = core.puzzles.take(order) { [weak self] puzzle in
            self?.renew(puzzle, for: call)
        }
        if !isDrawn {
            picture.abandon()
            call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
    }

    private func renew(_ puzzle: DrawnPuzzle, for call: Call) {
        // What was handed in just now was judged by the picture before.
        if afterwards.putOff({ [self] in renew(puzzle, for: call) }) { return }
        picture.abandon()
        guard !isOver else { return call.fail(Self.noPicture(id)) }
        // Whoever wanted it is gone: the picture on screen counts on.
        guard call.isOpen else { return }
        show(puzzle.cut)
        call.reply { puzzle.write(into: &$0) }
    }

    /// Whether a user's front end shows it, or is asked to.
    func isServed(by uid: UInt32) -> Bool {
        switch state {
        case .issued: core.requests.wanted(id, by: uid) != nil
        case .shown(let place, _): core.screen.scene(place.scene, of: uid) != nil
        case .over: false
        }
    }

    private func show(_ cut: PuzzleCut) {
        picture.renew(cut)
        guard case .shown(let place, _) = state else { return }
        let time = Instant(microseconds: core.loop.nowMicroseconds)
        state = .shown(place, since: time)
        _ = core.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, events in
            captcha.reset(target: Point(cut.target), start: Point(cut.start), at: time, &events)
        }
    }

    private static func noPicture(_ id: String) -> VarlinkError {
        VarlinkError("io.touchd.captcha.NoPicture", ["challenge": .string(id)])
    }

    /// Answers a call for the verdict: at once, or when it is known.
    func answer(_ call: Call) {
        if isOver || !call.wantsMore { return call.reply(verdict) }
        waiting.add(call)
        core.heartbeat.keepAlive(call)
    }

    private func finish(_ outcome: Outcome, result: String?, token: String?) {
        if isOver { return }
        state = .over(outcome, result: result, token: token)
        deadline = core.loop.nowMicroseconds + Self.memoryMicroseconds
        core.screen.unbind(self)
        core.requests.end(id)
        for call in waiting.takeAll() { call.reply(verdict) }
    }

    private var verdict: JSONObject {
        var verdict: JSONObject = ["state": .string(phase), "demo": given != nil ? true : nil]
        guard case .over(let outcome, let result, let token) = state else { return verdict }
        verdict["outcome"] = .string(outcome.rawValue)
        verdict["result"] = result.map { .string($0) }
        verdict["token"] = token.map { .string($0) }
        return verdict
    }

    /// How far it is, in the words of the interface.
    private var phase: String {
        switch state {
        case .issued: "issued"
        case .shown(let place, _):
            core.screen.withModel(at: place, as: SlideCaptcha.self) { captcha, _ in captcha.isActive } ?? false
                ? "active" : "shown"
        case .over(.cancelled, _, _): "cancelled"
        case .over(.expired, _, _): "expired"
        case .over(.passed, _, _), .over(.failed, _, _): isRedeemed ? "redeemed" : "judged"
        }
    }

    /// Gives it more time: whoever needs long for a drag may ask for it before the time is over.
    ///
    /// - Returns: when it is over now, in microseconds of CLOCK_MONOTONIC; nil: it is over.
    func extend(by microseconds: Int64) -> Int64? {
        if isOver { return nil }
        let more = min(microseconds, latest - deadline)
        deadline += more
        boottimeDeadline += more
        return deadline
    }

    private func report(_ judgement: CaptchaJudge.Judgement, _ result: String?) {
        let reason = judgement.reason == ResultLog.noReason ? nil : judgement.reason.description
        let attempt: JSONObject = [
            "result": result.map { .string($0) }, "number": .integer(Int64(number)),
            "outcome": .string(judgement.outcome.rawValue), "reason": reason.map { .string($0) },
            "flaw": judgement.flaw.map { .string($0.rawValue) }, "mode": .string(judgement.way.rawValue),
            "score": judgement.score.map { .integer(Int64($0)) },
            "waitUSec": judgement.waitMicroseconds.map { .integer($0) },
        ]
        waiting.send(["attempt": .object(attempt)])
    }
}

extension Point {
    fileprivate init(_ place: PuzzleCut.Place) {
        self.init(x: Double(place.x), y: Double(place.y))
    }
}
