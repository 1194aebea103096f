/// What is done to the surface of a piece and of its gaps: light and shadow along the edge, and a rim of noise.
///
/// With the rim, whether a line goes on beyond it cannot be seen at its edge. All of this depends on the shape alone, so
/// it is computed once for the piece and all gaps.
struct Surface {
    /// One pixel that the shape covers, at least in part.
    struct Spot {
        /// Its place in the box of the shape.
        let column, row: Int16
        /// How much of it is covered, 1…256.
        let part: Int16
        /// How much of it the rim hides, 0…256.
        let hidden: Int16
        /// The light on it if the shape stands out; what lies deeper has as much shadow there.
        let light: Int16
    }

    /// On which side of the picture a surface lies, seen by who looks at it.
    enum Side: Int16 {
        /// Lit at the upper left and shaded at the lower right, as if it lay on the picture.
        case above = 1
        /// The other way.
        case below = -1
    }

    /// The pixels that are covered, row by row.
    let spots: [Spot]
    /// What the rim shows, for each byte of a random generator.
    private let noise: [Channels]

    /// Width of the lit and the shaded edge, in pixels.
    private static let edge = 3
    /// How much light and shadow add and take away.
    private static let strength = 84

    /// - Parameters:
    ///   - coverage: the shape, in its box.
    ///   - rim: width of the rim, in pixels; zero: there is none.
    ///   - colour: what the noise of the rim is around.
    init(of coverage: Coverage, rim: Int, around colour: Pixel) {
        let core = rim > 0 ? coverage.shrunk(by: rim).parts : coverage.parts
        // With room around it, so that every pixel has one so far above and below.
        let line = coverage.width + 2 * Self.edge
        let room = coverage.padded(by: Self.edge)
        var spots: [Spot] = []
        spots.reserveCapacity(coverage.parts.count { $0 > 0 })
        for row in 0..<coverage.height {
            for column in 0..<coverage.width {
                let index = row * coverage.width + column
                let part = coverage.parts[index]
                guard part > 0 else { continue }
                let above = Int(room[row * line + column])
                let below = Int(room[(row + 2 * Self.edge) * line + column + 2 * Self.edge])
                spots.append(
                    Spot(
                        column: Int16(column), row: Int16(row), part: Int16(part),
                        hidden: rim > 0 ? 256 - Int16(core[index]) : 0,
                        light: Int16((below - above) * Self.strength / 256)))
            }
        }
        self.spots = spots
        noise = (-128..<128).map { Channels(colour).lighter(by: $0 / 2) }
    }

    /// What a pixel of it looks like.
    @inline(__always)
    func worked(_ pixel: Channels, _ spot: Spot, _ side: Side, _ generator: inout SeededGenerator) -> Channels {
        var pixel = pixel
        if spot.hidden > 0 { pixel = pixel.mixed(with: noise[Int(generator.byte())], spot.hidden) }
        return pixel.lighter(by: spot.light &* side.rawValue)
    }
}
