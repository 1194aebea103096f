import SeededNumbers
import Testing
import TouchCore

@testable import TouchModels

/// Touches that no finger can make.
@Suite struct TapJudgeTests {
    /// Touches by landing and lifting in milliseconds and places in millimeters.
    private static func track(
        _ touches: [(landed: Double, lifted: Double, x: Double)], down: [Double] = [], isConfirmed: Bool = true
    ) -> TapTrack {
        var track = TapTrack(isConfirmed: isConfirmed)
        for (number, touch) in touches.enumerated() {
            let y = down.indices.contains(number) ? down[number] : 9
            track.add(
                .init(
                    landed: Instant(microseconds: Int64(touch.landed * 1_000)),
                    lifted: Instant(microseconds: Int64(touch.lifted * 1_000)), place: Millimeters(x: touch.x, y: y)))
        }
        return track
    }

    private static func flaw(_ track: TapTrack, shown: Int64 = -1_000_000) -> TrackFlaw? {
        TapJudge.flaw(of: track, shown: Instant(microseconds: shown))
    }

    @Test func `two equal taps a seventh of a second apart are rejected`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (140, 200, 20)])) == .tooEarly)
    }

    @Test func `they are rejected however long a program waits between them`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (900, 960, 20)])) == .even)
    }

    @Test func `two taps of a person are accepted, also nearly at one place or nearly as long`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (700, 761, 20.4)])) == nil)
        #expect(Self.flaw(Self.track([(0, 60, 20), (700, 790, 20)])) == nil)
    }

    @Test func `a confirming tap must come after the result could be seen`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (309, 400, 23)])) == .tooEarly)
        #expect(Self.flaw(Self.track([(0, 60, 20), (311, 400, 23)])) == nil)
        #expect(Self.flaw(Self.track([(0, 60, 20), (150, 240, 23)], isConfirmed: false)) == nil)
    }

    @Test func `steps in one rhythm are rejected at any place`() {
        typealias Touch = (landed: Double, lifted: Double, x: Double)
        var (steps, swaying): ([Touch], [Touch]) = ([], [])
        for number in 0..<6 {
            let time = Double(number * 400)
            steps.append((time, time + 80, Double(number * number)))
            swaying.append((time + Double(number % 3) * 9, time + 90, Double(number)))
        }
        #expect(Self.flaw(Self.track(steps)) == .even)
        #expect(Self.flaw(Self.track(swaying)) == nil)
    }

    @Test func `four touches at exactly one place are rejected`() {
        let touches = [(0.0, 60.0, 5.0), (300, 400, 5), (700, 790, 5), (1_300, 1_370, 5)]
        #expect(Self.flaw(Self.track(touches)) == .even)
    }

    @Test func `touches faster than a hand are rejected`() {
        #expect(Self.flaw(Self.track([(0, 5, 1), (500, 570, 9)])) == .superhuman)
        #expect(Self.flaw(Self.track([(0, 12, 1), (45, 90, 9)], isConfirmed: false)) == .superhuman)
    }

    @Test func `repeated timestamps are rejected, and a try before the challenge can have been seen`() {
        #expect(Self.flaw(Self.track([(0, 0, 1), (500, 570, 9)])) == .brokenTime)
        #expect(Self.flaw(Self.track([(0, 50, 1)]), shown: -199_000) == .tooEarly)
        #expect(Self.flaw(Self.track([])) == .tooShort)
    }

    /// Not data of people: places spread by 1.2 mm, durations by a quarter, gaps by an eighth, on panels of 60 to 240
    /// Hz whose units are 0.05 to 0.25 mm.
    private static func hand(using random: inout SplitMix64) -> TapTrack {
        let period = 1_000.0 / [60.0, 90, 120, 240][random.below(4)]
        let unit = 0.05 + 0.2 * random.unit()
        let (pace, touch) = (250 + 500 * random.unit(), 50 + 100 * random.unit())
        var (touches, down, time): ([(Double, Double, Double)], [Double], Double) = ([], [], 0)
        for _ in 0..<2 + random.below(6) {
            func quantized(_ number: Double, _ step: Double) -> Double { (number / step).rounded() * step }
            let (place, gap) = (random.normal(), max(270, pace * (1 + random.normal().0 / 8)))
            let duration = max(30, touch * (1 + random.normal().0 / 4))
            time += gap
            let landed = quantized(time, period)
            touches.append(
                (landed, max(quantized(time + duration, period), landed + period), quantized(20 + 1.2 * place.0, unit)))
            down.append(quantized(9 + 1.2 * place.1, unit))
            time += duration + period
        }
        return track(touches, down: down)
    }

    @Test func `of a hundred thousand synthetic hands at most one in ten thousand is rejected`() {
        var (random, refused) = (SplitMix64(seed: 0x7461_7073), 0)
        for _ in 0..<100_000 where Self.flaw(Self.hand(using: &random)) != nil { refused += 1 }
        #expect(refused <= 10, "\(refused)")
    }
}
