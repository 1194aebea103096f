import SyntheticStrokes
import SyntheticTracks
import Testing
import TouchCore

@testable import TouchJudge

/// The judgment of synthetic tracks; the seeds were fixed before the judge was tuned.
@Suite struct TrackJudgeTests {
    /// Few, because these tests are not optimized; `touchtracks` draws ten thousand of each.
    private static let few = 120

    private static let people = SyntheticPanel.kinds.map {
        TrackRate.people(few, on: $0, seed: TrackSeed.checking)
    }
    private static let smooth = ForgedTrack.smooth.map { TrackRate.forged($0, few, seed: TrackSeed.checking) }

    @Test(arguments: SyntheticPanel.kinds.indices)
    func `human-shaped tracks are accepted at every rate`(kind: Int) {
        #expect(Self.people[kind].accepted == Self.few, "\(Self.people[kind].flaws)")
    }

    @Test(arguments: ForgedTrack.impossible)
    func `tracks that no finger can make are rejected`(kind: ForgedTrack) {
        #expect(TrackRate.forged(kind, Self.few, seed: TrackSeed.checking).accepted == 0)
    }

    @Test(arguments: ForgedTrack.smooth.indices)
    func `most smooth curves score like a program's`(kind: Int) {
        #expect(10 * Self.smooth[kind].flagged >= 6 * Self.few)
    }

    @Test func `few human-shaped tracks score like a program's`() {
        #expect(100 * Self.people.map(\.flagged).reduce(0, +) <= Self.few * Self.people.count)
    }

    @Test func `no smooth curve is rejected for its score`() {
        #expect(Self.smooth.allSatisfy { $0.flaws.isEmpty })
    }

    @Test(arguments: [CopiedTrack.verbatim, .turned, .sized, .stretched, .mirrored, .disguised])
    func `a replayed track is rejected, however it is turned, sized or stretched`(
        copy: CopiedTrack
    ) {
        let rate = TrackRate.replayed(5 * Self.few, as: copy, seed: TrackSeed.checking)
        #expect(50 * rate.accepted <= rate.tracks, "\(rate)")
        #expect(rate.flaws[.replay, default: 0] + rate.accepted == rate.tracks, "\(rate)")
    }

    @Test func `an accepted track is rejected when it is repeated a pixel off`() {
        let rate = TrackRate.replayed(Self.few, as: .noisy, seed: TrackSeed.checking)
        #expect(50 * rate.accepted <= Self.few, "\(rate)")
    }

    @Test func `tracks of different people are not replays of each other`() {
        #expect(TrackRate.crowd(Self.few, seed: TrackSeed.checking).flaws[.replay] == nil)
    }
}
