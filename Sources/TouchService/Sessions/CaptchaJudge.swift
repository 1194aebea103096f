internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchJudge
internal import TouchModels
internal import TouchVault

/// Judges captchas that were handed in: the panel, its waiting time, the track, the place, in this order.
///
/// The reason of a failure goes only to the caller; the screen learns only that it was missed, that the panel waits, or
/// that the panel is not trusted, which does not depend on the answer.
final class CaptchaJudge {
    /// The verdict on an attempt.
    struct Judgment {
        /// Passed or failed.
        let outcome: Outcome
        /// Why it failed, for the caller.
        let reason: Word
        /// Why no finger can have made the track, for the caller; nil: a finger can have made it.
        let flaw: TrackFlaw?
        /// Why it failed, for the screen.
        let screenReason: String?
        /// Whether it was a drag or taps.
        let way: InputWay
        /// How long the panel has to wait now; nil: not at all.
        let wait: Interval?
        /// Whether it counts as one of the challenge's attempts: not while the panel waits.
        let isAttempt: Bool
        /// The measurements, for a study.
        var facts: JSONObject?

        /// The verdict when nothing can be judged: the vault cannot be written.
        static func lost(_ way: InputWay) -> Judgment {
            Judgment(
                outcome: .failed, reason: "storage_failed", flaw: nil, screenReason: "storage_failed", way: way,
                wait: nil, isAttempt: true)
        }

        /// The verdict when the result could not be stored: then nothing passes.
        var unstored: Judgment {
            Judgment(
                outcome: .failed, reason: "storage_failed", flaw: flaw, screenReason: "storage_failed", way: way,
                wait: wait, isAttempt: isAttempt)
        }
    }

    /// Makes panels wait; nil: they never do.
    var limiter: MissLimiter?
    private let panels: Panels
    private let log: Journal
    private let now: () -> Moment

    /// - Parameters:
    ///   - limiter: makes panels wait; nil: they never do.
    ///   - panels: the panels, with their ports and their rhythms.
    ///   - log: receives errors of a limiter that cannot be read.
    ///   - now: the present moment.
    init(
        limiter: MissLimiter?, panels: Panels, log: Journal, now: @escaping () -> Moment
    ) {
        self.limiter = limiter
        self.panels = panels
        self.log = log
        self.now = now
    }

    /// Judges an attempt.
    ///
    /// - Parameters:
    ///   - attempt: the attempt that was handed in.
    ///   - origin: the panel.
    ///   - isTrusted: whether its fingers count.
    ///   - shown: when the content that it answers was shown.
    ///   - topic: the misses that are cleared when it passes.
    ///   - isDemo: whether it proves nothing; then a program may act as the finger.
    ///   - isStudy: whether all measurements are reported.
    func judge(
        _ attempt: Attempt, from origin: GestureOrigin, isTrusted: Bool, shown: Instant, topic: MissTopic,
        isDemo: Bool, isStudy: Bool
    ) -> Judgment {
        let made = look(at: attempt, from: origin, shown: shown)
        func failed(
            _ reason: Word, _ screenReason: String, flaw: TrackFlaw? = nil, wait: Interval = .seconds(0),
            isAttempt: Bool = true
        ) -> Judgment {
            Judgment(
                outcome: .failed, reason: reason, flaw: isStudy ? made.flaw : flaw, screenReason: screenReason,
                way: attempt.way, wait: wait > .seconds(0) ? wait : nil,
                isAttempt: isAttempt, facts: isStudy ? made.facts : nil)
        }
        guard isTrusted else { return failed("untrusted_panel", "untrusted_panel") }
        let place = panels.device(origin.device)?.place ?? "unknown"
        do throws(VaultError) {
            if !isDemo, let wait = try limiter?.wait(of: place, at: now()), wait > .seconds(0) {
                return failed("locked_out", "locked_out", wait: wait, isAttempt: false)
            }
            let flaw = isDemo ? nil : made.flaw
            if flaw != nil || !attempt.isRight {
                let wait = isDemo ? .seconds(0) : try miss(topic, on: place)
                if let flaw { log.info("captcha track rejected: \(flaw.rawValue)") }
                return failed(
                    flaw == nil ? "missed" : "track_rejected", wait > .seconds(0) ? "locked_out" : "missed", flaw: flaw,
                    wait: wait)
            }
            if !isDemo { try limiter?.pass(on: place, of: topic, at: now()) }
        } catch {
            log.error("cannot read failed captchas of a panel: \(error)")
            return failed("storage_failed", "storage_failed")
        }
        return Judgment(
            outcome: .passed, reason: ResultLog.noReason, flaw: isStudy ? made.flaw : nil, screenReason: nil,
            way: attempt.way, wait: nil, isAttempt: true, facts: isStudy ? made.facts : nil)
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
        try limiter?.miss(on: place, of: topic, at: now()) ?? .seconds(0)
    }
}
