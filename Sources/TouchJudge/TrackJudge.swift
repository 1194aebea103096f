public import TouchCore

/// Decides whether a finger can have made a track, and how human it looks.
///
/// Only the impossible is rejected: ``TrackFlaw``. Everything else goes into the score, which is reported but rejects
/// nothing, because its features were tuned on synthetic tracks and not on people.
public struct TrackJudge: Sendable {
    /// The judgment of one track.
    public struct Verdict: Hashable, Sendable {
        /// Why no finger can have made it; nil: one can have.
        public let flaw: TrackFlaw?
        /// How human it looks: 0…100; below ``TrackScore/suspicious`` it looks like a program's.
        public let score: Int
        /// The measurements.
        public let facts: TrackFacts
    }

    private var ledger = ReplayLedger<TrackSignature>()
    private var taps = ReplayLedger<TapSignature>()

    /// Makes a judge without history.
    public init() {}

    /// Judges a track; pass accepted ones to ``accept(_:)``.
    ///
    /// - Parameters:
    ///   - track: from landing to the last report.
    ///   - lifted: when the finger lifted.
    ///   - shown: when the picture was shown.
    ///   - panel: the usual rhythm of the panel.
    ///   - size: the size of this contact, on a panel that always reports sizes.
    public func judge(
        _ track: FingerTrack, lifted: Instant, shown: Instant, panel: ReportRhythm = ReportRhythm(),
        size: ContactSize = .unknown
    ) -> Verdict {
        let facts = TrackFacts(of: track, lifted: lifted)
        let flaw = flaw(of: track, facts, age: lifted.since(shown), panel, size)
        return Verdict(flaw: flaw, score: flaw == nil ? TrackScore.of(facts) : 0, facts: facts)
    }

    /// Why no finger can have made the touches of a try by taps; nil: one can have.
    ///
    /// - Parameter shown: when the challenge was shown.
    public func flaw(of track: TapTrack, shown: Instant) -> TrackFlaw? {
        if let flaw = TapJudge.flaw(of: track, shown: shown) { return flaw }
        return TapSignature(of: track).map(taps.knows) == true ? .replay : nil
    }

    /// Remembers an accepted track, so that a copy of it is rejected.
    public mutating func accept(_ track: FingerTrack) {
        ledger.add(TrackSignature(of: track))
    }

    /// Remembers accepted touches, so that a copy of them is rejected.
    public mutating func accept(_ track: TapTrack) {
        if let signature = TapSignature(of: track) { taps.add(signature) }
    }

    private func flaw(
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
        if Self.isTooQuick(track.rhythm, for: panel) { return .rhythm }
        if size == .zero { return .noArea }
        if ledger.knows(TrackSignature(of: track), pixel: track.pixel) { return .replay }
        return nil
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
