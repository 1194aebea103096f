private import Glibc
internal import SeededNumbers

/// The sigma-lognormal model of rapid movements (Plamondon 1995; O'Reilly and Plamondon 2009).
///
/// A movement is a sum of strokes; the speed of each is a lognormal function of time, and its direction turns from one
/// angle to another meanwhile.
struct SigmaLognormal {
    private struct Stroke {
        let start: Double
        let length: Double
        let mu: Double
        let sigma: Double
        let from: Double
        let to: Double

        /// The velocity, in units of the length per second.
        func velocity(at time: Double) -> (x: Double, y: Double) {
            let since = time - start
            guard since > 0 else { return (0, 0) }
            let far = (log(since) - mu) / sigma
            let speed = length * exp(-far * far / 2) / (sigma * (2 * Double.pi).squareRoot() * since)
            let angle = from + (to - from) / 2 * (1 + erf(far / 2.0.squareRoot()))
            return (speed * cos(angle), speed * sin(angle))
        }

        /// When all but a thousandth of it is done.
        var end: Double { start + exp(mu + 3.1 * sigma) }
    }

    /// Time between two computed places, in seconds.
    private static let step = 0.001

    private let places: [(x: Double, y: Double)]

    /// Draws a movement of two to four strokes.
    init(using random: inout SplitMix64) {
        let (distance, degrees) = random.way()
        let direction = degrees * Double.pi / 180
        var (strokes, left, start): ([Stroke], Double, Double) = ([], 1, random.number(in: 0...0.2))
        let count = 2 + random.below(3)
        for number in 0..<count {
            let length = number == count - 1 ? left : left * random.number(in: 0.8...1.05)
            // A correction goes back where the stroke before went too far.
            let heading = direction + (length < 0 ? Double.pi : 0)
            strokes.append(
                Stroke(
                    start: start, length: distance * abs(length), mu: random.number(in: -1.9 ... -0.9),
                    sigma: random.number(in: 0.15...0.4), from: heading + 0.2 * random.normal().0,
                    to: heading + 0.2 * random.normal().0))
            left -= length
            start += random.number(in: 0.1...0.35)
        }
        let end = strokes.map(\.end).reduce(0, max) + random.number(in: 0.02...0.3)
        var (places, place): ([(x: Double, y: Double)], (x: Double, y: Double)) = ([(0, 0)], (0, 0))
        for number in 0..<Int(end / Self.step) {
            for stroke in strokes {
                let velocity = stroke.velocity(at: (Double(number) + 0.5) * Self.step)
                place.x += velocity.x * Self.step
                place.y += velocity.y * Self.step
            }
            places.append(place)
        }
        self.places = places
    }

    var drag: SyntheticDrag {
        let places = places
        return SyntheticDrag(duration: Int64(Double(places.count - 1) * Self.step * 1_000_000)) { time in
            let position = time / 1_000_000 / Self.step
            let low = min(Int(position), places.count - 1)
            let high = min(low + 1, places.count - 1)
            let part = position - Double(low)
            return (
                places[low].x + (places[high].x - places[low].x) * part,
                places[low].y + (places[high].y - places[low].y) * part
            )
        }
    }
}
