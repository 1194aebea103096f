internal import TouchCore

/// Stones on a beach, large ones first, each with veins and spots.
enum Pebbles {
    private static let beaches: [[UInt32]] = [
        [0x6b705c, 0xa5a58d, 0xcb997e, 0xddbea9, 0xb7b7a4, 0x8d99ae, 0x5e6472, 0xe6dcc8],
        [0x3d5a80, 0x98c1d9, 0xe0fbfc, 0x9c8468, 0x293241, 0xc9ada7, 0x7a6f63, 0xb08968],
        [0x582f0e, 0x7f4f24, 0xa68a64, 0xb6ad90, 0x656d4a, 0x414833, 0xd6ccc2, 0x9a6a5a],
    ]

    static func draw(_ size: PictureSize, with painter: inout Painter, _ generator: inout SeededGenerator) {
        let colours = Palette.pick(beaches, &generator)
        painter.paint(colours[0].mixed(with: .black, 150))
        let area = size.width * size.height
        for (count, radius) in [(area / 1_400, 17.0...26.0), (area / 620, 9.0...16.0), (area / 420, 5.0...9.0)] {
            for _ in 0..<count {
                let place = Point(
                    x: Double(generator.below(size.width + 16) - 8), y: Double(generator.below(size.height + 16) - 8))
                stone(&painter, place, generator.real(radius), generator.pick(colours), &generator)
            }
        }
    }

    private static func stone(
        _ painter: inout Painter, _ place: Point, _ radius: Double, _ stone: Pixel, _ generator: inout SeededGenerator
    ) {
        let direction = generator.direction()
        let across = radius * generator.real(0.62...0.92)
        let colour = stone.lighter(by: generator.within(-22...22))
        func ellipse(_ dx: Double, _ dy: Double, _ part: Double, _ colour: Pixel) {
            painter.ellipse(place.offset(dx: dx, dy: dy), radius * part, across * part, turned: direction, colour)
        }
        ellipse(1.5, 2.5, 1.04, Pixel(red: 0, green: 0, blue: 0, alpha: 110))
        ellipse(0, 0, 1, colour.lighter(by: -30))
        ellipse(-radius * 0.05, -radius * 0.07, 0.9, colour)
        ellipse(-radius * 0.16, -radius * 0.2, 0.58, colour.lighter(by: 16))
        if generator.once(in: 3) {
            let shift = generator.real(-0.4...0.4) * across
            let half = (max(0.7 - (shift / across) * (shift / across), 0)).squareRoot() * radius
            let middle = place.offset(dx: -direction.y * shift, dy: direction.x * shift)
            painter.line(
                middle.offset(dx: -direction.x * half, dy: -direction.y * half),
                middle.offset(dx: direction.x * half, dy: direction.y * half), width: generator.real(1...2.6),
                colour.mixed(with: .white, 140))
        }
        for _ in 0..<generator.below(Int(radius / 2)) {
            let way = generator.direction()
            let far = generator.real(0...0.6) * across
            painter.disc(
                place.offset(dx: way.x * far, dy: way.y * far), generator.real(0.6...1.4), colour.lighter(by: -44))
        }
    }
}
