internal import TouchCore

extension Painter {
    /// Sky above, sky below, walls from the farthest row to the nearest, window lit, window dark.
    private static let moods: [[UInt32]] = [
        [0x1b1b3a, 0x693668, 0x4b4272, 0x35305c, 0x211f42, 0xffd166, 0x151430],
        [0x9ad1d4, 0xffe8c2, 0xd99a6c, 0xb5654a, 0x7d3f3a, 0xfff3d0, 0x4a2c33],
        [0xf9b384, 0xfde2c8, 0x9a8c98, 0x6c6b83, 0x4a4e69, 0xffe8a3, 0x22223b],
        [0x8ecae6, 0xdff3fa, 0x8fb996, 0x588b8b, 0x2f4858, 0xfdfcdc, 0x1d2b33],
    ]

    /// Rows of houses behind each other, each with its own windows.
    mutating func town() {
        let mood = colors(of: Self.moods)
        paint(mood[0])
        sky(mood)
        for row in 0..<3 {
            let base = size.height * [30, 52, 78][row] / 100
            houses(base, row, mood)
        }
    }

    private mutating func sky(_ mood: [Pixel]) {
        sky(14, each: 20, mood[0], mood[1])
        let center = Point(
            x: Double(generator.below(size.width)), y: Double(size.height) * generator.real(0.08...0.2))
        for ring in 0..<4 {
            disc(center, Double(46 - 10 * ring), mood[1].lighter(by: 14 * ring))
        }
        for _ in 0..<size.width / 6 {
            let (x, y) = (generator.below(size.width), generator.below(size.height / 2))
            if mood[0].luma < 90 {
                box(x, y, generator.within(1...2), generator.within(1...2), mood[5])
            } else if generator.once(in: 3) {
                let wide = Double(generator.within(10...34))
                ellipse(
                    Point(x: Double(x), y: Double(y)), wide, Double(generator.within(2...5)),
                    Pixel(red: 255, green: 255, blue: 255, alpha: 130))
            }
        }
    }

    private mutating func houses(_ base: Int, _ row: Int, _ mood: [Pixel]) {
        var x = -generator.below(30)
        while x < size.width {
            let wide = generator.within(22...52)
            let top = base - generator.below(size.height * 24 / 100)
            let wall = mood[2 + row].lighter(by: generator.within(-20...20))
                .mixed(with: mood[generator.within(2...4)], generator.below(80))
            roof(x, top, wide, wall)
            box(x, top, wide, size.height - top, wall)
            box(x, top, 2, size.height - top, wall.lighter(by: 26))
            box(x + wide - 2, top, 2, size.height - top, wall.lighter(by: -26))
            windows(x, top, wide, mood)
            x += wide + (generator.once(in: 3) ? generator.below(5) : 0)
        }
    }

    private mutating func windows(_ x: Int, _ top: Int, _ wide: Int, _ mood: [Pixel]) {
        let (across, down) = (generator.within(7...11), generator.within(9...14))
        let (glass, high) = (across - generator.within(3...4), down - generator.within(4...6))
        let columns = (wide - 6) / across
        let inset = (wide - columns * across + across - glass) / 2
        let lit = generator.within(2...4)
        for y in stride(from: top + 5, to: size.height, by: down) {
            for column in 0..<columns {
                let color = generator.once(in: lit) ? mood[5].lighter(by: generator.within(-40...0)) : mood[6]
                let left = x + inset + column * across
                box(left, y, glass, high, color)
                if high > 6 { box(left, y + high / 2, glass, 1, mood[6].lighter(by: 40)) }
            }
        }
    }

    private mutating func roof(_ x: Int, _ top: Int, _ wide: Int, _ wall: Pixel) {
        let (left, foot, width) = (Double(x), Double(top), Double(wide))
        let tiles = wall.lighter(by: -36)
        switch generator.below(4) {
        case 0:
            let peak = foot - width * 0.4
            fill(
                [
                    Point(x: left - 2, y: foot), Point(x: left + width / 2, y: peak),
                    Point(x: left + width + 2, y: foot),
                ], tiles)
        case 1:
            box(x + wide / 3, top - 12, 2, 12, tiles)
            box(x + wide / 3 - 4, top - 9, 10, 1, tiles)
            box(x + wide / 2, top - 6, wide / 4, 6, tiles)
        case 2:
            disc(Point(x: left + width / 2, y: foot), width / 3, tiles)
        default:
            for tooth in 0..<4 { box(x + tooth * wide / 4, top - 4, wide / 8, 4, tiles) }
        }
    }
}
