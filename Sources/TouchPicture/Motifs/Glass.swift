internal import TouchCore

extension Painter {
    private static let lights: [[UInt32]] = [
        [0xe63946, 0xf4a261, 0xffd166, 0x2a9d8f, 0x1d6fa5, 0x6a4c93, 0xbfe3e0],
        [0x0d5c75, 0x1b98a6, 0x8ecae6, 0xffb703, 0xfb8500, 0x9b2226, 0xe3c77f],
        [0x386641, 0x6a994e, 0xd9c98f, 0xbc4749, 0xe9c46a, 0x457b9d, 0x9d6b9e],
    ]
    private static let lead = Pixel(0x23201d)

    /// Panes of colored glass in lead, as in a church window; suns of glass among them.
    mutating func glass() {
        let colors = colors(of: Self.lights)
        let pitch = generator.within(54...64)
        let (columns, rows) = (size.width / pitch + 3, size.height / pitch + 3)
        var corners: [Point] = []
        for index in 0..<columns * rows {
            let (x, y) = ((index % columns - 1) * pitch, (index / columns - 1) * pitch)
            corners.append(
                Point(x: Double(x + generator.below(pitch * 2 / 3)), y: Double(y + generator.below(pitch * 2 / 3))))
        }
        for row in 0..<rows - 1 {
            for column in 0..<columns - 1 {
                let first = row * columns + column
                let corner = [first, first + 1, first + columns + 1, first + columns].map { corners[$0] }
                cell(corner, colors)
            }
        }
        for index in corners.indices {
            if index % columns < columns - 1 { line(corners[index], corners[index + 1], width: 3, Self.lead) }
            if index + columns < corners.count {
                line(corners[index], corners[index + columns], width: 3, Self.lead)
            }
        }
        for index in corners.indices where generator.once(in: 5) { sun(corners[index], colors) }
    }

    /// Four corners filled with one pane or two, with a streak of light in each.
    private mutating func cell(_ corner: [Point], _ colors: [Pixel]) {
        func pane(_ outline: [Point]) {
            let color = generator.pick(colors).lighter(by: generator.within(-20...20))
            fill(outline, color)
            let (from, to) = (outline[0], outline[outline.count - 1])
            let (near, far) = (outline[1], outline[outline.count - 2])
            fill(
                [
                    between(from, near, 0.25), between(from, near, 0.5), between(to, far, 0.5),
                    between(to, far, 0.25),
                ],
                color.lighter(by: 22))
        }
        switch generator.below(3) {
        case 0: pane(corner)
        case 1:
            pane([corner[0], corner[1], corner[2]])
            pane([corner[2], corner[3], corner[0]])
            line(corner[0], corner[2], width: 2.4, Self.lead)
        default:
            pane([corner[1], corner[2], corner[3]])
            pane([corner[3], corner[0], corner[1]])
            line(corner[1], corner[3], width: 2.4, Self.lead)
        }
    }

    private mutating func sun(_ center: Point, _ colors: [Pixel]) {
        let radius = generator.real(13...21)
        disc(center, radius + 3, Self.lead)
        disc(center, radius, generator.pick(colors))
        let rays = generator.within(3...5)
        for ray in 0..<rays {
            let way = Circle.directions[ray * Circle.directions.count / 2 / rays]
            let (dx, dy) = (way.x * radius, way.y * radius)
            line(center.offset(dx: -dx, dy: -dy), center.offset(dx: dx, dy: dy), width: 2.4, Self.lead)
        }
        disc(center, radius * 0.45 + 2, Self.lead)
        disc(center, radius * 0.45, generator.pick(colors).lighter(by: 24))
    }

    private func between(_ one: Point, _ other: Point, _ part: Double) -> Point {
        one.offset(dx: (other.x - one.x) * part, dy: (other.y - one.y) * part)
    }
}
