package import TouchCore

/// A Catmull-Rom spline through the samples of a stroke (Catmull, Rom: A class of local interpolating splines, 1974),
/// uniform, as more samples: what a decoder sees if sparse steps are curved before they are swept.
package enum Spline {
    /// Steps longer than this are curved, as a part of the pitch.
    package static let sparse = 0.35
    /// Curved steps are cut into pieces of about this length, as a part of the pitch.
    package static let piece = 0.10

    /// The samples, and more of them where they are sparse; the end points count twice.
    package static func fill(_ samples: [Point]) -> [Point] {
        var filled = [samples[0]]
        for place in 1..<samples.count {
            let (start, end) = (samples[place - 1], samples[place])
            let length = start.distance(to: end)
            if length > sparse {
                let (before, after) = (samples[max(place - 2, 0)], samples[min(place + 1, samples.count - 1)])
                let pieces = Int((length / piece).rounded())
                for piece in 1..<pieces {
                    filled.append(between(before, start, end, after, Double(piece) / Double(pieces)))
                }
            }
            filled.append(end)
        }
        return filled
    }

    private static func between(_ before: Point, _ start: Point, _ end: Point, _ after: Point, _ part: Double) -> Point
    {
        let (square, cube) = (part * part, part * part * part)
        let (atStart, atEnd) = (2 * cube - 3 * square + 1, 3 * square - 2 * cube)
        let (fromStart, intoEnd) = ((cube - 2 * square + part) / 2, (cube - square) / 2)
        func axis(_ value: (Point) -> Double) -> Double {
            atStart * value(start) + atEnd * value(end) + fromStart * (value(end) - value(before))
                + intoEnd * (value(after) - value(start))
        }
        return Point(x: axis(\.x), y: axis(\.y))
    }
}
