internal import TouchCore

/// Panes of coloured glass in lead, as in a church window; each pane is streaked in a direction of its own.
enum Glass {
    private static let lights: [[UInt32]] = [
        [0xe63946, 0xf4a261, 0xffd166, 0x2a9d8f, 0x1d6fa5, 0x6a4c93, 0xf1faee],
        [0x0d5c75, 0x1b98a6, 0x8ecae6, 0xffb703, 0xfb8500, 0x9b2226, 0xe9d8a6],
        [0x386641, 0x6a994e, 0xf2e8cf, 0xbc4749, 0xe9c46a, 0x457b9d, 0x9d6b9e],
    ]

    private struct Pane {
        var x = 0
        var y = 0
        var colour = Pixel.black
        var streakX = 0
        var streakY = 0
    }

    static func draw(_ size: PictureSize, with painter: inout Painter, _ generator: inout SeededGenerator) {
        let colours = Palette.pick(lights, &generator)
        let pitch = generator.within(24...32)
        let columns = size.width / pitch + 3
        let rows = size.height / pitch + 3
        var panes: [Pane] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let direction = generator.direction()
                panes.append(
                    Pane(
                        x: (column - 1) * pitch + generator.below(pitch), y: (row - 1) * pitch + generator.below(pitch),
                        colour: generator.pick(colours).lighter(by: generator.within(-24...24)),
                        streakX: Int(direction.x * 24), streakY: Int(direction.y * 24)))
            }
        }
        painter.paint(.black)
        painter.shade { pixel, x, y in
            let (column, row) = (x / pitch + 1, y / pitch + 1)
            var (first, second, nearest) = (Int.max, Int.max, 0)
            for near in max(row - 1, 0)...min(row + 1, rows - 1) {
                for index in near * columns + max(column - 1, 0)...near * columns + min(column + 1, columns - 1) {
                    let (dx, dy) = (panes[index].x - x, panes[index].y - y)
                    let distance = dx * dx + dy * dy
                    if distance < first {
                        (second, first, nearest) = (first, distance, index)
                    } else if distance < second {
                        second = distance
                    }
                }
            }
            pixel = shade(panes[nearest], x, y, Double(first).squareRoot(), Double(second).squareRoot())
        }
    }

    /// The light at a place of a pane, or the lead beside it.
    private static func shade(_ pane: Pane, _ x: Int, _ y: Int, _ near: Double, _ far: Double) -> Pixel {
        let wave = (x * pane.streakX + y * pane.streakY) >> 5 & 15
        let streak = wave < 8 ? wave : 15 - wave
        let glass = pane.colour.lighter(by: 4 * streak - 10 - Int(near))
        let lead = Int((far - near) * 110) - 110
        return lead >= 256 ? glass : Pixel(0x23201d).mixed(with: glass, max(lead, 0))
    }
}
