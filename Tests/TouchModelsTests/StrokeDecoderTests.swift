import SeededNumbers
import SyntheticStrokes
import TestSupport
import Testing
import TouchCore
import TouchModels

/// Strokes that are not straight lines from center to center.
struct StrokeDecoderTests {
    static let grid = PatternGrid(rows: 3, columns: 3, size: Size(width: 3, height: 3))
    static let space = PatternSpace()

    /// Bends of every kind of step: knight's moves only, and back over used dots.
    static let hard: [[UInt8]] = [
        [0, 5, 6, 1, 8, 3, 2, 7], [4, 0, 8, 5, 2, 6], [1, 0, 2, 5, 8], [4, 3, 5, 1, 7], [4, 8, 0, 5, 1, 6],
        [2, 3, 8, 1],
    ]

    static func decode(_ samples: [Point], _ rule: StrokeDecoder.Rule = .turn) -> [UInt8]? {
        let decoder = StrokeDecoder(grid: grid, hitRadius: PatternLock.defaultHitRadius, rule: rule)
        var dots = SecretSequence()
        var stroke = decoder.begin(at: samples[0], &dots)
        for sample in samples.dropFirst() { decoder.move(&stroke, to: sample, &dots) }
        decoder.end(stroke, &dots)
        return stroke.isTooSparse ? nil : (0..<dots.count).map { UInt8(dots[$0]) }
    }

    @Test(arguments: [50.0, 100, 200, 300, 500, 700, 900, 1_100, 1_300, 1_500, 1_700, 1_900, 2_000])
    func `without noise a pattern is the same at every speed`(millimetersPerSecond: Double) {
        let spacing = millimetersPerSecond / 125 / 30
        let every = spacing < 0.1 ? 1_999 : 199
        var random = SplitMix64(seed: 17)
        let many = stride(from: 0, to: Self.space.all.count, by: every).map { Self.space.all[$0] }
        for pattern in Self.hard + many {
            let stroke = SyntheticStroke(pattern, sigma: 0, using: &random)
            #expect(Self.decode(stroke.samples(every: spacing, phase: random.unit())) == pattern)
        }
    }

    /// Two thousand strokes per kind; the minimum is the goal less 0.6 to 1 of 100, four standard deviations and more.
    @Test(
        arguments: [
            (DecodeRate.Cell(.uniform, sigma: 0.06, spacing: 0.10), 99.3),
            (DecodeRate.Cell(.uniform, sigma: 0.06, spacing: 0.25), 99.3),
            (DecodeRate.Cell(.uniform, sigma: 0.06, spacing: 0.50), 98.4),
            (DecodeRate.Cell(.uniform, sigma: 0.10, spacing: 0.25), 94),
            (DecodeRate.Cell(.human, sigma: 0.10, spacing: 0.25), 98.9),
            (DecodeRate.Cell(.human, sigma: 0.10, spacing: 0.50), 96.4),
        ] as [(DecodeRate.Cell, Double)])
    func `the turn rule reads sloppy strokes as well as any other rule`(cell: DecodeRate.Cell, least: Double) {
        let rates = DecodeRate.measure(
            cell, [.init(.turn), .init(.swept), .init(.points)], strokes: 2_000, of: Self.space, seed: 11)
        #expect(rates[0].percent(rates[0].right) >= least)
        #expect(rates[0].right >= rates[1].right && rates[0].right >= rates[2].right)
    }

    @Test(arguments: PatternSpace.Population.allCases, [0.75, 0.8, 0.9, 1])
    func `a stroke too sparse to decode is rejected, not guessed`(population: PatternSpace.Population, spacing: Double)
    {
        let cell = DecodeRate.Cell(population, sigma: 0.06, spacing: spacing)
        let rate = DecodeRate.measure(cell, [.init(.turn)], strokes: 2_000, of: Self.space, seed: 12)[0]
        #expect(rate.refused > 1_800)
        #expect(rate.percent(rate.wrong) < 1.5)
    }

    @Test(arguments: [0.1, 0.3, 0.5, 0.69])
    func `a stroke sampled closely enough is never rejected`(spacing: Double) {
        let cell = DecodeRate.Cell(.uniform, sigma: 0.14, spacing: spacing)
        #expect(DecodeRate.measure(cell, [.init(.turn)], strokes: 1_000, of: Self.space, seed: 13)[0].refused == 0)
    }

