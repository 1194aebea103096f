package import SeededNumbers
import SyntheticStrokes
package import TouchJudge
private import TouchCore

/// What became of many synthetic tracks.
package struct TrackRate: Hashable, Sendable {
    /// Scores below are like a program's.
    private static let suspicious = 50

    /// How many tracks.
    package private(set) var tracks = 0
    /// How many were accepted.
    package private(set) var accepted = 0
    /// How many of the accepted ones scored like a program's.
    package private(set) var flagged = 0
    /// Why the others were refused.
    package private(set) var flaws: [TrackFlaw: Int] = [:]

    /// Makes an empty count.
    package init() {}

    /// Lets a judge say what it thinks of a track.
    ///
    /// - Returns: whether it was accepted.
    @discardableResult
    package mutating func count(_ track: SyntheticTrack, by judge: TrackJudge) -> Bool {
        let (finger, lifted) = track.fingerTrack
        // Long enough ago for everybody.
        let shown = SyntheticTrack.landing.advanced(by: .seconds(-1))
        let verdict = judge.judge(finger, lifted: lifted, shown: shown)
        tracks += 1
        if let flaw = verdict.flaw {
            flaws[flaw, default: 0] += 1
            return false
        }
        accepted += 1
        if verdict.score < Self.suspicious { flagged += 1 }
        return true
    }

    /// Judges human-shaped tracks on panels of one kind.
    package static func people(_ tracks: Int, on reporting: SyntheticPanel.Reporting, seed: UInt64) -> TrackRate {
        var (rate, random) = (TrackRate(), SplitMix64(seed: seed))
        for _ in 0..<tracks { rate.count(.human(on: reporting, using: &random), by: TrackJudge()) }
        return rate
    }

    /// Judges forged tracks of one kind.
    package static func forged(_ kind: ForgedTrack, _ tracks: Int, seed: UInt64) -> TrackRate {
        var (rate, random) = (TrackRate(), SplitMix64(seed: seed))
        for _ in 0..<tracks { rate.count(kind.track(using: &random), by: TrackJudge()) }
        return rate
    }

    /// Judges copies of accepted human-shaped tracks.
    package static func replayed(_ tracks: Int, as copy: CopiedTrack, seed: UInt64) -> TrackRate {
        var (rate, random) = (TrackRate(), SplitMix64(seed: seed))
        for number in 0..<tracks {
            let reporting = SyntheticPanel.kinds[number % SyntheticPanel.kinds.count]
            let track = SyntheticTrack.human(on: reporting, using: &random)
            var judge = TrackJudge()
            judge.accept(track.fingerTrack.track)
            rate.count(copy.track(of: track, using: &random), by: judge)
        }
        return rate
    }

    /// Judges human-shaped tracks by one judge that remembers all that it accepted.
    package static func crowd(_ tracks: Int, seed: UInt64) -> TrackRate {
        var (rate, random, judge) = (TrackRate(), SplitMix64(seed: seed), TrackJudge())
        for number in 0..<tracks {
            let reporting = SyntheticPanel.kinds[number % SyntheticPanel.kinds.count]
            let track = SyntheticTrack.human(on: reporting, using: &random)
            guard rate.count(track, by: judge) else { continue }
            judge.accept(track.fingerTrack.track)
        }
        return rate
    }
}

extension SyntheticTrack {
    /// Draws a person, a panel and a drag.
    package static func human(
        on reporting: SyntheticPanel.Reporting, using random: inout SplitMix64
    ) -> SyntheticTrack {
        let panel = SyntheticPanel(reporting, using: &random)
        return HumanTrack(using: &random).track(on: panel, using: &random)
    }
}
