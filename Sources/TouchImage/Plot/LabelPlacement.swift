internal import TouchCore

/// Finds room for labels beside the places they name, without overlaps.
struct LabelPlacement: Sendable {
    /// Where labels may go.
    private let room: Rect
    /// Places that should stay free.
    private let avoided: [Point]
    private var taken: [Rect] = []

    /// Directions in order of preference: right, below, above, left, then the corners.
    private static let directions: [(x: Double, y: Double)] = [
        (1, 0), (0, 1), (0, -1), (-1, 0), (0.8, 0.8), (0.8, -0.8), (-0.8, 0.8), (-0.8, -0.8),
    ]
    /// Maximum number of steps a label may be away from its place.
    private static let farthest = 4

    init(in room: Rect, avoiding avoided: [Point]) { (self.room, self.avoided) = (room, avoided) }

    /// Finds the best free rectangle, in steps of `gap`, near a place and reserves it; nil if every one would leave the
    /// room or cover another label.
    mutating func place(_ size: Size, near place: Point, gap: Double) -> Rect? {
        var best: (rect: Rect, cost: Double)?
        for step in 0..<Self.farthest {
            for (rank, direction) in Self.directions.enumerated() {
                let distance = gap * Double(step + 1)
                let center = place.offset(
                    dx: direction.x * (distance + size.width / 2), dy: direction.y * (distance + size.height / 2))
                let rect = Rect(
                    x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
                guard room.encloses(rect), !taken.contains(where: rect.overlaps) else { continue }
                let covered = avoided.reduce(0) { $0 + (rect.contains($1) ? 1 : 0) }
                let cost = Double(covered) * 3 + Double(step) * 4 + Double(rank) * 0.5
                if cost < best?.cost ?? .infinity { best = (rect, cost) }
            }
        }
        if let best { taken.append(best.rect) }
        return best?.rect
    }
}
