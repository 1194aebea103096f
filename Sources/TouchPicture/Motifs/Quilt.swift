internal import TouchCore

extension Painter {
    /// Patches of cloth, each with its own pattern, so that the same corner of two patches looks different.
    mutating func quilt() {
        let colors = colors(of: Self.cloth)
        paint(colors[0])
        let side = generator.within(34...44)
        let (left, top) = (-generator.below(side), -generator.below(side))
        for y in stride(from: top, to: size.height, by: side) {
            for x in stride(from: left, to: size.width, by: side) {
                patch(x, y, side, colors)
            }
        }
        for y in stride(from: top, to: size.height, by: side) { seam(0, y, size.width, isLevel: true) }
        for x in stride(from: left, to: size.width, by: side) { seam(x, 0, size.height, isLevel: false) }
    }

    private mutating func patch(_ x: Int, _ y: Int, _ side: Int, _ colors: [Pixel]) {
        let shade = generator.within(-14...14)
        let ground = generator.pick(colors).lighter(by: shade)
        var figure = generator.pick(colors)
        if abs(figure.luma - ground.luma) < 24 { figure = figure.lighter(by: ground.luma > 128 ? -50 : 50) }
        box(x, y, side, side, ground)
        let (left, top, length) = (Double(x), Double(y), Double(side))
        func at(_ u: Double, _ v: Double) -> Point { Point(x: left + u * length, y: top + v * length) }
        switch generator.below(7) {
        case 0:
            let count = generator.within(3...5)
            let isLevel = generator.once(in: 2)
            for stripe in 0..<count {
                let from = side * (2 * stripe) / (2 * count)
                let wide = side * (2 * stripe + 1) / (2 * count) - from
                box(
                    x + (isLevel ? 0 : from), y + (isLevel ? from : 0), isLevel ? side : wide, isLevel ? wide : side,
                    figure)
            }
        case 1:
            let count = generator.within(2...4)
            for index in 0..<count * count {
                let (u, v) = (Double(index % count), Double(index / count))
                disc(at((u + 0.5) / Double(count), (v + 0.5) / Double(count)), length * 0.28 / Double(count), figure)
            }
        case 2:
            let turn = generator.once(in: 2)
            fill([at(0, 0), at(1, turn ? 0 : 1), at(turn ? 1 : 0, 1)], figure)
        case 3:
            for index in 0..<4 where index % 3 == 0 {
                box(x + index % 2 * side / 2, y + index / 2 * side / 2, side / 2, side / 2, figure)
            }
            disc(at(0.5, 0.5), length * 0.2, generator.pick(colors))
        case 4:
            fill([at(0.5, 0), at(1, 0.5), at(0.5, 1), at(0, 0.5)], figure)
            fill([at(0.5, 0.25), at(0.75, 0.5), at(0.5, 0.75), at(0.25, 0.5)], generator.pick(colors))
        case 5:
            fill([at(0, 0), at(0.5, 0), at(0.5, 0.5)], figure)
            fill([at(1, 0), at(1, 0.5), at(0.5, 0.5)], figure)
            fill([at(1, 1), at(0.5, 1), at(0.5, 0.5)], figure)
            fill([at(0, 1), at(0, 0.5), at(0.5, 0.5)], figure)
        default:
            for step in 1..<4 {
                let part = Double(step) / 4
                line(at(part, 0), at(part, 1), width: 2, figure)
                line(at(0, part), at(1, part), width: 2, figure)
            }
        }
    }

    /// A shadow beside the seam and stitches along it.
    private mutating func seam(_ x: Int, _ y: Int, _ length: Int, isLevel: Bool) {
        let shadow = Pixel(red: 0, green: 0, blue: 0, alpha: 70)
        let thread = Pixel(red: 255, green: 255, blue: 250, alpha: 200)
        func along(_ from: Double, _ to: Double, _ offset: Double, _ width: Double, _ color: Pixel) {
            let (one, other) =
                isLevel
                ? (Point(x: from, y: Double(y) + offset), Point(x: to, y: Double(y) + offset))
                : (Point(x: Double(x) + offset, y: from), Point(x: Double(x) + offset, y: to))
            line(one, other, width: width, color)
        }
        along(0, Double(length), 0, 2, shadow)
        for stitch in stride(from: 2, to: length, by: 7) { along(Double(stitch), Double(stitch) + 4, 3, 1.2, thread) }
    }
}
