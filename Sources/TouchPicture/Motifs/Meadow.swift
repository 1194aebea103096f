internal import TouchCore

/// Leaves and flowers over each other.
enum Meadow {
    private static let grounds: [[UInt32]] = [
        [0x1f3d2b, 0x2d6a4f, 0x40916c, 0x52b788, 0x74a57f, 0x95b46a],
        [0x23301c, 0x3a5a40, 0x588157, 0xa3b18a, 0x6b8f3c, 0x8a9a5b],
        [0x10343b, 0x1b4f57, 0x2a7f7f, 0x4fa095, 0x86bba1, 0x5c8d5a],
    ]
    private static let flowers: [UInt32] = [
        0xff8fab, 0xffd166, 0xf4f1de, 0xe63946, 0xb388eb, 0xff9f1c, 0xfdfcdc, 0x8093f1, 0xf72585, 0xffc6ff,
    ]

    static func draw(_ size: PictureSize, with painter: inout Painter, _ generator: inout SeededGenerator) {
        let greens = Palette.pick(grounds, &generator)
        painter.paint(greens[0])
        let area = size.width * size.height
        for _ in 0..<area / 330 {
            leaf(&painter, place(size, &generator), generator.pick(greens), &generator)
        }
        let tint = generator.below(flowers.count)
        for _ in 0..<area / 900 {
            let colour = Pixel(flowers[(tint + generator.below(5)) % flowers.count])
            flower(&painter, place(size, &generator), colour, &generator)
        }
    }

    private static func place(_ size: PictureSize, _ generator: inout SeededGenerator) -> Point {
        Point(x: Double(generator.below(size.width + 20) - 10), y: Double(generator.below(size.height + 20) - 10))
    }

    private static func leaf(
        _ painter: inout Painter, _ place: Point, _ green: Pixel, _ generator: inout SeededGenerator
    ) {
        let direction = generator.direction()
        let long = generator.real(9...24)
        let wide = long * generator.real(0.2...0.42)
        let colour = green.lighter(by: generator.within(-18...18))
        let (side, tip) = (
            Point(x: -direction.y * wide, y: direction.x * wide), Point(x: direction.x * long, y: direction.y * long)
        )
        func at(_ along: Double, _ across: Double) -> Point {
            place.offset(dx: tip.x * along + side.x * across, dy: tip.y * along + side.y * across)
        }
        painter.fill(
            [
                at(-1, 0), at(-0.7, 0.55), at(-0.2, 0.95), at(0.3, 0.85), at(0.7, 0.5), at(1, 0), at(0.7, -0.5),
                at(0.3, -0.85), at(-0.2, -0.95), at(-0.7, -0.55),
            ], colour)
        painter.fill(
            [at(-1, 0), at(-0.2, -0.95), at(0.3, -0.85), at(0.7, -0.5), at(1, 0)], colour.lighter(by: -22))
        painter.line(at(-1, 0), at(0.9, 0), width: 1.2, colour.lighter(by: 38))
    }

    private static func flower(
        _ painter: inout Painter, _ place: Point, _ colour: Pixel, _ generator: inout SeededGenerator
    ) {
        let petals = generator.within(5...8)
        let radius = generator.real(6...13)
        let first = generator.below(Circle.directions.count)
        painter.disc(place.offset(dx: 2, dy: 2), radius * 1.3, Pixel(red: 0, green: 0, blue: 0, alpha: 60))
        for petal in 0..<petals {
            let direction = Circle.directions[(first + petal * 64 / petals) % 64]
            painter.ellipse(
                place.offset(dx: direction.x * radius * 0.75, dy: direction.y * radius * 0.75), radius * 0.62,
                radius * 0.36, turned: direction, colour.lighter(by: petal % 2 == 0 ? -14 : 8))
        }
        painter.disc(place, radius * 0.36, Pixel(0xf6c445).lighter(by: generator.within(-40...0)))
        painter.disc(place, radius * 0.16, Pixel(0x6b4423))
    }
}
