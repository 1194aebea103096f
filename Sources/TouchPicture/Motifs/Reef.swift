internal import TouchCore

extension Painter {
    /// Water above, water below, sand, weeds.
    private static let waters: [[UInt32]] = [
        [0x7fd1d8, 0x14607a, 0xe8d3a2, 0x1f7a5c],
        [0x5fb4e0, 0x1b3f73, 0xd9c39a, 0x2c8c7c],
        [0x2b7f95, 0x0d2c44, 0xb59f7a, 0x196b57],
    ]
    private static let scales: [UInt32] = [
        0xff7f50, 0xffd166, 0xef476f, 0xf8f4e3, 0x9b5de5, 0x2ec4b6, 0xff9f1c, 0x274690, 0xf15bb5, 0xb8de6f,
    ]

    /// Fish of many kinds between weeds and corals.
    mutating func reef() {
        let water = colors(of: Self.waters)
        sky(12, each: 12, water[0], water[1])
        let floor = size.height * 88 / 100
        for _ in 0..<size.width / 12 {
            weed(Point(x: Double(generator.below(size.width)), y: Double(floor + 6)), water[3])
        }
        box(0, floor, size.width, size.height - floor, water[2])
        for _ in 0..<size.width / 18 {
            let place = Point(
                x: Double(generator.below(size.width)), y: Double(floor + generator.below(size.height - floor)))
            coral(place)
        }
        let pitch = 56
        for x in stride(from: pitch / 3, to: size.width + pitch / 2, by: pitch) {
            let top = x / pitch % 2 == 0 ? pitch / 4 : pitch * 3 / 4
            for y in stride(from: top, to: floor, by: pitch) {
                let place = Point(
                    x: Double(x + generator.within(-pitch / 4...pitch / 4)),
                    y: Double(y + generator.within(-pitch / 4...pitch / 4)))
                fish(place, generator.real(12...24))
            }
        }
        for _ in 0..<size.width / 12 {
            let place = Point(x: Double(generator.below(size.width)), y: Double(generator.below(floor)))
            let radius = generator.real(1.5...4)
            disc(place, radius, Pixel(red: 255, green: 255, blue: 255, alpha: 120))
            disc(
                place.offset(dx: -radius / 3, dy: -radius / 3), radius / 3,
                Pixel(red: 255, green: 255, blue: 255, alpha: 220))
        }
    }

    private mutating func weed(_ foot: Point, _ green: Pixel) {
        let color = green.lighter(by: generator.within(-24...30))
        let high = Double(size.height) * generator.real(0.12...0.5)
        let sways = [0.0, 2.8, 4, 2.8, 0, -2.8, -4, -2.8]
        let (joints, turn) = (14, generator.below(8))
        var (left, right): ([Point], [Point]) = ([], [])
        for joint in 0...joints {
            let part = Double(joint) / Double(joints)
            let sway = sways[(joint + turn) % sways.count]
            let wide = 4 * (1 - part) + 0.5
            left.append(foot.offset(dx: sway - wide, dy: -high * part))
            right.append(foot.offset(dx: sway + wide, dy: -high * part))
        }
        fill(left + right.reversed(), color)
    }

    private mutating func coral(_ place: Point) {
        let color = Pixel(generator.pick(Self.scales)).mixed(with: Pixel(0x8a4f5e), 90)
        for branch in 0..<5 {
            let lean = Double(branch - 2)
            let top = place.offset(dx: lean * generator.real(4...7), dy: -generator.real(9...24))
            line(place, top, width: 4, color)
            disc(top, generator.real(2.5...4.5), color.lighter(by: 24))
        }
    }

    private mutating func fish(_ place: Point, _ long: Double) {
        let skin = Pixel(generator.pick(Self.scales))
        let stripe = Pixel(generator.pick(Self.scales)).lighter(by: generator.within(-30...30))
        let high = long * generator.real(0.45...0.72)
        let ahead = generator.once(in: 2) ? 1.0 : -1
        func at(_ along: Double, _ across: Double) -> Point {
            place.offset(dx: ahead * along * long, dy: across * high)
        }
        fill([at(-0.75, 0), at(-1.5, -0.85), at(-1.3, 0), at(-1.5, 0.85)], stripe)
        fill([at(-0.5, -0.7), at(0, -1.5), at(0.45, -0.7)], stripe.lighter(by: -20))
        fill([at(-0.3, 0.7), at(-0.1, 1.35), at(0.3, 0.7)], stripe.lighter(by: -20))
        ellipse(place, long, high, skin)
        switch generator.below(3) {
        case 0:
            for band in [-0.45, 0.0] {
                ellipse(at(band, 0), long * 0.13, high * 0.86, stripe)
            }
        case 1: ellipse(at(-0.1, 0.3), long * 0.66, high * 0.42, skin.lighter(by: 46))
        default:
            for spot in [(-0.5, -0.2), (-0.15, 0.3), (-0.1, -0.4), (0.2, 0.1)] {
                disc(at(spot.0, spot.1), long * 0.11, stripe)
            }
        }
        disc(at(0.58, -0.2), max(long * 0.16, 2), .white)
        disc(at(0.62, -0.2), max(long * 0.08, 1), .black)
        fill([at(0.15, 0.15), at(-0.3, 0.45), at(-0.22, 0.05)], skin.lighter(by: -24))
    }
}
