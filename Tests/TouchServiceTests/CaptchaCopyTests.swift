import Journal
import Testing
import TouchConfiguration
import TouchCore
import TouchInput
import TouchJudge
import TouchVault

@testable import TouchModels
@testable import TouchService

/// An accepted attempt does not pass again, no matter what was requested in between.
@Suite struct CaptchaCopyTests {
    private static let origin = GestureOrigin(device: DeviceID(1), provenance: .physical)

    private static func judge() throws -> CaptchaJudge {
        let boot = try BootID.current()
        return CaptchaJudge(limiter: nil, panels: Panels(Configuration()), log: Journal { _ in }) { .now(boot: boot) }
    }

    private static func judgment(
        of evidence: Attempt.Evidence, lifted: Instant, by judge: CaptchaJudge, isRight: Bool = true,
        isDemo: Bool = false
    ) -> CaptchaJudge.Judgment {
        judge.judge(
            Attempt(isRight: isRight, evidence: evidence, lifted: lifted), from: origin, isTrusted: true,
            shown: lifted.advanced(by: .seconds(-9)), topic: .other, isDemo: isDemo, isStudy: false)
    }

    /// Three touches, all shifted to the right by that many millimeters.
    private static func taps(right: Double) -> TapTrack {
        var track = TapTrack(isConfirmed: true)
        for (landed, lifted, x) in [(0, 83_000, 20.0), (700_000, 771_000, 24.5), (1_390_000, 1_500_000, 25.25)] {
            track.add(
                .init(
                    landed: Instant(microseconds: Int64(landed)), lifted: Instant(microseconds: Int64(lifted)),
                    place: Millimeters(x: x + right, y: 9)))
        }
        return track
    }

    @Test func `copies of accepted touches are refused elsewhere, copies of misses and demos are not`() throws {
        let (judge, end) = (try Self.judge(), Instant(microseconds: 1_500_000))
        let missed = Self.judgment(of: .taps(Self.taps(right: 0)), lifted: end, by: judge, isRight: false)
        #expect(missed.outcome == .failed && missed.flaw == nil)
        let demo = Self.judgment(of: .taps(Self.taps(right: 0)), lifted: end, by: judge, isDemo: true)
        #expect(demo.outcome == .passed)
        let first = Self.judgment(of: .taps(Self.taps(right: 0)), lifted: end, by: judge)
        #expect(first.outcome == .passed)
        let again = Self.judgment(of: .taps(Self.taps(right: 31)), lifted: end, by: judge)
        #expect(again.outcome == .failed && again.flaw == .replay)
        #expect(again.reason == "track_rejected" && again.screenReason == "missed")
    }
}
