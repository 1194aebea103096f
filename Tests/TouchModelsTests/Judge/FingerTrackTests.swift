import Testing
import TouchCore

@testable import TouchModels

@Suite struct FingerTrackTests {
    private static let origin = Millimeters(x: 1, y: 1)

    private static func track(reports: Int) -> FingerTrack {
        var track = FingerTrack(landed: Instant(microseconds: 0), at: origin)
        for number in 1..<reports {
            track.move(
                to: Millimeters(x: 1 + Double(number), y: 1), at: Instant(microseconds: Int64(number) * 8_000))
        }
        return track
    }

    @Test func `a track of hours needs bounded memory and keeps its ends`() {
        let track = Self.track(reports: 100_000)
        #expect(track.reports.count <= FingerTrack.maxReports)
        #expect(track.count == 100_000)
        #expect(track.reports[0].x == 0)
        #expect(track.reports[track.reports.count - 1].x > 99_800)
    }

    @Test func `dropped reports still count for the rhythm`() throws {
        let track = Self.track(reports: 10_000)
        #expect(track.rhythm.total == 9_999)
        let median = try #require(track.rhythm.quantile(0.5))
        #expect((8_000.0...9_600).contains(median))
    }

    @Test(arguments: [.nan, .infinity] as [Double])
    func `a place that is not finite is left out`(number: Double) {
        var track = Self.track(reports: 2)
        track.move(to: Millimeters(x: number, y: 0), at: Instant(microseconds: 20_000))
        #expect(track.count == 2)
    }

    @Test func `time that runs backward is detected and does not trap`() {
        var track = Self.track(reports: 3)
        track.move(to: Self.origin, at: Instant(microseconds: .min))
        #expect(track.hasBrokenTime)
        #expect(track.reports[3].microseconds == 16_000)
        _ = TrackFacts(of: track, lifted: Instant(microseconds: .max))
    }

    @Test func `a landing alone can be measured`() {
        let track = Self.track(reports: 1)
        let facts = TrackFacts(of: track, lifted: track.landed)
        #expect(facts.travel == 0)
    }

    @Test(arguments: [60, 90, 120, 240, 1_000] as [Int64])
    func `a rhythm is accurate to a fifth`(hertz: Int64) throws {
        var rhythm = ReportRhythm()
        for _ in 0..<100_000 { rhythm.count(.microseconds(1_000_000 / hertz)) }
        let median = try #require(rhythm.quantile(0.5))
        #expect(median >= Double(1_000_000 / hertz) && median <= 1.2 * Double(1_000_000 / hertz))
    }
}
