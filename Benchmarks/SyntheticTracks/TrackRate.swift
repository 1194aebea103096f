private import SeededNumbers
private import TouchCore
package import TouchModels

/// What became of many synthetic tracks.
package struct TrackRate: Hashable, Sendable {
    /// Number of tracks.
    package private(set) var tracks = 0
    /// Why the rejected ones were rejected.
    package private(set) var flaws: [TrackFlaw: Int] = [:]
    /// Number of rejected tracks.
    package var rejected: Int { flaws.values.reduce(0, +) }

    /// Judges drags of a hand on panels of all kinds in turn.
    package init(_ hand: Hand, _ tracks: Int, seed: UInt64) {
        self.init(tracks, seed: seed) { number, random in
            hand.track(on: SyntheticPanel.kinds[number % SyntheticPanel.kinds.count], using: &random)
        }
    }

    /// Judges forged tracks of one kind.
    package init(_ forged: ForgedTrack, _ tracks: Int, seed: UInt64) {
        self.init(tracks, seed: seed) { _, random in forged.track(using: &random) }
    }

    private init(_ tracks: Int, seed: UInt64, _ draw: (Int, inout SplitMix64) -> SyntheticTrack) {
        var random = SplitMix64(seed: seed)
        self.tracks = tracks
        for number in 0..<tracks {
            let (finger, lifted) = draw(number, &random).fingerTrack
            // Long enough ago for everybody.
            let shown = SyntheticTrack.landing.advanced(by: .seconds(-1))
            if let flaw = TrackJudge.judge(finger, lifted: lifted, shown: shown).flaw { flaws[flaw, default: 0] += 1 }
        }
    }
}
