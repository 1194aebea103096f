internal import TouchCore

/// Points on circles, by halving arcs: the sines of C libraries differ in their last bits from machine to machine.
enum Circle {
    /// Directions all around, clockwise from the right, evenly spaced; y points down.
    static let directions: [Point] = {
        var quarter = [Point(x: 1, y: 0), Point(x: 0, y: 1)]
        for _ in 0..<4 {
            var finer = [quarter[0]]
            for (one, other) in zip(quarter, quarter.dropFirst()) {
                let (x, y) = (one.x + other.x, one.y + other.y)
                let length = (x * x + y * y).squareRoot()
                finer += [Point(x: x / length, y: y / length), other]
            }
            quarter = finer
        }
        quarter.removeLast()
        return quarter + quarter.map { Point(x: -$0.y, y: $0.x) } + quarter.map { Point(x: -$0.x, y: -$0.y) }
            + quarter.map { Point(x: $0.y, y: -$0.x) }
    }()
}