    @Test(arguments: StrokeDecoder.Rule.allCases)
    func `samples reported twice change nothing`(rule: StrokeDecoder.Rule) {
        var random = SplitMix64(seed: 14)
        for _ in 0..<500 {
            let pattern = Self.space.draw(.uniform, using: &random)
            let samples = SyntheticStroke(pattern, sigma: 0.1, using: &random).samples(every: 0.4, phase: random.unit())
            #expect(Self.decode(samples.flatMap { [$0, $0] }, rule) == Self.decode(samples, rule))
        }
    }

    @Test(arguments: StrokeDecoder.Rule.allCases)
    func `a drawing does not depend on the times of its samples or what comes between`(rule: StrokeDecoder.Rule) throws
    {
        var random = SplitMix64(seed: 16)
        var events = Events()
        var lock = try PatternLock(settings: ["decoder": .word(rule.rawValue)], size: Size(width: 3, height: 3))
        for _ in 0..<200 {
            let pattern = Self.space.draw(.uniform, using: &random)
            let samples = SyntheticStroke(pattern, sigma: 0.1, using: &random).samples(every: 0.3, phase: random.unit())
            let atOnce = Self.draw(samples, on: &lock, step: 0, &events)
            let slowly = Self.draw(samples, on: &lock, step: 40_000, &events)
            #expect(atOnce.matches(slowly))
        }
    }

    /// The drawing read from samples `step` microseconds apart, with ticks between them.
    static func draw(
        _ samples: [Point], on lock: inout PatternLock, step: Int64, _ events: inout Events
    ) -> SecretSequence {
        var time: Int64 = 0
        lock.finger(.began, samples[0], &events)
        for position in samples.dropFirst() {
            time += step
            if step > 0 { lock.tick(at: Instant(microseconds: time), &events) }
            lock.finger(.moved, position, at: time, &events)
        }
        lock.finger(.ended, samples[samples.count - 1], at: time, &events)
        defer {
            lock.settle(passed: true, at: Instant(microseconds: time), &events)
            events.removeAll()
        }
        return lock.entry?.parts ?? SecretSequence()
    }

    @Test func `a finger that trembles between two dots connects neither`() {
        var random = SplitMix64(seed: 15)
        var samples = [Point(x: 0.5, y: 0.5), Point(x: 1, y: 0.75), Point(x: 1.3, y: 0.9)]
        for _ in 0..<200 {
            samples.append(Point(x: 1.3 + 0.05 * (random.unit() - 0.5), y: 0.9 + 0.05 * (random.unit() - 0.5)))
        }
        samples += [Point(x: 1.8, y: 1.15), Point(x: 2.5, y: 1.5)]
        #expect(Self.decode(samples) == [0, 5])
    }

    @Test func `a slow corner that no sample shows as one bend is still a turn`() {
        var samples = (0...50).map { Point(x: 0.5 + 0.03 * Double($0), y: 0.5) }
        // The corner at dot 2 cut by 0.36 pitch, in bends of 15 degrees.
        for step in 1...6 {
            let angle = 15 * Double(step)
            let last = samples[samples.count - 1]
            samples.append(last.offset(dx: 0.05 * Self.cosine(angle), dy: 0.05 * Self.cosine(90 - angle)))
        }
        let corner = samples[samples.count - 1]
        samples += (1...20).map { corner.offset(dx: 0.015 * Double($0), dy: 0.04 * Double($0)) }
        samples += (1...25).map { Point(x: 2.5, y: 1.5 + 0.04 * Double($0)) }
        #expect(Self.decode(samples, .swept) == [0, 1, 5, 8])
        #expect(Self.decode(samples) == [0, 1, 2, 5, 8])
    }

    /// Cosine by its series, because the tests of a pure target import no C library.
    static func cosine(_ degrees: Double) -> Double {
        let angle = degrees * .pi / 180
        var (term, sum) = (1.0, 1.0)
        for step in 1...8 {
            term *= -angle * angle / Double((2 * step - 1) * 2 * step)
            sum += term
        }
        return sum
    }
}
