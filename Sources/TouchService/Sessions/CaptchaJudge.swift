internal import Journal
internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchJudge
internal import TouchModels
internal import TouchVault

/// Judges captchas that were handed in: the panel, its waiting time, the track, the place, in this order.
///
/// The reason of a failure goes only to the caller; the screen gets that it was missed, that the panel waits, or that
/// the
/// panel is not trusted, which does not depend on the answer.
final class CaptchaJudge {
    /// What became of one that was handed in.
    struct Judgment {
        /// Passed or failed.
        let outcome: Outcome
        /// Why it failed, for the asker.
        let reason: Word
        /// Why no finger made the track, for the asker; nil: one can have.
        let flaw: TrackFlaw?
        /// Why it failed, for the screen.
        let screenReason: String?
        /// How it was made.
        let way: InputWay
        /// How human the drag that passed looks, 0…100; misses have none, so that programs cannot be tuned by it.
        let score: Int?
        /// How long the panel has to wait now; nil: it need not.
        let wait: Interval?
        /// Whether it counts as one of the challenge's attempts: not while the panel waits.
        let isAttempt: Bool
        /// What was measured, for a study.
        var facts: JSONObject?

        /// One that could not be judged: the vault cannot be written.
        static func lost(_ way: InputWay) -> Judgment {
            Judgment(
                outcome: .failed, reason: "storage_failed", flaw: nil, screenReason: "storage_failed", way: way,
                score: nil, wait: nil, isAttempt: true)
        }

        /// The same where the result could not be stored: then nothing passes.
        var unstored: Judgment {
            Judgment(
                outcome: .failed, reason: "storage_failed", flaw: flaw, screenReason: "storage_failed", way: way,
                score: nil,
                wait: wait, isAttempt: isAttempt)
        }
    }

    /// Makes panels wait; nil: they never do.
    var limiter: MissLimiter?
    private let panels: Panels
    private let log: Journal
    private let now: () -> Moment
    private var tracks = TrackJudge()

    /// - Parameters:
    ///   - limiter: makes panels wait; nil: they never do.
    ///   - panels: where they are plugged in and how they report.
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

    /// Judges one.
    ///
    /// - Parameters:
    ///   - attempt: what was handed in.
    ///   - origin: the panel.
    ///   - isTrusted: whether its fingers count.
    ///   - shown: when what it answers was shown.
    ///   - topic: what is forgiven when it passes.
    ///   - isDemo: whether it proves nothing; then a program may play the finger.
    ///   - isStudy: whether everything that was measured is told.
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
                way: attempt.way, score: isStudy ? made.score : nil, wait: wait > .seconds(0) ? wait : nil,
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
        if !isDemo { accept(attempt.evidence) }
        return Judgment(
            outcome: .passed, reason: ResultLog.noReason, flaw: isStudy ? made.flaw : nil, screenReason: nil,
            way: attempt.way, score: made.score, wait: nil, isAttempt: true,
            facts: isStudy ? made.facts : nil)
    }

    /// Remembers what passed, so that it does not pass again.
    private func accept(_ evidence: Attempt.Evidence) {
        switch evidence {
        case .drag(let track, _): tracks.accept(track)
        case .taps(let taps): tracks.accept(taps)
        }
    }

    /// What the finger's way says, wherever it led to.
    private func look(
        at attempt: Attempt, from origin: GestureOrigin, shown: Instant
    ) -> (flaw: TrackFlaw?, score: Int?, facts: JSONObject) {
        let age = JSON.integer(attempt.lifted.since(shown).microseconds)
        switch attempt.evidence {
        case .taps(let taps):
            let facts: JSONObject = ["sinceShownUSec": age, "touches": .integer(Int64(taps.touches.count))]
            return (tracks.flaw(of: taps, shown: shown), nil, facts)
        case .drag(let track, let size):
            let verdict = tracks.judge(
                track, lifted: attempt.lifted, shown: shown,
                panel: panels.rhythm(of: origin.device, without: track.rhythm),
                size: panels.proven(size, of: origin.device))
            let facts: JSONObject = [
                "sinceShownUSec": age, "durationUSec": .integer(verdict.facts.duration),
                "movements": .integer(Int64(verdict.facts.movements)), "travelMm": .real(verdict.facts.travel),
                "overshootMm": .real(verdict.facts.overshoot), "restUSec": .integer(verdict.facts.rest),
            ]
            return (verdict.flaw, verdict.score, facts)
        }
    }

    /// Counts a miss on panels without a finger on any of them.
    ///
    /// - Returns: how long the panel has to wait that waits longest; zero: none has to.
    func missed(_ topic: MissTopic, on places: [String]) -> Interval {
        do throws(VaultError) {
            var longest = Interval.seconds(0)
            for place in places { longest = max(longest, try miss(topic, on: place)) }
            return longest
        } catch {
            log.error("cannot read failed captchas of a panel: \(error)")
            return .seconds(0)
        }
    }

    /// Counts a miss on a panel, and returns how long it has to wait now.
    private func miss(_ topic: MissTopic, on place: String) throws(VaultError) -> Interval {
        try limiter?.miss(on: place, of: topic, at: now()) ?? .seconds(0)
    }
}
