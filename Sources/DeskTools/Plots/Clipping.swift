import TouchCore

extension Rect {
    var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

    init(around places: [Point]) {
        let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? 0)
        let (top, bottom) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? 0)
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    func centered(at place: Point) -> Rect {
        Rect(x: place.x - size.width / 2, y: place.y - size.height / 2, width: size.width, height: size.height)
    }

    /// The rectangle with all edges moved outward (inward if negative).
    func grown(by distance: Double) -> Rect {
        Rect(
            x: minX - distance, y: minY - distance, width: size.width + 2 * distance, height: size.height + 2 * distance
        )
    }

    func overlaps(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// The intersection with another rectangle; nil if it is empty or an edge is not finite.
    func cut(_ other: Rect) -> Rect? {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
        guard other.origin.isFinite, left <= right, top <= bottom else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The part of a straight line that lies within (Liang and Barsky); nil if there is none or an end is not finite.
    func clip(from start: Point, to end: Point) -> (start: Point, end: Point)? {
        guard start.isFinite, end.isFinite else { return nil }
        let (from, to) = (Self.tame(start), Self.tame(end))
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        var (first, last) = (0.0, 1.0)
        for (step, room) in [(-dx, from.x - minX), (dx, maxX - from.x), (-dy, from.y - minY), (dy, maxY - from.y)] {
            if step == 0 && room < 0 { return nil }
            if step < 0 { first = max(first, room / step) }
            if step > 0 { last = min(last, room / step) }
        }
        guard first <= last else { return nil }
        return (from.offset(dx: dx * first, dy: dy * first), from.offset(dx: dx * last, dy: dy * last))
    }

    /// The place, or one at a distance whose lengths are still finite.
    private static func tame(_ place: Point) -> Point {
        Point(x: min(max(place.x, -1e9), 1e9), y: min(max(place.y, -1e9), 1e9))
    }
}
