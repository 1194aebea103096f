internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchModels
internal import TouchScreen
internal import TouchVault

/// Judges captchas that were handed in: the panel, its waiting time, the track, the place, in this order.
///
/// The reason of a failure goes only to the caller; the screen learns only that it was missed, that the panel waits, or
/// that the panel is not trusted, which does not depend on the answer.
final class CaptchaJudge {
    private let keeper: VaultKeeper
    private let panels: Panels
    private let log: Journal
    private let surroundings: Surroundings

    /// - Parameters:
    ///   - keeper: makes panels wait, if they do.
    ///   - panels: the panels, with their ports and their rhythms.
    ///   - log: receives errors of a limiter that cannot be read.
    init(_ keeper: VaultKeeper, _ panels: Panels, _ log: Journal, in surroundings: Surroundings) {
        (self.keeper, self.panels, self.log, self.surroundings) = (keeper, panels, log, surroundings)
    }

    /// Judges an attempt.
    ///
    /// - Parameters:
    ///   - attempt: the attempt that was handed in.
    ///   - origin: the panel.
    ///   - shown: when the content that it answers was shown.
    ///   - topic: the misses that are cleared when it passes.
    ///   - isDemo: whether it proves nothing; then a program may act as the finger.
    ///   - isStudy: whether a miss costs nothing, and all measurements are reported.
    /// - Returns: what rules on it, as part of a write: the panel may wait, or has to from now on.
    func judge(
        _ attempt: Attempt, from origin: GestureOrigin, shown: Instant, topic: MissTopic, isDemo: Bool, isStudy: Bool
    ) -> () -> Ruling {
        let made = look(at: attempt, from: origin, shown: shown)
        let (isTrusted, isFree) = (panels.trusts(origin), isDemo || isStudy)
        let place = panels.device(origin.device)?.place ?? "unknown"
        func ruling(
            _ outcome: ResultOutcome, _ reason: Word = Results.noReason, onScreen screenReason: String? = nil,
            flaw: TrackFlaw? = nil, wait: Interval = .zero, isAttempt: Bool = true
        ) -> Ruling {
            let wait = wait > .zero ? wait : nil
            return Ruling(
                outcome: outcome, reason: reason, screenReason: screenReason, wait: wait, isAttempt: isAttempt,
                input: Word(attempt.way.rawValue) ?? Results.noInput,
                details: [
                    "flaw": flaw.map { .string($0.rawValue) },
                    "input": .string(attempt.way.rawValue), "waitUSec": wait.map { .integer($0.microseconds) },
                    "facts": isStudy ? .object(made.facts) : nil,
                ])
        }
        return { [self] in
            guard isTrusted else { return ruling(.failed, Results.untrustedPanel) }
            do throws(VaultError) {
                if !isFree, let wait = try keeper.misses?.wait(of: place, at: surroundings.moment), wait > .zero {
                    return ruling(.failed, "locked_out", wait: wait, isAttempt: false)
                }
                let flaw = isDemo ? nil : made.flaw
                if flaw != nil || !attempt.isRight {
                    let wait = isFree ? .zero : try miss(topic, on: place)
                    if let flaw { log.info("captcha track rejected: \(flaw.rawValue)") }
                    return ruling(
                        .failed, flaw == nil ? "missed" : "track_rejected",
                        onScreen: wait > .zero ? "locked_out" : "missed", flaw: flaw, wait: wait)
                }
                if !isFree { try keeper.misses?.pass(on: place, of: topic, at: surroundings.moment) }
            } catch {
                log.error("cannot read failed captchas of a panel: \(error)")
                return ruling(.failed, "storage_failed")
            }
            return ruling(.passed)
        }
    }

    /// Judges the finger's track, wherever it led.
    private func look(
        at attempt: Attempt, from origin: GestureOrigin, shown: Instant
    ) -> (flaw: TrackFlaw?, facts: JSONObject) {
        let age = JSON.integer(attempt.lifted.since(shown).microseconds)
        switch attempt.evidence {
        case .taps(let taps):
            let facts: JSONObject = ["sinceShownUSec": age, "touches": .integer(Int64(taps.touches.count))]
            return (TapJudge.flaw(of: taps, shown: shown), facts)
        case .drag(let track, let size):
            let verdict = TrackJudge.judge(
                track, lifted: attempt.lifted, shown: shown,
                panel: panels.rhythm(of: origin.device, without: track.rhythm),
                size: panels.proven(size, of: origin.device))
            let facts: JSONObject = [
                "sinceShownUSec": age, "durationUSec": .integer(verdict.facts.duration),
                "travelMm": .real(verdict.facts.travel),
            ]
            return (verdict.flaw, facts)
        }
    }

    /// Counts a miss on a panel, and returns how long it has to wait now.
    private func miss(_ topic: MissTopic, on place: String) throws(VaultError) -> Interval {
        try keeper.misses?.miss(on: place, of: topic, at: surroundings.moment) ?? .zero
    }
}
