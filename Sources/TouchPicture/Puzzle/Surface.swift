/// What is done to the surface of a piece and of its gaps: light and shadow along the edge, and a rim of noise.
///
/// With the rim, whether a line goes on beyond it cannot be seen at its edge. All of this depends on the shape alone, so
/// it is computed once for the piece and all gaps.
struct Surface {
    /// Eight pixels of a row, of which the shape covers some.
    struct Strip {
        /// How much of each is covered, 0…256.
        let part: Octet.Lanes
        /// How much of each the rim hides, 0…256.
        let hidden: Octet.Lanes
        /// The light on each if the shape stands out; what lies deeper has as much shadow there.
        let light: Octet.Lanes
        /// Whether the rim hides something of one.
        let hasRim: Bool
        /// The place of the first one in the box of the shape; the others may lie beyond its right side.
        let column, row: Int16

        /// - Parameters:
        ///   - part: how much of each is covered.
        ///   - hidden: how much of each the rim hides if it is covered at all.
        ///   - slope: the light on each, times 256.
        ///   - column: where the first one is.
        ///   - row: where they are.
        fileprivate init(part: Octet.Lanes, hidden: Octet.Lanes, slope: Octet.Lanes, column: Int16, row: Int16) {
            self.part = part
            (self.column, self.row) = (column, row)
            // Rounded towards nothing.
            light = (slope &+ ((slope &>> 15) & 255)) &>> 8
            self.hidden = hidden & Self.covered(part)
            hasRim = self.hidden.wrappedSum() != 0
        }

        /// All bits for each of which something is covered.
        @inline(__always)
        var inside: Octet.Lanes { Self.covered(part) }

        @inline(__always)
        private static func covered(_ part: Octet.Lanes) -> Octet.Lanes { (0 &- part) &>> 15 }

        /// The index of the first one in a picture.
        ///
        /// - Parameters:
        ///   - corner: the index of the upper left corner of the box.
        ///   - width: of the picture.
        @inline(__always)
        func index(from corner: Int, inPictureOf width: Int) -> Int { corner + Int(row) * width + Int(column) }
    }

    /// On which side of the picture a surface lies, seen by who looks at it.
    enum Side: Int16 {
        /// Lit at the upper left and shaded at the lower right, as if it lay on the picture.
        case above = 1
        /// The other way.
        case below = -1
    }

    /// All pixels that are covered, row by row, each once.
    let strips: [Strip]
    /// How many pixels are covered.
    let count: Int
    /// What the noise of the rim is around.
    private let colour: Octet
    /// Which pixels the rim hides, counted from the first one of the first strip.
    private let rim: [Int32]
    /// The noise of the rim, for each pixel of each strip.
    private var noise: [Int16]

    /// Width of the lit and the shaded edge, in pixels.
    private static let edge = 3
    /// How much light and shadow add and take away.
    private static let strength: Int16 = 84

    /// - Parameters:
    ///   - coverage: the shape, in its box.
    ///   - width: of the rim, in pixels; zero: there is none.
    ///   - colour: what the noise of the rim is around.
    init(of coverage: Coverage, rim width: Int, around colour: Pixel) {
        // With room around it, for the last strip of a row and so that every pixel has one so far above and below.
        let margin = Octet.count
        let line = coverage.width + 2 * margin
        let (room, edge) = (coverage.padded(by: margin), Self.edge * line + Self.edge)
        let core = width > 0 ? coverage.shrunk(by: width).padded(by: margin) : room
        var (strips, rim, count): ([Strip], [Int32], Int) = ([], [], 0)
        strips.reserveCapacity(coverage.height * (coverage.width / Octet.count + 1))
        for row in 0..<coverage.height {
            let start = (row + margin) * line + margin
            var column = 0
            while column < coverage.width {
                let index = start + column
                guard room[index] > 0 else {
                    column += 1
                    continue
                }
                let part = Self.lanes(room, index)
                let slope = Self.lanes(room, index + edge) &- Self.lanes(room, index - edge)
                let strip = Strip(
                    part: part, hidden: width > 0 ? 256 &- Self.lanes(core, index) : .zero,
                    slope: slope &* Self.strength, column: Int16(column), row: Int16(row))
                if strip.hasRim {
                    let first = strips.count * Octet.count
                    for lane in 0..<Octet.count where strip.hidden[lane] > 0 { rim.append(Int32(first + lane)) }
                }
                strips.append(strip)
                count -= Int(strip.inside.wrappedSum())
                column += Octet.count
            }
        }
        (self.strips, self.rim, self.count) = (strips, rim, count)
        self.colour = Octet(colour)
        noise = [Int16](repeating: 0, count: rim.isEmpty ? 0 : strips.count * Octet.count)
    }

    private static func lanes(_ parts: [UInt16], _ index: Int) -> Octet.Lanes {
        unsafe parts.span.bytes.unsafeLoadUnaligned(fromByteOffset: 2 * index, as: Octet.Lanes.self)
    }

    /// Draws other noise for the rim.
    mutating func renew(_ generator: inout SeededGenerator) {
        let rim = rim
        var noise = noise.mutableSpan
        generator.bytes(for: rim) { place, byte in noise[Int(place)] = (Int16(byte) &- 128) / 2 }
    }

    /// What pixels look like as those of a strip.
    @inline(__always)
    func worked(_ pixels: Octet, _ index: Int, _ side: Side) -> Octet {
        let strip = strips[index]
        var pixels = pixels
        if strip.hasRim {
            let light = unsafe noise.span.bytes.unsafeLoadUnaligned(
                fromByteOffset: 2 * Octet.count * index, as: Octet.Lanes.self)
            pixels = pixels.mixed(with: colour.lighter(by: light), strip.hidden)
        }
        return pixels.lighter(by: strip.light &* side.rawValue)
    }
}
