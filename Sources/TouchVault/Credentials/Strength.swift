internal import TouchCore

/// How strong a pattern looks, after Song, Cho, Oh, Kim, Kim and Lee (2015) as Golla and others (2019) computed it.
///
/// Meters of this kind predict real guessability poorly, so this one rejects nothing; the ``Blocklist`` does. Of three
/// published meters, only this one rates the eight most common patterns weak.
package enum Strength: String, Hashable, Sendable, CaseIterable {
    /// Up to 0.40 of the way from the weakest to the strongest pattern.
    case weak
    /// Up to 0.56 of the way.
    case medium
    /// Above.
    case strong

    /// The strength of a pattern on 3 × 3 dots; nil on other grids and for PINs, for which there is no fitted formula.
    package init?(_ pattern: Secret) {
        guard pattern.kind == .pattern, pattern.rows == 3, pattern.columns == 3 else { return nil }
        var dots = pattern.parts
        defer { Sodium.wipe(&dots) }
        let part = (Self.score(of: dots) - Self.lowest) / (Self.highest - Self.lowest)
        self = part <= 0.40 ? .weak : part <= 0.56 ? .medium : .strong
    }

    /// The lowest and the highest score of all patterns of four dots and more.
    private static let (lowest, highest) = (0.1753, 0.990)

    /// 0.81 · M/15 + 0.04 · N + 0.15 · min(X, 5)/5.
    ///
    /// M is the length, where a segment is as long as the longer of its two sides; N the number of different pairs of
    /// sides, as a fraction of all segments; X the number of pairs of segments that cross, not counting ends that
    /// touch.
    static func score(of dots: [Int]) -> Double {
        let places = dots.map { Place(x: $0 % 3, y: $0 / 3) }
        let segments = zip(places, places.dropFirst()).map { Segment(start: $0, end: $1) }
        guard !segments.isEmpty else { return 0 }
        let length = segments.map(\.length).reduce(0, +)
        let directions = Set(segments.map(\.direction)).count
        var crossings = 0
        for first in segments.indices {
            for second in segments.indices.dropFirst(first + 2) where segments[first].crosses(segments[second]) {
                crossings += 1
            }
        }
        return 0.81 * Double(length) / 15 + 0.04 * Double(directions) / Double(segments.count)
            + 0.15 * Double(min(crossings, 5)) / 5
    }

    private struct Place: Hashable {
        let x: Int
        let y: Int
    }

    private struct Segment {
        let start: Place
        let end: Place

        /// The longer of its two sides.
        var length: Int { max(abs(end.x - start.x), abs(end.y - start.y)) }

        /// The lengths of its sides: the same for all segments that are as long and as steep, whichever way they go.
        var direction: Place { Place(x: abs(end.x - start.x), y: abs(end.y - start.y)) }

        /// Whether the two cross at a point that is not an end of either.
        func crosses(_ other: Segment) -> Bool {
            side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
        }

        /// The side of the line that a point lies on: -1, 0 or 1.
        private func side(of place: Place) -> Int {
            ((end.x - start.x) * (place.y - start.y) - (end.y - start.y) * (place.x - start.x)).signum()
        }
    }
}
