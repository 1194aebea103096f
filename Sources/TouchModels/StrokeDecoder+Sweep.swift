internal import TouchCore

extension StrokeDecoder {
    /// Connects the dots that the line from `start` to `end` passes, in the order in which it enters them.
    func sweep(from start: Point, to end: Point, _ dots: inout SecretSequence) {
        while let dot = firstUnusedDot(from: start, to: end, dots) { dots.connect(dot, on: grid) }
    }

    /// The unused dot whose disc the line from `start` to `end` enters first.
    private func firstUnusedDot(from start: Point, to end: Point, _ dots: borrowing SecretSequence) -> Int? {
        var best: (dot: Int, entry: Double)?
        // Most lines are short and lie between the dots; the box around them then contains none.
        let (columns, rows) = grid.dots(within: hitRadius, ofLineFrom: start, to: end)
        for row in rows {
            for column in columns {
                let dot = grid.dot(column: column, row: row)
                guard !dots.contains(dot), let entry = entry(into: dot, from: start, to: end) else { continue }
                let isFirst = best.map { entry < $0.entry || entry == $0.entry && dot < $0.dot } ?? true
                if isFirst { best = (dot, entry) }
            }
        }
        return best?.dot
    }

    /// The fraction of the line, 0…1, at which it enters the disc of a dot; nil if it never does.
    private func entry(into dot: Int, from start: Point, to end: Point) -> Double? {
        let center = grid.center(of: dot)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (ox, oy) = (start.x - center.x, start.y - center.y)
        let outside = ox * ox + oy * oy - hitRadius * hitRadius
        if outside <= 0 { return 0 }
        let length = dx * dx + dy * dy
        let toward = -(ox * dx + oy * dy)
        guard length > 0, toward > 0 else { return nil }
        let discriminant = toward * toward - length * outside
        guard discriminant >= 0 else { return nil }
        let entry = (toward - discriminant.squareRoot()) / length
        return entry <= 1 ? entry : nil
    }
}
