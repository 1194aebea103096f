/// The timing curve of CSS `cubic-bezier(x1, y1, x2, y2)`: from (0, 0) to (1, 1), with two control points.
///
/// Source: CSS Easing Functions Level 1, section 2.2. The first coordinate is time, the second the progress.
struct CubicBezier: Hashable, Sendable {
    /// The coordinates of the control points, in the order of CSS.
    let x1: Double, y1: Double, x2: Double, y2: Double

    /// Starts fast and comes to rest softly: half way after 8 % of the time, 99 % after 67 %.
    static let fling = CubicBezier(x1: 0.1, y1: 0.9, x2: 0.2, y2: 1.0)

    /// Makes a curve; all four numbers in 0…1, so that it never runs backward.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        precondition(
            [x1, y1, x2, y2].allSatisfy { (0...1).contains($0) }, "the points of a curve lie in the unit square")
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    /// The progress at a fraction of the time; exactly 0 at 0 and 1 at 1; other times are clamped.
    func value(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        return min(max(Self.coordinate(y1, y2, parameter(at: time)), 0), 1)
    }

    /// The curve's parameter at the time `time`: Newton's method within a shrinking bracket.
    private func parameter(at time: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        var guess = time
        for _ in 0..<64 {
            let error = Self.coordinate(x1, x2, guess) - time
            if abs(error) <= 1e-14 { break }
            if error > 0 { high = guess } else { low = guess }
            let slope = Self.slope(x1, x2, guess)
            let next = guess - error / slope
            guess = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
        }
        return guess
    }

    private static func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }

    private static func slope(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second)
    }
}
