internal import TouchCore

/// Points of circles, by halving arcs: sines of the C library differ in their last bits from machine to machine.
enum Circle {
    /// Directions all around, clockwise from the right, evenly spaced; y points down.
    static let directions: [Point] = {
        var quarter = [Point(x: 1, y: 0), Point(x: 0, y: 1)]
        for _ in 0..<4 {
            var finer = [quarter[0]]
            for (one, other) in zip(quarter, quarter.dropFirst()) { finer += [middle(one, other), other] }
            quarter = finer
        }
        quarter.removeLast()
        return quarter + quarter.map { Point(x: -$0.y, y: $0.x) } + quarter.map { Point(x: -$0.x, y: -$0.y) }
            + quarter.map { Point(x: $0.y, y: -$0.x) }
    }()

    /// The points of an arc between two places, the first left out.
    ///
    /// - Parameters:
    ///   - start: where it begins.
    ///   - end: where it ends; not the same place.
    ///   - radius: at least half the distance of the two.
    ///   - isClockwise: as seen on a screen, with y pointing down.
    ///   - isLarge: whether it is the longer one of the two arcs.
    static func arc(from start: Point, to end: Point, radius: Double, isClockwise: Bool, isLarge: Bool) -> [Point] {
        let half = start.distance(to: end) / 2
        let away = Point(x: (end.y - start.y) / (2 * half), y: (start.x - end.x) / (2 * half))
        let depth = max(radius * radius - half * half, 0).squareRoot()
        // To the left of the way from start to end lies the outside of a clockwise arc.
        let side = isClockwise ? 1.0 : -1.0
        let offset = isLarge ? depth * side : -depth * side
        let centre = Point(
            x: (start.x + end.x) / 2 + away.x * offset, y: (start.y + end.y) / 2 + away.y * offset)
        let top = Point(x: away.x * side, y: away.y * side)
        func direction(_ place: Point) -> Point {
            Point(x: (place.x - centre.x) / radius, y: (place.y - centre.y) / radius)
        }
        return (between(direction(start), top, 4) + between(top, direction(end), 4)).map {
            Point(x: centre.x + $0.x * radius, y: centre.y + $0.y * radius)
        }
    }

    /// Directions after the first up to the last, over less than half a turn.
    private static func between(_ first: Point, _ last: Point, _ halvings: Int) -> [Point] {
        if halvings == 0 { return [last] }
        let centre = middle(first, last)
        return between(first, centre, halvings - 1) + between(centre, last, halvings - 1)
    }

    private static func middle(_ one: Point, _ other: Point) -> Point {
        let (x, y) = (one.x + other.x, one.y + other.y)
        let length = (x * x + y * y).squareRoot()
        return Point(x: x / length, y: y / length)
    }
}
