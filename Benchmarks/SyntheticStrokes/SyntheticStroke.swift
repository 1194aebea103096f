package import SeededNumbers
package import TouchCore

/// A finger's way through the dots of a pattern on 3 × 3, and the samples a panel takes of it.
///
/// Each dot is aimed at with a normal error on both axes; corners are rounded by a quadratic Bézier curve that begins
/// and ends 0.15 pitch from the corner; the finger goes at constant speed and is sampled where it lands, where it lifts
/// and every `spacing` between, beginning anywhere. Lengths are parts of the pitch; the first dot is at (0.5, 0.5).
package struct SyntheticStroke: Sendable {
    /// Where a corner's curve begins and ends.
    package static let rounding = 0.15
    private static let curvePieces = 8

    private let way: [Point]

    /// Draws one way.
    ///
    /// - Parameters:
    ///   - pattern: its dots.
    ///   - sigma: standard deviation of the aim, per axis.
    ///   - random: where the error comes from; not asked if `sigma` is 0.
    package init(_ pattern: [UInt8], sigma: Double, using random: inout SplitMix64) {
        var aims: [Point] = []
        for dot in pattern {
            let (across, down) = sigma > 0 ? random.normal() : (0, 0)
            let (column, row) = (Double(dot % 3) + 0.5, Double(dot / 3) + 0.5)
            aims.append(Point(x: column + sigma * across, y: row + sigma * down))
        }
        way = Self.rounded(aims)
    }

    /// The samples.
    ///
    /// - Parameters:
    ///   - spacing: way between two samples; more than 0.
    ///   - phase: way from landing to the first sample after it, as a part of `spacing`.
    package func samples(every spacing: Double, phase: Double) -> [Point] {
        var samples = [way[0]]
        var next = phase > 0 ? phase * spacing : spacing
        var done = 0.0
        for (start, end) in zip(way, way.dropFirst()) {
            let length = start.distance(to: end)
            while next < done + length {
                samples.append(Self.between(start, end, (next - done) / length))
                next += spacing
            }
            done += length
        }
        samples.append(way[way.count - 1])
        return samples
    }

    private static func rounded(_ aims: [Point]) -> [Point] {
        var way = [aims[0]]
        for place in 1..<aims.count - 1 {
            let corner = aims[place]
            let start = leg(from: corner, toward: aims[place - 1])
            let end = leg(from: corner, toward: aims[place + 1])
            for piece in 0...curvePieces {
                let part = Double(piece) / Double(curvePieces)
                way.append(between(between(start, corner, part), between(corner, end, part), part))
            }
        }
        way.append(aims[aims.count - 1])
        return way
    }

    /// The place on a leg where its corner's curve begins, at most half way.
    private static func leg(from corner: Point, toward other: Point) -> Point {
        let length = corner.distance(to: other)
        return between(corner, other, length > 2 * rounding ? rounding / length : 0.5)
    }

    private static func between(_ start: Point, _ end: Point, _ part: Double) -> Point {
        start.offset(dx: (end.x - start.x) * part, dy: (end.y - start.y) * part)
    }
}
