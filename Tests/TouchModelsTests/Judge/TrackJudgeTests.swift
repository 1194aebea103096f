import SeededNumbers
import SyntheticTracks
import Testing
import TouchCore

@testable import TouchModels

/// Each flaw separately, and the judgment of synthetic tracks.
@Suite struct TrackJudgeTests {
    private static let landing = SyntheticTrack.landing
    private static let earlier = landing.advanced(by: .seconds(-1))

    /// A human-shaped drag at 120 Hz.
    private static func drag(seed: UInt64 = 1) -> SyntheticTrack {
        var random = SplitMix64(seed: seed)
        return Hand.submovements.track(on: .fixed(hertz: 120), using: &random)
    }

    private static func flaw(
        _ track: SyntheticTrack, shown: Instant = earlier, panel: ReportRhythm = ReportRhythm(),
        size: ContactSize = .unknown
    ) -> TrackFlaw? {
        let (finger, lifted) = track.fingerTrack
        return TrackJudge.judge(finger, lifted: lifted, shown: shown, panel: panel, size: size).flaw
    }

    /// A panel that reports at that rate.
    private static func panel(hertz: Int64) -> ReportRhythm {
        var rhythm = ReportRhythm()
        for _ in 0..<TrackLimits.knownRhythm { rhythm.count(.microseconds(1_000_000 / hertz)) }
        return rhythm
    }

    @Test func `a drag of few reports is too short`() {
        var track = Self.drag()
        track.reports = [track.reports[0], track.reports[track.reports.count - 1]]
        #expect(Self.flaw(track) == .tooShort)
    }

    @Test func `a drag that goes nowhere is too short`() {
        var track = Self.drag()
        for index in track.reports.indices { (track.reports[index].x, track.reports[index].y) = (0, 0) }
        #expect(Self.flaw(track) == .tooShort)
    }

    @Test func `a drag that ends a quarter of a second after the picture is too early`() {
        let track = Self.drag()
        let lifted = Self.landing.advanced(by: .microseconds(track.liftMicroseconds))
        #expect(Self.flaw(track, shown: lifted.advanced(by: .milliseconds(-249))) == .tooEarly)
        #expect(Self.flaw(track, shown: lifted.advanced(by: .milliseconds(-251))) == nil)
    }

    @Test func `two reports with one timestamp are broken time`() {
        var track = Self.drag()
        track.reports[9].microseconds = track.reports[8].microseconds
        #expect(Self.flaw(track) == .brokenTime)
    }

    @Test func `a drag across the panel in twenty milliseconds is superhuman`() {
        let reports = (0...20).map {
            SyntheticTrack.Report(microseconds: Int64($0) * 1_000, x: 5 * Double($0), y: Double($0 % 3))
        }
        #expect(Self.flaw(SyntheticTrack(reports: reports, liftMicroseconds: 300_000)) == .superhuman)
    }

    @Test func `a contact without a size on a panel that reports sizes is rejected`() {
        #expect(Self.flaw(Self.drag(), size: .zero) == .noArea)
        #expect(Self.flaw(Self.drag(), size: .seen) == nil)
    }

    @Test func `a track twice as fast as its panel is rejected`() {
        #expect(Self.flaw(Self.drag(), panel: Self.panel(hertz: 60)) == .rhythm)
    }

    @Test(arguments: [90, 120, 144, 240, 1_000] as [Int64])
    func `a track at the rate of its panel or slower is accepted`(hertz: Int64) {
        #expect(Self.flaw(Self.drag(), panel: Self.panel(hertz: hertz)) == nil)
    }

    @Test func `a panel with few reports rejects nothing`() {
        var rhythm = ReportRhythm()
        for _ in 0..<TrackLimits.knownRhythm - 1 { rhythm.count(.milliseconds(16)) }
        #expect(Self.flaw(Self.drag(), panel: rhythm) == nil)
    }

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
