import Testing
import TouchCore

@testable import TouchModels

/// A captcha judged by its owner.
@Suite struct SlideCaptchaJudgingTests {
    private static let size = Size(width: 400, height: 300)

    private static func captcha(input: String = "drag") throws -> SlideCaptcha {
        try SlideCaptcha(
            settings: [
                "judge": .word("owner"), "targetX": .number(120), "targetY": .number(60), "input": .word(input),
            ], size: size)
    }

    /// Drags the knob from the left end by that many pixels.
    private static func drag(_ captcha: inout SlideCaptcha, by way: Double, _ events: inout Events) {
        for step in 0...10 {
            let part = Double(min(step, 9)) / 9
            let phase: Phase = step == 0 ? .began : step == 10 ? .ended : .moved
            captcha.finger(
                phase, Point(x: 10 + way * part, y: 285), at: Int64(step) * 20_000,
                millimeters: Millimeters(x: (10 + way * part) / 4, y: 70), &events)
        }
    }

    @Test(arguments: [(120.0, true), (200.0, false)])
    func `a drag ends in completed and reveals only to its owner whether it is right`(way: Double, isRight: Bool)
        throws
    {
        var (captcha, events) = (try Self.captcha(), Events())
        Self.drag(&captcha, by: way, &events)
        #expect(events.list.last?.name == "completed")
        #expect(events.list.filter { $0.role == .end }.count == 1)
        #expect(captcha.attempt?.isRight == isRight)
        #expect(captcha.attempt?.way == .drag)
        #expect(!captcha.accepts(Point(x: 10, y: 285)) && !captcha.takesLandings)
    }

    @Test(arguments: [(true, "solved", false), (false, "missed", false)])
    func `the owner's verdict counts, whatever the place`(passed: Bool, name: String, accepts: Bool) throws {
        var (captcha, events) = (try Self.captcha(), Events())
        Self.drag(&captcha, by: 120, &events)
        events.removeAll()
        captcha.settle(passed: passed, at: Instant(microseconds: 300_000), &events)
        #expect(events.list.map(\.name) == [name])
        #expect(captcha.accepts(Point(x: 10, y: 285)) == accepts)
        captcha.settle(passed: true, at: Instant(microseconds: 300_001), &events)
        #expect(events.list.count == 1)
    }

    @Test func `the track is in millimeters`() throws {
        var (captcha, events) = (try Self.captcha(), Events())
        Self.drag(&captcha, by: 120, &events)
        guard case .drag(let track, _)? = captcha.attempt?.evidence else {
            Issue.record("no drag")
            return
        }
        #expect(track.count == 10)
        #expect(track.reports.last?.x == 30)
        #expect(track.landed == Instant(microseconds: 0))
        #expect(captcha.attempt?.lifted == Instant(microseconds: 200_000))
    }

    @Test func `by taps the evidence is the touches, the last of which confirms`() throws {
        var (captcha, events) = (try Self.captcha(input: "tap"), Events())
        for (number, x) in [140.0, 140.0].enumerated() {
            for (phase, delay) in [(Phase.began, 0), (.ended, 50_000)] {
                captcha.finger(
                    phase, Point(x: x, y: 285), at: Int64(number * 500_000 + delay), contact: UInt64(number), &events)
            }
        }
        let attempt = try #require(captcha.attempt)
        #expect(attempt.way == .tap)
        #expect(attempt.isRight)
        guard case .taps(let taps) = attempt.evidence else {
            Issue.record("no taps")
            return
        }
        #expect(taps.isConfirmed && taps.touches.map(\.duration.microseconds) == [50_000, 50_000])
        #expect(taps.touches.map(\.place.x) == [35, 35])
    }

    @Test func `a person who cannot solve it can decline, and no further finger is accepted`() throws {
        var (captcha, events) = (try Self.captcha(), Events())
        captcha.finger(.began, Point(x: 10, y: 285), &events)
        captcha.decline(at: Instant(microseconds: 1), &events)
        #expect(events.list.map(\.name) == ["began", "cancelled", "rearmed", "rearmed", "declined"])
        #expect(!captcha.accepts(Point(x: 10, y: 285)))
    }
}
