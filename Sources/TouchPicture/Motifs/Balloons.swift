internal import TouchCore

extension Painter {
    /// Sky above, sky below, hills from the farthest to the nearest.
    private static let moods: [[UInt32]] = [
        [0x4f9fd0, 0xd9eff7, 0xa9c9b4, 0x6fa287, 0x3d7460],
        [0xf2a07b, 0xfde9c9, 0xc39a8e, 0x94687a, 0x5b4463],
        [0x6c8fc7, 0xf6d5c5, 0xaebd93, 0x7d9a62, 0x4b7043],
    ]

    /// Hot-air balloons of all colors over hills with trees.
    mutating func balloons() {
        let mood = colors(of: Self.moods)
        let cloth = colors(of: Self.cloth)
        sky(12, each: 12, mood[0], mood[1])
        for _ in 0..<size.width / 40 { cloud() }
        for layer in 0..<3 { hill(layer, mood[2 + layer]) }
        // Distant ones are small and lie behind close ones.
        for (pitch, radius) in [(100, 10.0...14.0), (80, 19.0...27.0)] {
            for x in stride(from: pitch / 4, to: size.width + pitch / 2, by: pitch) {
                let top = x / pitch % 2 == 0 ? 0 : pitch / 2
                for y in stride(from: top, to: size.height + pitch / 3, by: pitch) {
                    let place = Point(
                        x: Double(x + generator.within(-pitch / 4...pitch / 4)),
                        y: Double(y + generator.within(-pitch / 4...pitch / 4)))
                    balloon(place, generator.real(radius), cloth)
                }
            }
        }
    }

    private mutating func cloud() {
        let (x, y) = (Double(generator.below(size.width)), Double(generator.below(size.height * 2 / 3)))
        for puff in 0..<3 {
            ellipse(
                Point(x: x + 13 * Double(puff), y: y - (puff == 1 ? 5 : 0)), generator.real(13...20),
                generator.real(6...9), Pixel(red: 255, green: 255, blue: 255, alpha: 190))
        }
    }

    private mutating func hill(_ layer: Int, _ color: Pixel) {
        let base = size.height * (58 + 15 * layer) / 100
        let step = size.width / 6 + 1
        var ridge: [Point] = []
        for x in stride(from: -step, through: size.width + step, by: step) {
            ridge.append(Point(x: Double(x), y: Double(base + generator.within(-size.height / 14...size.height / 14))))
        }
        let end = Double(size.height)
        fill(ridge + [Point(x: ridge[ridge.count - 1].x, y: end), Point(x: ridge[0].x, y: end)], color)
        for (one, other) in zip(ridge, ridge.dropFirst()) {
            for tree in 0..<3 where generator.once(in: 2) {
                let part = (Double(tree) + generator.real(0...1)) / 3
                let (x, y) = (one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part + 5)
                let high = generator.real(9...17)
                fill(
                    [Point(x: x - high / 3, y: y), Point(x: x, y: y - high), Point(x: x + high / 3, y: y)],
                    color.lighter(by: -34))
            }
        }
    }

    private mutating func balloon(_ center: Point, _ radius: Double, _ cloth: [Pixel]) {
        let (first, second) = (generator.pick(cloth), generator.pick(cloth).lighter(by: generator.within(10...40)))
        let foot = center.y + radius * 1.45
        func gore(_ part: Double, _ color: Pixel) {
            let wide = radius * part
            ellipse(center, wide, radius, color)
            fill(
                [
                    Point(x: center.x - wide * 0.94, y: center.y + radius * 0.34),
                    Point(x: center.x + wide * 0.94, y: center.y + radius * 0.34),
                    Point(x: center.x + radius * 0.24 * part, y: foot),
                    Point(x: center.x - radius * 0.24 * part, y: foot),
                ], color)
        }
        let ropes = Pixel(0x3a2f2a)
        let basket = foot + radius * 0.42
        for side in [-1.0, 1] {
            line(
                Point(x: center.x + side * radius * 0.22, y: foot),
                Point(x: center.x + side * radius * 0.16, y: basket), width: 1, ropes)
        }
        gore(1, first)
        gore(0.72, second)
        gore(0.4, first.lighter(by: -14))
        gore(0.12, second)
        let side = radius * 0.2
        fill(
            [
                Point(x: center.x - side, y: basket), Point(x: center.x + side, y: basket),
                Point(x: center.x + side * 0.8, y: basket + radius * 0.3),
                Point(x: center.x - side * 0.8, y: basket + radius * 0.3),
            ], Pixel(0x7a4e2d))
    }
}
