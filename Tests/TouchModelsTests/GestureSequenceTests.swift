import SeededNumbers
import TestSupport
import Testing
import TouchCore

@testable import TouchModels

/// The requested gestures, and the touches that match them.
@Suite struct GestureSequenceTests {
    private static let all = GestureSequence.numbers.compactMap { GestureSequence(number: $0) }

    /// Touches of a sequence at a pace: durations and gaps in milliseconds.
    static func touches(
        of sequence: GestureSequence, tap: Int64 = 100, hold: Int64 = 700, within: Int64 = 200, pause: Int64 = 700
    ) -> [TapTrack.Touch] {
        var (touches, time, last): ([TapTrack.Touch], Int64, GestureSequence.Step?) = ([], 0, nil)
        for step in sequence.steps {
            for number in 0..<step.touches {
                if let last { time += number > 0 ? within : step != .hold && last != .hold ? pause : within }
                let duration = step == .hold ? hold : tap
                touches.append(
                    .init(
                        landed: Instant(microseconds: time * 1_000),
                        lifted: Instant(microseconds: (time + duration) * 1_000), place: Millimeters(x: 0, y: 0)))
                time += duration
                last = step
            }
        }
        return touches
    }

    @Test func `there are more than two thousand, all different`() {
        #expect(Self.all.count == 2_007)
        #expect(Set(Self.all).count == Self.all.count)
        #expect(Self.all.allSatisfy { $0.touchCount <= 9 && (4...6).contains($0.steps.count) })
    }

    /// 20 draws of each on average: a sequence drawn never, or 60 times, contradicts a uniform chance (p < 1e-8).
    @Test func `each is drawn equally often`() {
        var (random, counts): (SplitMix64, [GestureSequence: Int]) = (SplitMix64(seed: 7), [:])
        for _ in 0..<Self.all.count * 20 { counts[.random(using: &random), default: 0] += 1 }
        #expect(counts.count == Self.all.count)
        #expect(counts.values.allSatisfy { (1..<60).contains($0) })
        let chi = counts.values.reduce(0.0) { $0 + (Double($1) - 20) * (Double($1) - 20) / 20 }
        // 2006 degrees of freedom, five standard deviations.
        #expect(abs(chi - 2_006) < 5 * (2 * 2_006.0).squareRoot())
    }

    @Test func `each reads back as it is written`() {
        #expect(Self.all.allSatisfy { GestureSequence($0.text) == $0 })
        #expect(["", "4", "0", "x", "2 h", "1111111111111"].allSatisfy { GestureSequence($0) == nil })
    }

    /// If all gaps are alike, they can be read as pauses or as gaps within a group.
    @Test func `touches of each match it, and at most one other`() {
        for index in stride(from: 0, to: Self.all.count, by: 37) {
            let touches = Self.touches(of: Self.all[index])
            let known = Self.all.indices.filter { Self.all[$0].matches(touches) }
            #expect(known.contains(index) && known.count <= 2)
        }
    }

    /// Durations and gaps in milliseconds of people quick and slow.
    @Test(arguments: [(60, 450, 90, 400), (100, 600, 200, 600), (250, 900, 400, 900), (900, 2_000, 1_300, 3_000)])
    func `each is recognized at any pace`(tap: Int64, hold: Int64, within: Int64, pause: Int64) {
        for sequence in Self.all {
            let touches = Self.touches(of: sequence, tap: tap, hold: hold, within: within, pause: pause)
            #expect(sequence.matches(touches))
        }
    }

    /// Without knowledge of the sequence, at most 1 in 1,000 tries passes, however the rhythm is chosen.
    @Test func `the best rhythm for all sequences solves few of them`() {
        var best = 0
        for sequence in stride(from: 0, to: Self.all.count, by: 31).map({ Self.all[$0] }) {
            // A pause that also passes for a gap within a group: two readings of the same touches.
            let touches = Self.touches(of: sequence, tap: 100, hold: 700, within: 500, pause: 500)
            best = max(best, Self.all.count { $0.matches(touches) })
        }
        #expect((1...2).contains(best))
    }
}
