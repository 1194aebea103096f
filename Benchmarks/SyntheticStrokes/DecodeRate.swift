import SeededNumbers
package import TouchModels
private import TouchCore

/// What became of many synthetic strokes.
package struct DecodeRate: Hashable, Sendable {
    /// One kind of strokes.
    package struct Cell: Hashable, Sendable {
        /// Which patterns.
        package let population: PatternSpace.Population
        /// Standard deviation of the aim per axis, as a part of the pitch.
        package let sigma: Double
        /// Way between two samples, as a part of the pitch.
        package let spacing: Double

        /// Names a kind of strokes.
        package init(_ population: PatternSpace.Population, sigma: Double, spacing: Double) {
            self.population = population
            self.sigma = sigma
            self.spacing = spacing
        }
    }

    /// One way of decoding.
    package struct Method: Sendable {
        /// The rule.
        package let rule: StrokeDecoder.Rule
        /// Whether sparse steps are curved first.
        package let curved: Bool
        /// The numbers of the rule `turn`.
        package let tuning: StrokeTuning

        /// Names a way of decoding.
        package init(_ rule: StrokeDecoder.Rule, curved: Bool = false, tuning: StrokeTuning = StrokeTuning()) {
            self.rule = rule
            self.curved = curved
            self.tuning = tuning
        }

        fileprivate var decoder: StrokeDecoder {
            let grid = PatternGrid(rows: 3, columns: 3, size: Size(width: 3, height: 3))
            return StrokeDecoder(
                grid: grid, hitRadius: PatternLock.defaultHitRadius * grid.pitch, rule: rule, tuning: tuning)
        }
    }

    /// How many strokes.
    package private(set) var strokes = 0
    /// How many decoded to exactly the pattern meant.
    package private(set) var right = 0
    /// How many were refused as too sparse.
    package private(set) var refused = 0
    /// How many decoded to something else.
    package var wrong: Int { strokes - right - refused }

    /// Makes an empty count.
    package init() {}

    /// A part of the strokes in percent.
    package func percent(_ part: Int) -> Double { 100 * Double(part) / Double(strokes) }

    /// Draws strokes of one kind and decodes each with every method.
    ///
    /// - Parameters:
    ///   - cell: the kind.
    ///   - methods: the methods.
    ///   - strokes: how many.
    ///   - space: the patterns.
    ///   - seed: the same seed draws the same strokes.
    /// - Returns: one count a method.
    package static func measure(
        _ cell: Cell, _ methods: [Method], strokes: Int, of space: PatternSpace, seed: UInt64
    ) -> [DecodeRate] {
        var random = SplitMix64(seed: seed)
        let decoders = methods.map(\.decoder)
        var rates = methods.map { _ in DecodeRate() }
        for _ in 0..<strokes {
            let pattern = space.draw(cell.population, using: &random)
            let stroke = SyntheticStroke(pattern, sigma: cell.sigma, using: &random)
            let samples = stroke.samples(every: cell.spacing, phase: random.unit())
            let curved = methods.contains(where: \.curved) ? Spline.fill(samples) : []
            for place in methods.indices {
                rates[place].count(pattern, decoders[place], methods[place].curved ? curved : samples)
            }
        }
        return rates
    }

    /// Draws every pattern once, without noise, and decodes it by the rule `turn`.
    ///
    /// - Parameters:
    ///   - spacing: way between two samples, as a part of the pitch.
    ///   - space: the patterns.
    ///   - seed: of the way from landing to the first sample.
    package static func exhaust(spacing: Double, of space: PatternSpace, seed: UInt64) -> DecodeRate {
        var random = SplitMix64(seed: seed)
        let decoder = Method(.turn).decoder
        var rate = DecodeRate()
        for pattern in space.all {
            let stroke = SyntheticStroke(pattern, sigma: 0, using: &random)
            rate.count(pattern, decoder, stroke.samples(every: spacing, phase: random.unit()))
        }
        return rate
    }

    private mutating func count(_ pattern: [UInt8], _ decoder: StrokeDecoder, _ samples: [Point]) {
        var dots = SecretSequence()
        var stroke = decoder.begin(at: samples[0], &dots)
        for sample in samples.dropFirst() { decoder.move(&stroke, to: sample, &dots) }
        decoder.end(stroke, &dots)
        strokes += 1
        if stroke.isTooSparse {
            refused += 1
        } else if dots.count == pattern.count, pattern.indices.allSatisfy({ dots[$0] == Int(pattern[$0]) }) {
            right += 1
        }
    }
}
