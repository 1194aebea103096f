internal import EventLoop
internal import StrictJSON
internal import System
internal import TouchConfiguration
package import TouchCore
package import TouchModels
internal import TouchScreen
internal import TouchVault
package import Varlink

/// Judges the attempts at a challenge of any kind, and brings other content.
///
///     untold ──deliver──▶ told ──missed──▶ spent ──deliver──▶ told
///
/// After a miss, unless the caller set the right answer, the widget accepts no fingers until ``refresh(_:_:)`` has
/// brought other content.
package final class ChallengeJudge: Judge {
    private let desk: ChallengeDesk
    private var task: any ChallengeTask
    /// Whether it is a round of a study, which is judged as any other: it proves nothing, costs nothing, reports everything
    /// and leaves no result.
    private let isStudy: Bool
    /// Whether a front end has the content.
    private var isTold = false
    /// Whether the content was missed and no longer counts.
    private var isSpent = false
    /// Whether other content is on its way.
    private var isComing = false
    /// Number of replacements requested, without those after a miss.
    private var refreshes = 0

    /// Number of free replacements on a person's request; each further one costs an attempt.
    static let freeRefreshes = 2
    /// How long a verdict can be requested after the end.
    static let memory = Interval.seconds(120)

    init(_ desk: ChallengeDesk, _ task: any ChallengeTask, isStudy: Bool) {
        (self.desk, self.task, self.isStudy) = (desk, task, isStudy)
    }

    /// Whether it proves nothing.
    private var isDemo: Bool { task.isDemo || isStudy }
    /// The kind of the widget that shows it.
    package var widgetKind: String { task.widgetKind }
    var attemptLength: Int? { 0 }

    var subject: ResultSubject {
        var facts = task.facts
        facts.refreshes = refreshes
        return ResultSubject(kind: .captcha, challenge: facts, isDemo: isDemo, isKept: !isStudy)
    }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameter asked: the front end's settings.
    package func makeModel(size: Size, asked: Settings) throws(SettingError) -> any ChallengeModel {
        try task.makeModel(
            size: size, asked: asked, isSpent: isSpent, tolerance: desk.configuration.values.captcha.tolerance,
            pixelsPerMillimeter: desk.panels.pixelsPerMillimeter)
    }

    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        guard case .attempt(let attempt) = handedIn, let showing = session.showing else { return }
        guard !session.isLate else {
            desk.screen.settle(showing.place, passed: false, isReported: false)
            return session.end(.timedOut)
        }
        let rule = desk.captchas.judge(
            attempt, from: origin, shown: showing.since, topic: task.topic, isDemo: task.isDemo, isStudy: isStudy)
        // Unless it passes, after which nothing follows.
        isSpent = task.renews
        session.rule(on: origin) { _ in rule() }
    }

    @discardableResult
    private func withModel<Answer>(
        at place: WidgetPlace?, _ body: (inout any ChallengeModel, inout Events) -> Answer
    ) -> Answer? {
        place.flatMap { desk.screen.withModel(at: $0, as: (any ChallengeModel).self, body) }
    }

    func reply(for session: JudgedSession) -> JSONObject {
        var reply: JSONObject = ["state": .string(phase(of: session)), "demo": isDemo ? true : nil]
        reply.add(session.ending?.fields ?? [:])
        return reply
    }

    /// Its state, in the words of the interface.
    private func phase(of session: JudgedSession) -> String {
        if let ending = session.ending {
            guard [.passed, .failed].contains(ending.outcome) else { return ending.word }
            return session.isRedeemed ? "redeemed" : "judged"
        }
        guard let place = session.showing?.place else { return "issued" }
        return withModel(at: place) { model, _ in model.isActive } ?? false ? "active" : "shown"
    }

    /// Ends the challenge because the person cannot solve it, and answers the call.
    package func decline(_ call: Call, _ session: JudgedSession) {
        session.afterward { [self] in
            withModel(at: session.showing?.place) { $0.decline(at: desk.screen.loop.now, &$1) }
            session.end(.cancelled, because: Results.declined)
            session.afterward { call.reply() }
        }
    }

    // MARK: - Content

    /// Answers a call for the challenge.
    func begin(_ call: Call, _ session: JudgedSession) {
        if task.hasContent { return deliver(to: call, session, isNew: true) }
        call.reply([
            "challengeId": .string(session.id), "timeLeftUSec": .integer(session.timeLeft.microseconds),
        ])
    }

    /// Answers a call for other content: after a miss, or because a person asks for it.
    ///
    /// The tolerance stays. A gesture in progress is cancelled. Asking too often costs attempts of this challenge, and
    /// nothing else: no finger has touched a panel.
    package func refresh(_ call: Call, _ session: JudgedSession) {
        session.afterward { [self] in
            guard session.ending == nil, !isComing else { return call.fail(noPicture(session)) }
            isComing = true
            if isTold, !isSpent {
                refreshes += 1
                if !isDemo, refreshes > Self.freeRefreshes { session.refuse("refreshed", from: nil) }
            }
            session.afterward { [self] in deliver(to: call, session) }
        }
    }

    /// - Parameter isNew: whether the call is the one for the challenge, which is over without it.
    private func deliver(to call: Call, _ session: JudgedSession, isNew: Bool = false) {
        guard session.ending == nil else { return call.fail(noPicture(session)) }
        let isOrdered = task.order(desk) { [weak session] content in
            // An attempt handed in just now is judged by the earlier content.
            session?.afterward {
                if let session { self.apply(content, for: call, session, isNew) }
            }
        }
        guard !isOrdered else { return }
        isComing = false
        if isNew { session.fail(ChallengeDesk.tooMany) }
        call.fail(ChallengeDesk.tooMany)
    }

    private func apply(_ content: any ChallengeContent, for call: Call, _ session: JudgedSession, _ isNew: Bool) {
        isComing = false
        guard session.ending == nil else { return call.fail(noPicture(session)) }
        guard call.isOpen else {
            // The caller has disconnected: a challenge on screen stays valid, a new one could not be shown.
            if isNew { session.fail(noPicture(session)) }
            return
        }
        task.apply(content)
        (isTold, isSpent) = (true, false)
        if let place = session.showing?.place {
            session.show(at: place)
            withModel(at: place) { if let answer = task.answer { $0.reset(to: answer, at: desk.screen.loop.now, &$1) } }
        }
        call.reply { writer in
            if isNew { writer.member("challengeId", session.id) }
            content.write(into: &writer)
            if isNew { writer.member("timeLeftUSec", session.timeLeft.microseconds) }
        }
    }

    private func noPicture(_ session: JudgedSession) -> VarlinkError {
        VarlinkError("io.touchd.captcha.NoPicture", ["challengeId": .string(session.id)])
    }
}

extension JudgedSession {
    /// Its judge, if it is a challenge.
    package var challenge: ChallengeJudge? { judge as? ChallengeJudge }
}
