import SeededNumbers
import Testing
import TouchCore

@testable import TouchScreen

/// Touches that nobody makes, and hands that must not be taken for them.
struct StormSignsTests {
    private var signs = StormSigns()
    private var random = SplitMix64(seed: 5)

    /// Lands `rate` times a second; returns when that was recognized.
    private mutating func sign(
        rate: Double, for length: Interval, at place: (inout SplitMix64) -> UnitPoint?
    ) -> (sign: StormSigns.Sign, after: Interval)? {
        for number in 0..<Int(length.seconds * rate) {
            let time = Instant(microseconds: 7_200_000_000 + Int64(Double(number) / rate * 1e6))
            if let sign = signs.land(at: place(&random), time) {
                return (sign, time.since(Instant(microseconds: 7_200_000_000)))
            }
        }
        return nil
    }

    private static func anywhere(_ random: inout SplitMix64) -> UnitPoint {
        UnitPoint(x: .random(in: 0..<1, using: &random), y: .random(in: 0..<1, using: &random))
    }

    /// Somewhere around a place, as fingers do that aim at it: about that far away, in fractions.
    private static func around(_ x: Double, _ y: Double, _ spread: Double, _ random: inout SplitMix64) -> UnitPoint {
        func error() -> Double {
            (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * spread
        }
        return UnitPoint(x: x + error(), y: y + error())
    }

    @Test mutating func `3,000 within a minute anywhere are recognized`() throws {
        let found = try #require(sign(rate: 55, for: .seconds(120), at: { Self.anywhere(&$0) }))
        #expect(found.sign == .rate && found.after >= .seconds(54) && found.after < .seconds(56))
    }

    @Test mutating func `bursts that are as many are, too, wherever the minute begins`() throws {
        #expect(try #require(sign(rate: 150, for: .seconds(55), at: { Self.anywhere(&$0) })).after < .seconds(21))
        signs = StormSigns()
        var found: StormSigns.Sign?
        for number in 0..<3_600 where number % 60 < 50 {
            for _ in 0..<61 where found == nil {
                found = signs.land(at: nil, Instant(microseconds: 7_230_000_000 + Int64(number) * 1_000_000))
            }
        }
        #expect(found == .rate)
    }

    @Test mutating func `ten fingers that slap five times a second are not, nor faster ones for less than a minute`() {
        #expect(sign(rate: 49, for: .seconds(600), at: { Self.anywhere(&$0) }) == nil)
        signs = StormSigns()
        #expect(sign(rate: 80, for: .seconds(37), at: { Self.anywhere(&$0) }) == nil)
    }

    @Test(arguments: [0.5, 1.0 / 600])
    mutating func `one place that is touched again and again is recognized, also between people's touches`(
        people: Double
    ) throws {
        var number = 0
        let found = try #require(
            sign(rate: 1.0 / 30 + people, for: .seconds(86_000)) { random in
                number += 1
                let isGhost = Double.random(in: 0..<1, using: &random) < 1 / (1 + people * 30)
                return isGhost ? Self.around(0.71, 0.2, 0.0004, &random) : Self.around(0.3, 0.6, 0.1, &random)
            })
        let place: UnitPoint? = if case .place(let place) = found.sign { place } else { nil }
        #expect(try abs(#require(place).x - 0.71) < 0.01 && abs(#require(place).y - 0.2) < 0.01)
        #expect(found.after >= .seconds(7_100))
    }

    @Test(arguments: [0.002, 0.004, 0.012])
    mutating func `people who aim at one button all day are not`(spread: Double) {
        #expect(sign(rate: 0.2, for: .seconds(86_000), at: { Self.around(0.5, 0.5, spread, &$0) }) == nil)
    }

    @Test mutating func `a finger that rests for an hour and is lost and found ten times a second is not`() {
        #expect(sign(rate: 10, for: .seconds(3_600), at: { _ in UnitPoint(x: 0.4, y: 0.4) }) == nil)
    }

    @Test mutating func `touches whose places are secret count by their rate alone`() {
        #expect(sign(rate: 1, for: .seconds(86_000), at: { _ in nil }) == nil)
        #expect(sign(rate: 60, for: .seconds(90), at: { _ in nil })?.sign == .rate)
    }
}
