public import TouchCore

/// Decides whether a finger can have made a track.
///
/// Only the impossible is rejected (``TrackFlaw``). Nothing here tells a person from a program that moves like one: see
/// docs/decisions/0023-a-captcha-rejects-only-the-impossible.md.
public enum TrackJudge {
    /// The judgment of one drag.
    public struct Verdict: Hashable, Sendable {
        /// Why no finger can have made it; nil: one can have.
        public let flaw: TrackFlaw?
        /// The measurements.
        public let facts: TrackFacts
    }

    /// Judges a drag on a panel with that usual rhythm; `size` counts on a panel that always reports sizes.
    public static func judge(
        _ track: FingerTrack, lifted: Instant, shown: Instant, panel: ReportRhythm = ReportRhythm(),
        size: ContactSize = .unknown
    ) -> Verdict {
        let facts = TrackFacts(of: track, lifted: lifted)
        return Verdict(flaw: flaw(of: track, facts, age: lifted.since(shown), panel, size), facts: facts)
    }

    private static func flaw(
        of track: FingerTrack, _ facts: TrackFacts, age: Interval, _ panel: ReportRhythm, _ size: ContactSize
    ) -> TrackFlaw? {
        if facts.reports < TrackLimits.minReports || facts.travel < TrackFacts.leaving { return .tooShort }
        if age < TrackLimits.youngest { return .tooEarly }
        if track.hasBrokenTime { return .brokenTime }
        if facts.loneStep > TrackLimits.loneStep || facts.sharpestTurn > TrackLimits.turn { return .teleport }
        if facts.peakSpeed > TrackLimits.speed || facts.crossing < TrackLimits.crossing(facts.travel) {
            return .superhuman
        }
        if facts.isEven { return .even }
        if isTooQuick(track.rhythm, for: panel) { return .rhythm }
        return size == .zero ? .noArea : nil
    }

    private static func isTooQuick(_ track: ReportRhythm, for panel: ReportRhythm) -> Bool {
        guard track.total >= TrackLimits.rhythmSpacings, panel.total >= TrackLimits.knownRhythm,
            let usual = panel.quantile(0.05), let here = track.quantile(0.5)
        else { return false }
        return here < TrackLimits.rhythm * usual
    }
}

extension TrackFacts {
    /// Whether the place is linear in time, or in the report number, from end to end, as no hand moves.
    var isEven: Bool {
        guard travel >= TrackLimits.evenTravel else { return false }
        let limit = max(TrackLimits.evenness.millimeters, TrackLimits.evenness.part * travel)
        if unevenness < limit { return true }
        // A slow finger makes steps of one unit on a panel that reports only changes, but not in a straight line.
        let isSlow = unitSteps > 0.8 && bow > 1.5 * unit
        return unequalSteps < limit && !isSlow
    }
}
