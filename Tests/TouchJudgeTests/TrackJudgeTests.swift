import SyntheticTracks
import Testing

@testable import TouchJudge

/// The judgment of synthetic tracks.
@Suite struct TrackJudgeTests {
    /// Few, because these tests are not optimized; `make tracks` draws a hundred thousand of each, with a new seed.
    private static let few = 200
    private static let seed: UInt64 = 0x6368_6563_6B

    @Test(arguments: Hand.allCases) func `no drag of a hand is rejected, on a panel of any kind`(hand: Hand) {
        let rate = TrackRate(hand, Self.few, seed: Self.seed)
        #expect(rate.rejected == 0, "\(rate.flaws)")
    }

    @Test(arguments: ForgedTrack.allCases) func `tracks that no finger can make are rejected`(kind: ForgedTrack) {
        #expect(TrackRate(kind, Self.few, seed: Self.seed).rejected == Self.few)
    }
}
