internal import Journal
internal import TouchCore
internal import TouchInput
internal import TouchJudge
internal import TouchModels
internal import TouchVault

/// Judges captchas that were handed in: the panel, its waiting time, the track, the place, in this order.
///
/// Why one did not pass is for whoever asked for it; the screen hears that it was missed, that the panel waits, or that
/// the panel is not trusted, which does not depend on the answer.
final class CaptchaJudge {
    /// What became of one that was handed in.
    struct Judgement {
        /// Passed or failed.
        let outcome: Outcome
        /// Why it failed, for the asker.
        let reason: Word
        /// Why no finger made the track, for the asker; nil: one can have.
        let flaw: TrackFlaw?
        /// Why it failed, for the screen.
        let screenReason: String?
        /// How the piece was brought there.
        let way: InputWay
        /// How much the drag is like a person's, 0…100; nil where nothing was dragged.
        let score: Int?
        /// How long the panel has to wait now, in microseconds; nil: it need not.
        let waitMicroseconds: Int64?
        /// Whether it counts as one of the challenge's attempts: not while the panel waits.
        let isAttempt: Bool

        /// One that could not be judged: the vault cannot be written.
        static func lost(_ way: InputWay) -> Judgement {
            Judgement(
                outcome: .failed, reason: "storage_failed", flaw: nil, screenReason: "storage_failed", way: way,
                score: nil, waitMicroseconds: nil, isAttempt: true)
        }

        /// The same where the result could not be stored: then nothing passes.
        var unstored: Judgement {
            Judgement(
                outcome: .failed, reason: "storage_failed", flaw: flaw, screenReason: "storage_failed", way: way,
                score: score,
                waitMicroseconds: waitMicroseconds, isAttempt: isAttempt)
        }
    }

    private let limiter: MissLimiter?
    private let panels: Panels
    private let log: Journal
    private let now: () -> Moment
    private var tracks = TrackJudge()

    /// - Parameters:
    ///   - limiter: makes panels wait; nil: they never do.
    ///   - panels: where they are plugged in and how they report.
    ///   - log: hears of a limiter that cannot be read.
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
    ///   - shown: when the picture was shown.
    ///   - isDemo: whether its target was given by the caller; then it proves nothing, and a program may play the finger.
    func judge(
        _ attempt: SlideCaptcha.Attempt, from origin: GestureOrigin, isTrusted: Bool, shown: Instant, isDemo: Bool
    ) -> Judgement {
        let rhythm = panels.rhythm(of: origin.device, without: attempt.track?.rhythm)
        let verdict = attempt.track.map {
            tracks.judge(
                $0, lifted: attempt.lifted, shown: shown, panel: rhythm,
                size: panels.proven(attempt.size, of: origin.device))
        }
        func failed(
            _ reason: Word, _ screenReason: String, flaw: TrackFlaw? = nil, wait: Int64 = 0, isAttempt: Bool = true
        ) -> Judgement {
            Judgement(
                outcome: .failed, reason: reason, flaw: flaw, screenReason: screenReason, way: attempt.way,
                score: verdict?.score,
                waitMicroseconds: wait > 0 ? wait : nil, isAttempt: isAttempt)
        }
        guard isTrusted else { return failed("untrusted_device", "untrusted_device") }
        let place = panels.device(origin.device)?.place ?? "unknown"
        do throws(VaultError) {
            if !isDemo, let wait = try limiter?.wait(of: place, at: now()), wait > 0 {
                return failed("locked_out", "locked_out", wait: wait, isAttempt: false)
            }
            let isEarly = verdict == nil && attempt.lifted.since(shown) < TrackJudge.youngest
            let flaw = isDemo ? nil : isEarly ? .tooEarly : verdict?.flaw
            if flaw != nil || !attempt.isRight {
                let wait = isDemo ? 0 : try limiter?.miss(on: place, at: now()) ?? 0
                if let flaw { log.info("a captcha's track was rejected: \(flaw.rawValue)") }
                return failed(
                    flaw == nil ? "missed" : "track_rejected", wait > 0 ? "locked_out" : "missed", flaw: flaw,
                    wait: wait)
            }
            if !isDemo { try limiter?.pass(on: place, at: now()) }
        } catch {
            log.error("cannot tell whether a panel has to wait: \(error)")
            return failed("storage_failed", "storage_failed")
        }
        if !isDemo, let track = attempt.track { tracks.accept(track) }
        return Judgement(
            outcome: .passed, reason: ResultLog.noReason, flaw: nil, screenReason: nil, way: attempt.way,
            score: verdict?.score,
            waitMicroseconds: nil, isAttempt: true)
    }
}
