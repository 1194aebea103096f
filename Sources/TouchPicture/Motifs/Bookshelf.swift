internal import TouchCore

extension Painter {
    private static let covers: [[UInt32]] = [
        [0x7b2d26, 0x0b3954, 0xbfd7ea, 0xe0a458, 0x415d43, 0xf1e3d3, 0x8d6a9f, 0xc8553d, 0x2d3047],
        [0x355834, 0x6e2594, 0xecd444, 0x808080, 0xf2f3ae, 0xd58936, 0xa44200, 0x3c1518, 0x1e91d6],
        [0x1d3557, 0x457b9d, 0xa8dadc, 0xf1faee, 0xe63946, 0xffb703, 0x6a994e, 0x773344, 0xb8b8d1],
    ]

    /// Shelves full of books of all colors and heights.
    mutating func bookshelf() {
        let colors = colors(of: Self.covers)
        let wood = Pixel(generator.pick([0x8a5a33, 0x5d3a21, 0xa9825a]))
        paint(wood.mixed(with: .black, 170))
        let pitch = generator.within(68...84)
        var floor = generator.within(40...pitch)
        while floor - pitch < size.height {
            row(floor, pitch, colors)
            board(floor, wood)
            floor += pitch
        }
    }

    private mutating func board(_ y: Int, _ wood: Pixel) {
        box(0, y, size.width, 7, wood)
        box(0, y, size.width, 1, wood.lighter(by: 40))
        box(0, y + 7, size.width, 2, wood.mixed(with: .black, 150))
        for _ in 0..<size.width / 12 {
            box(
                generator.below(size.width), y + generator.within(1...6), generator.within(6...28), 1,
                wood.lighter(by: generator.within(-28 ... -8)))
        }
    }

    private mutating func row(_ floor: Int, _ pitch: Int, _ colors: [Pixel]) {
        var x = -generator.below(12)
        while x < size.width {
            let wide = generator.within(8...21)
            let high = pitch - 9 - generator.within(2...20)
            let color = generator.pick(colors).lighter(by: generator.within(-16...16))
            if generator.once(in: 11) {
                leaning(x, floor, wide, high, color)
                x += wide + 12
            } else {
                book(x, floor, wide, high, color, colors)
                x += wide + (generator.once(in: 6) ? 2 : 0)
            }
        }
    }

    private mutating func book(
        _ x: Int, _ floor: Int, _ wide: Int, _ high: Int, _ color: Pixel, _ colors: [Pixel]
    ) {
        let top = floor - high
        box(x, top, wide, high, color)
        box(x, top, 1, high, color.lighter(by: -45))
        box(x + wide - 1, top, 1, high, color.lighter(by: -65))
        box(x + 2, top, max(wide / 4, 1), high, color.lighter(by: 22))
        let ink = color.luma > 120 ? color.mixed(with: .black, 150) : color.mixed(with: .white, 170)
        let band = generator.pick(colors)
        switch generator.below(4) {
        case 0:
            for offset in [6, 10, high - 12, high - 8] { box(x + 1, top + offset, wide - 2, 2, ink) }
        case 1:
            box(x + 1, top + high / 5, wide - 2, high / 5, band)
            box(x + 3, top + high / 5 + 3, max(wide - 6, 1), 1, ink)
        case 2:
            box(x + wide / 2 - 1, top + 8, 2, high - 16, ink)
            disc(Point(x: Double(x) + Double(wide) / 2, y: Double(floor) - 8), Double(wide) / 4, ink)
        default:
            for letter in stride(from: 8, to: high - 10, by: 4) where !generator.once(in: 4) {
                box(x + wide / 3, top + letter, max(wide / 3, 2), 2, ink)
            }
        }
    }

    private mutating func leaning(_ x: Int, _ floor: Int, _ wide: Int, _ high: Int, _ color: Pixel) {
        let (left, foot, width, height) = (Double(x), Double(floor), Double(wide), Double(high))
        let lean = 11.0
        fill(
            [
                Point(x: left, y: foot), Point(x: left + width, y: foot - 2),
                Point(x: left + width + lean, y: foot - height), Point(x: left + lean, y: foot - height + 2),
            ], color)
        let ink = color.luma > 120 ? color.mixed(with: .black, 150) : color.mixed(with: .white, 170)
        for part in [0.15, 0.2, 0.8] {
            let y = foot - height * part
            line(
                Point(x: left + lean * part + 1, y: y), Point(x: left + width + lean * part - 1, y: y - 2), width: 2,
                ink)
        }
    }
}
