import SeededNumbers
import SyntheticStrokes
import Testing
import TouchCore

@testable import TouchJudge

/// Which touches no finger makes.
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
        TrackJudge().flaw(of: track, shown: Instant(microseconds: shown))
    }

    @Test func `two equal taps a seventh of a second apart are refused`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (140, 200, 20)])) == .tooEarly)
    }

    @Test func `they are refused however long a program waits between them`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (900, 960, 20)])) == .even)
    }

    @Test func `two taps of a person are fine, also nearly at one place or nearly as long`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (700, 761, 20.4)])) == nil)
        #expect(Self.flaw(Self.track([(0, 60, 20), (700, 790, 20)])) == nil)
    }

    @Test func `a tap that says it is right comes after a look at it`() {
        #expect(Self.flaw(Self.track([(0, 60, 20), (309, 400, 23)])) == .tooEarly)
        #expect(Self.flaw(Self.track([(0, 60, 20), (311, 400, 23)])) == nil)
        #expect(Self.flaw(Self.track([(0, 60, 20), (150, 240, 23)], isConfirmed: false)) == nil)
    }

    @Test func `steps in one rhythm are refused wherever they are`() {
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

    @Test func `four touches at exactly one place are refused`() {
        let touches = [(0.0, 60.0, 5.0), (300, 400, 5), (700, 790, 5), (1_300, 1_370, 5)]
        #expect(Self.flaw(Self.track(touches)) == .even)
    }

    @Test func `what is quicker than a hand is refused`() {
        #expect(Self.flaw(Self.track([(0, 5, 1), (500, 570, 9)])) == .superhuman)
        #expect(Self.flaw(Self.track([(0, 12, 1), (45, 90, 9)], isConfirmed: false)) == .superhuman)
    }

    @Test func `time that stands still is refused, and a try before it can have been seen`() {
        #expect(Self.flaw(Self.track([(0, 0, 1), (500, 570, 9)])) == .brokenTime)
        #expect(Self.flaw(Self.track([(0, 50, 1)]), shown: -199_000) == .tooEarly)
        #expect(Self.flaw(Self.track([])) == .tooShort)
    }

    /// No data of people: places spread by 1.2 mm, durations by a quarter, gaps by an eighth, on panels of 60 to 240 Hz
    /// whose units are 0.05 to 0.25 mm.
    ///
    /// - Parameter isCoarse: on one panel of 60 Hz whose units are 0.25 mm, which leaves the least of a hand.
    private static func hand(
        using random: inout SplitMix64, touches count: Int? = nil, isCoarse: Bool = false
    ) -> TapTrack {
        let period = 1_000.0 / (isCoarse ? 60.0 : [60.0, 90, 120, 240][random.below(4)])
        let unit = isCoarse ? 0.25 : 0.05 + 0.2 * random.unit()
        let (pace, touch) = (250 + 500 * random.unit(), 50 + 100 * random.unit())
        var (touches, down, time): ([(Double, Double, Double)], [Double], Double) = ([], [], 0)
        for _ in 0..<(count ?? 2 + random.below(6)) {
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

    @Test func `of a hundred thousand synthetic hands fewer than one in a thousand is refused`() {
        var (random, refused) = (SplitMix64(seed: 0x7461_7073), 0)
        for _ in 0..<100_000 where Self.flaw(Self.hand(using: &random)) != nil { refused += 1 }
        #expect(refused < 100, "\(refused)")
    }

    /// All on one coarse panel, where they are more alike than on any other.
    @Test(arguments: 2...7) func `of hands one after the other fewer than one in a thousand is taken for a copy`(
        touches: Int
    ) {
        var (random, judge, copies) = (SplitMix64(seed: 0x636f_7079), TrackJudge(), 0)
        let shown = Instant(microseconds: -1_000_000)
        for _ in 0..<20_000 {
            let hand = Self.hand(using: &random, touches: touches, isCoarse: true)
            switch judge.flaw(of: hand, shown: shown) {
            case .replay: copies += 1
            case nil: judge.accept(hand)
            default: break
            }
        }
        #expect(copies < 20, "\(copies)")
    }

    /// A copy as a program plays it, elsewhere: of two touches each report up to a millisecond late, of more up to five and
    /// each place up to 0.05 mm off.
    @Test(arguments: 2...7) func `touches that passed are refused when they come again elsewhere`(touches: Int) {
        var (random, refused, known) = (SplitMix64(seed: 0x6167_6169), 0, 0)
        let shown = Instant(microseconds: -1_000_000)
        for _ in 0..<1_000 {
            let hand = Self.hand(using: &random, touches: touches)
            var (judge, copy) = (TrackJudge(), TapTrack(isConfirmed: true))
            guard judge.flaw(of: hand, shown: shown) == nil else { continue }
            judge.accept(hand)
            let (later, right, down) = (7_000_000 * random.unit(), 90 * random.unit(), 90 * random.unit())
            let (delay, noise) = touches == 2 ? (1_000.0, 0.0) : (5_000.0, 0.1)
            for touch in hand.touches {
                func late(_ time: Instant) -> Instant {
                    Instant(microseconds: time.microseconds + Int64(later + delay * random.unit()))
                }
                copy.add(
                    .init(
                        landed: late(touch.landed), lifted: late(touch.lifted),
                        place: Millimeters(
                            x: touch.place.x + right + noise * (random.unit() - 0.5),
                            y: touch.place.y + down + noise * (random.unit() - 0.5))))
            }
            known += 1
            if judge.flaw(of: copy, shown: shown) == .replay { refused += 1 }
        }
        #expect(known > 900 && refused == known, "\(refused) of \(known)")
    }

    @Test func `one touch is no copy of another one`() {
        var judge = TrackJudge()
        let one = Self.track([(0, 60, 5)], isConfirmed: false)
        judge.accept(one)
        #expect(judge.flaw(of: one, shown: Instant(microseconds: -1_000_000)) == nil)
    }
}
