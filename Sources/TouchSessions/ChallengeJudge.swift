internal import EventLoop
internal import System
internal import StrictJSON
internal import TouchConfiguration
package import TouchCore
package import TouchModels
internal import TouchScreen
internal import TouchVault
package import Varlink

/// Judges the attempts at a challenge of any kind, and brings other content.
///
/// After a miss, unless the caller set the right answer, the widget accepts no fingers until ``refresh(_:_:)`` has
/// brought other content.
package final class ChallengeJudge: Judge {
    private let desk: ChallengeDesk
    private var task: any ChallengeTask
    /// Whether it is a round of a study, which is judged as any other: it proves nothing, costs nothing and reports everything.
    private let isStudy: Bool
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
    package var widgetKind: String { type(of: task).widgetKind }
    var attemptLength: Int? { 0 }

    var subject: ResultSubject {
        var facts = task.facts
        facts.refreshes = refreshes
        return ResultSubject(kind: .captcha, challenge: facts, isDemo: isDemo)
    }

    /// Makes the model for a widget of that size; the right answer never leaves the model.
    ///
    /// - Parameter asked: the front end's settings.
    package func makeModel(size: Size, asked: Settings) throws(SettingError) -> any ChallengeModel {
        try task.makeModel(
            size: size, asked: asked, tolerance: desk.configuration.values.captcha.tolerance,
            pixelsPerMillimeter: desk.panels.pixelsPerMillimeter)
    }

    func shown(at place: WidgetPlace, by session: JudgedSession) {}

    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession) {
        guard case .attempt(let attempt) = handedIn, let showing = session.showing else { return }
        guard !session.isLate else {
            desk.screen.settle(showing.place, passed: false, isReported: false)
            return session.end(.timedOut)
        }
        let rule = desk.captchas.judge(
            attempt, from: origin, shown: showing.since, topic: task.topic, isDemo: task.isDemo, isStudy: isStudy)
        // Unless it passes, after which nothing follows.
        task.missed()
        session.rule(on: origin) { _ in rule() }
    }

    func ends(_ outcome: Outcome, at place: WidgetPlace?) -> Word {
        guard outcome == .declined else { return Results.noReason }
        let time = desk.screen.loop.now
        if let place {
            _ = desk.screen.withModel(at: place, as: (any ChallengeModel).self) { $0.decline(at: time, &$1) }
        }
        return "declined"
    }

    func reply(for session: JudgedSession) -> JSONObject {
        var reply: JSONObject = ["state": .string(phase(of: session)), "demo": isDemo ? true : nil]
        reply.add(session.ending?.fields ?? [:])
        return reply
    }

    /// Its state, in the words of the interface.
    private func phase(of session: JudgedSession) -> String {
        switch session.ending?.outcome {
        case .passed, .failed: return session.isRedeemed ? "redeemed" : "judged"
        case .cancelled, .timedOut, .declined: return session.ending?.outcome.rawValue ?? ""
        case nil: break
        }
        guard let place = session.showing?.place else { return "issued" }
        let isActive = desk.screen.withModel(at: place, as: (any ChallengeModel).self) { model, _ in model.isActive }
        return isActive ?? false ? "active" : "shown"
    }

    // MARK: - Other content

    /// Answers a call for other content: after a miss, or because a person asks for it.
    ///
    /// The tolerance stays. A gesture in progress is cancelled. Asking too often costs attempts of this challenge, and
    /// nothing else: no finger has touched a panel.
    package func refresh(_ call: Call, _ session: JudgedSession) {
        session.afterward { [self] in
            let isOwed = task.isOwed
            guard session.ending == nil, let order = task.order(from: desk.pictures) else {
                return call.fail(noPicture(session))
            }
            if !isOwed { refreshes += 1 }
            if !isOwed, !isDemo, refreshes > Self.freeRefreshes { session.refuse("refreshed", from: nil) }
            session.afterward { [self] in draw(order, for: call, session) }
        }
    }

    private func draw(_ order: ChallengeOrder, for call: Call, _ session: JudgedSession) {
        guard session.ending == nil else { return renew(nil, for: call, session) }
        switch order {
        case .ready(let content): renew(content, for: call, session)
        case .puzzle(let order):
            let isDrawn = desk.puzzles.request(order) { [weak session] puzzle in
                if let session { self.renew(puzzle, for: call, session) }
            }
            guard !isDrawn else { return }
            task.abandon()
            call.fail(VarlinkError("io.touchd.captcha.TooManyChallenges"))
        }
    }

    private func renew(_ content: (any ChallengeContent)?, for call: Call, _ session: JudgedSession) {
        // An attempt handed in just now is judged by the earlier content.
        session.afterward { [self] in
            task.abandon()
            guard session.ending == nil, let content else { return call.fail(noPicture(session)) }
            // The caller has disconnected: the challenge on screen stays valid.
            guard call.isOpen else { return }
            task.apply(content)
            if let place = session.showing?.place {
                session.show(at: place)
                let (time, answer) = (desk.screen.loop.now, task.answer)
                _ = desk.screen.withModel(at: place, as: (any ChallengeModel).self) { model, events in
                    if let answer { model.reset(to: answer, at: time, &events) }
                }
            }
            call.reply { content.write(into: &$0) }
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
