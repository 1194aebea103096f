/// Patterns that people choose so often that a thief tries them first.
///
/// Made from the most frequent patterns of published studies (Aviv, Budzitowski and Kuber 2015, on paper and as
/// reported by people themselves) and the shapes of letters, closed under turning, mirroring and drawing backwards,
/// which the same studies found in pairs; shapes that cannot be drawn are left out. On 3 × 3 dots these are 136; on
/// other grids the shapes are stretched.
struct CommonPatterns {
    /// The shapes as dots of a grid of 3 × 3.
    private static let shapes: [[Int]] = [
        // the published leaders: corners, Z, M and the like, a spiral and a snake
        [0, 3, 6, 7, 8], [0, 1, 2, 5, 8], [0, 1, 4, 7, 8], [0, 1, 2, 4, 6, 7, 8], [6, 3, 0, 4, 2, 5, 8],
        [0, 4, 8, 5, 2, 6], [0, 1, 2, 5, 8, 7, 6, 3], [0, 1, 2, 5, 4, 3, 6, 7, 8],
        // letters: T, C, U, C with a long end, G, S, J and N
        [0, 1, 2, 4, 7], [0, 3, 4, 6, 7, 5, 2], [0, 3, 6, 7, 8, 5, 2], [2, 1, 0, 3, 4, 5, 8, 7, 6],
        [2, 1, 0, 3, 6, 7, 8], [2, 1, 0, 3, 6, 7, 8, 5, 4], [2, 5, 8, 7], [6, 3, 0, 4, 8, 5, 2],
    ]

    /// Every common pattern of the grid, as dots row by row from 0 at the top left.
    let patterns: Set<[UInt8]>

    /// Makes the list for a grid of 1 to 8 rows and columns.
    init(rows: Int, columns: Int) {
        let canvas = Canvas(rows: rows, columns: columns)
        var patterns: Set<[UInt8]> = []
        for shape in Self.shapes {
            let corners = shape.map { Place(x: $0 % 3, y: $0 / 3) }
            canvas.addAll(canvas.stretched(corners), to: &patterns)
            canvas.addAll(canvas.stretched(corners.map(\.transposed)), to: &patterns)
        }
        // The snake has as many turns as the grid has rows, so it cannot be stretched.
        let turned = Canvas(rows: columns, columns: rows).snake.map(\.transposed)
        canvas.addAll(canvas.snake, to: &patterns)
        canvas.addAll(turned, to: &patterns)
        self.patterns = patterns.filter { $0.count >= PatternLock.defaultMinDots }
    }

    /// Whether these dots are one of them; every one is compared, so that the time does not reveal which one matched.
    func contains(_ dots: [Int]) -> Bool {
        patterns.reduce(false) { found, common in
            guard common.count == dots.count else { return found }
            return zip(common, dots).reduce(0) { $0 | (Int($1.0) ^ $1.1) } == 0 || found
        }
    }
}

private struct Place: Hashable {
    var x: Int
    var y: Int

    var transposed: Place { Place(x: y, y: x) }
}

private struct Canvas {
    let rows: Int
    let columns: Int

    /// Row by row, in alternating directions.
    var snake: [Place] {
        (0..<rows).flatMap { y in
            (0..<columns).map { Place(x: y.isMultiple(of: 2) ? $0 : columns - 1 - $0, y: y) }
        }
    }

    /// The corners of a shape of 3 × 3 dots, spread over this grid and joined by lines.
    func stretched(_ shape: [Place]) -> [Place] {
        let corners = shape.indices.filter { index in
            guard index > 0, index < shape.count - 1 else { return true }
            let (before, here, after) = (shape[index - 1], shape[index], shape[index + 1])
            return here.x - before.x != after.x - here.x || here.y - before.y != after.y - here.y
        }.map { Place(x: shape[$0].x * (columns - 1) / 2, y: shape[$0].y * (rows - 1) / 2) }
        return corners.indices.dropFirst().reduce(into: Array(corners.prefix(1))) { line, index in
            let (start, end) = (corners[index - 1], corners[index])
            let steps = Int.commonDivisor(abs(end.x - start.x), abs(end.y - start.y))
            for step in stride(from: 1, through: steps, by: 1) {
                let place = Place(
                    x: start.x + (end.x - start.x) / steps * step, y: start.y + (end.y - start.y) / steps * step)
                if !line.contains(place) { line.append(place) }
            }
        }
    }

    /// Adds the line and its mirror images, each forwards and backwards.
    func addAll(_ line: [Place], to patterns: inout Set<[UInt8]>) {
        for (flipsX, flipsY) in [(false, false), (true, false), (false, true), (true, true)] {
            let dots = line.map { place in
                let x = flipsX ? columns - 1 - place.x : place.x
                let y = flipsY ? rows - 1 - place.y : place.y
                return UInt8(y * columns + x)
            }
            for dots in [dots, dots.reversed()] where isDrawable(dots) { patterns.insert(dots) }
        }
    }

    /// Whether no line passes over an unused dot, which would have been connected on the way.
    private func isDrawable(_ dots: [UInt8]) -> Bool {
        var taken: Set<UInt8> = []
        for (from, to) in zip(dots, dots.dropFirst()) {
            taken.insert(from)
            let (start, end) = (Int(from), Int(to))
            let (right, down) = (end % columns - start % columns, end / columns - start / columns)
            let steps = Int.commonDivisor(abs(right), abs(down))
            for step in stride(from: 1, to: steps, by: 1) {
                let passed = start + (right / steps + down / steps * columns) * step
                if !taken.contains(UInt8(passed)) { return false }
            }
        }
        return true
    }
}
