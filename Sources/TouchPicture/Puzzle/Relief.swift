/// Light and shadow of a piece of card and of its hole, lit from the upper left.
///
/// Depends only on the outline, so it is the same wherever the piece was cut. Both have a white edge within a dark line,
/// nearly two pixels each: one of them stands out from any color, see ``Puzzle/contrast(with:)``.
struct Relief {
    private let coverage: Coverage
    /// The coverage of the box with ``margin`` around it, 0…256; the same blurred.
    private let room, far: [UInt16]
    /// The same, two and four pixels wider; how much of each pixel is not covered, two and four pixels wider.
    private let wide, wider, rest, wideRest: [UInt16]
    private let line: Int

    /// Room around the box for shadows, in pixels.
    private static let margin = 8
    /// Offset of a hole's shadow away from the light, in pixels.
    private static let fall = 3
    /// Width of the edge around a hole, in pixels.
    static let rim = 4
    private static let card = Pixel(0xf7f3ea)
    private static let shade = Pixel(0x17151f)

    init(of coverage: Coverage) {
        self.coverage = coverage
        room = coverage.padded(by: Self.margin)
        line = coverage.width + 2 * Self.margin
        wide = Self.widened(room, line)
        wider = Self.widened(wide, line)
        rest = Self.widened(room.map { 256 - $0 }, line)
        wideRest = Self.widened(rest, line)
        far = Self.softened(room, line, by: 3)
    }

    /// Makes the piece look cut out of card.
    func raise(_ piece: inout Raster) {
        piece.visit(coverage) { pixel, _, column, row in
            let here = index(column, row)
            pixel = pixel.mixed(with: .white, Self.crisp(wideRest[here])).mixed(
                with: Self.shade, Self.crisp(rest[here]))
        }
    }

    /// Draws a hole into the picture: card below it, the picture's shadow on the card, and the edge around.
    func sink(_ picture: inout Raster, at place: PuzzleCut.Place) {
        let rows = max(place.y - Self.rim, 0)..<min(place.y + coverage.height + Self.rim, picture.height)
        let columns = max(place.x - Self.rim, 0)..<min(place.x + coverage.width + Self.rim, picture.width)
        let width = picture.width
        picture.change { pixels in
            for row in rows {
                for column in columns {
                    let here = index(column - place.x, row - place.y)
                    guard wider[here] > 0 else { continue }
                    let shadow = 256 - Int(far[here - Self.fall * (line + 1)])
                    let pixel = pixels[row * width + column]
                    let hole = Self.card.mixed(with: Self.shade, min(shadow * 7 / 8, 216))
                    pixels[row * width + column] = pixel.mixed(with: Self.shade, Self.crisp(wider[here]))
                        .mixed(with: .white, Int(wide[here])).mixed(with: hole, Int(room[here]))
                }
            }
        }
    }

    private func index(_ column: Int, _ row: Int) -> Int { (row + Self.margin) * line + column + Self.margin }

    /// All of a pixel that is covered by half: a line two pixels wide would be pale otherwise.
    private static func crisp(_ part: UInt16) -> Int { min(2 * Int(part), 256) }

    /// Two pixels wider.
    private static func widened(_ room: [UInt16], _ line: Int) -> [UInt16] {
        grown(grown(room, line, withCorners: false), line, withCorners: true)
    }

    /// A pixel wider: the largest number around each.
    ///
    /// With corners every second time, circles stay nearly round.
    static func grown(_ room: [UInt16], _ line: Int, withCorners: Bool) -> [UInt16] {
        var (from, to) = (room, room)
        for (one, other) in withCorners ? [(1, 1), (line, line)] : [(1, line)] {
            largest(from.span, one, other, into: to.mutableSpan)
            swap(&from, &to)
        }
        return from
    }

    /// The largest of each number and those a step before and after it; the ends are left unchanged.
    private static func largest(
        _ numbers: Span<UInt16>, _ one: Int, _ other: Int, into largest: consuming MutableSpan<UInt16>
    ) {
        for place in other..<numbers.count - other {
            let beside = max(numbers[place &- one], numbers[place &+ one])
            largest[place] = max(numbers[place], beside, numbers[place &- other], numbers[place &+ other])
        }
    }

    /// The mean over a square around each number, applied twice; outside counts as zero.
    private static func softened(_ room: [UInt16], _ line: Int, by radius: Int) -> [UInt16] {
        var (from, to) = (room, [UInt16](repeating: 0, count: room.count))
        for step in [1, line, 1, line] {
            mean(from.span, step, radius, into: to.mutableSpan)
            swap(&from, &to)
        }
        return from
    }

    /// The moving mean of each number with as many before and after it, with a step; the ends are left unchanged.
    private static func mean(
        _ numbers: Span<UInt16>, _ step: Int, _ radius: Int, into means: consuming MutableSpan<UInt16>
    ) {
        let part = UInt32(65_536 / (2 * radius + 1) + 1)
        for place in radius * step..<numbers.count - radius * step {
            var sum: UInt32 = 0
            for near in -radius...radius { sum &+= UInt32(numbers[place &+ near &* step]) }
            means[place] = UInt16(truncatingIfNeeded: (sum &* part) &>> 16)
        }
    }
}
