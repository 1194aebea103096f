/// Light and shadow of a piece of card and of its hole, lit from the upper left.
///
/// Depends only on the outline, so it is the same wherever the piece was cut.
struct Relief {
    private let coverage: Coverage
    /// The coverage of the box with ``margin`` around it, 0…256; the same blurred slightly and strongly.
    private let room, near, far: [UInt16]
    private let line: Int

    /// Room around the box for shadows, in pixels.
    private static let margin = 8
    /// Offset of a hole's shadow away from the light, in pixels.
    private static let fall = 3
    /// Width of the light edge around a hole, in pixels.
    static let rim = 4
    private static let card = Pixel(0xf7f3ea)
    private static let shade = Pixel(0x17151f)

    init(of coverage: Coverage) {
        self.coverage = coverage
        room = coverage.padded(by: Self.margin)
        line = coverage.width + 2 * Self.margin
        near = Self.softened(Self.softened(room, line, by: 1), line, by: 1)
        far = Self.softened(room, line, by: 3)
    }

    /// Makes the piece look cut out of card: a white edge within a thin dark line.
    func raise(_ piece: inout Raster) {
        piece.visit(coverage, 0, 0) { pixel, _, column, row in
            let here = index(column, row)
            let edge = 256 - Int(near[here])
            guard edge > 0 else { return }
            let away = Int(near[here - line - 1]) - Int(near[here + line + 1]) - 60
            let line = max(edge - 72, away / 2) * 4
            pixel = pixel.mixed(with: .white, min(edge * 8, 256)).mixed(with: Self.shade, max(min(line, 150), 0))
        }
    }

    /// Draws a hole into the picture: card below it, the picture's shadow on the card, and a light edge around.
    func sink(_ picture: inout Raster, at place: PuzzleCut.Place) {
        let rows = max(place.y - Self.rim, 0)..<min(place.y + coverage.height + Self.rim, picture.height)
        let columns = max(place.x - Self.rim, 0)..<min(place.x + coverage.width + Self.rim, picture.width)
        let width = picture.width
        picture.change { pixels in
            for row in rows {
                for column in columns {
                    let here = index(column - place.x, row - place.y)
                    guard near[here] > 0 else { continue }
                    let shadow = 256 - Int(far[here - Self.fall * (line + 1)])
                    let pixel = pixels[row * width + column]
                    let hole = Self.card.mixed(with: Self.shade, min(shadow * 7 / 8, 216))
                    pixels[row * width + column] = pixel.mixed(with: .white, min(Int(near[here]) * 2, 210))
                        .mixed(with: hole, Int(room[here]))
                }
            }
        }
    }

    private func index(_ column: Int, _ row: Int) -> Int { (row + Self.margin) * line + column + Self.margin }

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
