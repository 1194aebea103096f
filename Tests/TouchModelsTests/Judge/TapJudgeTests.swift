import SeededNumbers
import Testing
import TouchCore

@testable import TouchModels

/// Touches that no finger can make.
@Suite struct TapJudgeTests {
    private typealias Touch = (landed: Double, lifted: Double, x: Double)

    /// Touches by landing and lifting in milliseconds and places in millimeters.
    private static func track(
        _ touches: [Touch], down: [Double] = [], isConfirmed: Bool = true
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

    private static let steps: [Touch] = (0..<6).map { number in
        let time = Double(number * 400)
        return (time, time + 80, Double(number * number))
    }

    private static let swaying: [Touch] = (0..<6).map { number in
        let time = Double(number * 400)
        return (time + Double(number % 3) * 9, time + 90, Double(number))
    }

    /// Touches in which some property is that of a program, and what is nearly the same but a person's.
    private static let cases: [(String, TapTrack, TrackFlaw?)] = [
        ("equal, a seventh of a second apart", track([(0, 60, 20), (140, 200, 20)]), .tooEarly),
        ("equal, however long a program waits between them", track([(0, 60, 20), (900, 960, 20)]), .even),
        ("nearly at one place", track([(0, 60, 20), (700, 761, 20.4)]), nil),
        ("nearly as long", track([(0, 60, 20), (700, 790, 20)]), nil),
        ("confirmed before the result could be seen", track([(0, 60, 20), (309, 400, 23)]), .tooEarly),
        ("confirmed after it", track([(0, 60, 20), (311, 400, 23)]), nil),
        ("not confirmed", track([(0, 60, 20), (150, 240, 23)], isConfirmed: false), nil),
        ("in one rhythm at any place", track(steps), .even), ("in no rhythm", track(swaying), nil),
        ("at one place", track([(0, 60, 5), (300, 400, 5), (700, 790, 5), (1_300, 1_370, 5)]), .even),
        ("shorter than those of a hand", track([(0, 5, 1), (500, 570, 9)]), .superhuman),
        ("closer than those of a hand", track([(0, 12, 1), (45, 90, 9)], isConfirmed: false), .superhuman),
        ("of one timestamp", track([(0, 0, 1), (500, 570, 9)]), .brokenTime), ("none", track([]), .tooShort),
    ]

    @Test(arguments: cases) func `touches are judged`(what: String, track: TapTrack, flaw: TrackFlaw?) {
        #expect(TapJudge.flaw(of: track, shown: Instant(microseconds: -1_000_000)) == flaw)
    }

    @Test func `a try before the challenge can have been seen is rejected`() {
        let flaw = TapJudge.flaw(of: Self.track([(0, 50, 1)]), shown: Instant(microseconds: -199_000))
        #expect(flaw == .tooEarly)
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
        for _ in 0..<100_000
        where TapJudge.flaw(
            of: Self.hand(using: &random), shown: Instant(microseconds: -1_000_000)) != nil
        { refused += 1 }
        #expect(refused <= 10, "\(refused)")
    }
}
