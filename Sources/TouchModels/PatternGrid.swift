public import TouchCore

/// The dots of a pattern lock: rows × columns in a rectangle, numbered row by row from 0 whatever their placement.
public struct PatternGrid: Hashable, Sendable {
    /// Number of rows, 2…6.
    public let rows: Int
    /// Number of columns, 2…6.
    public let columns: Int
    /// Distance between neighboring columns, in pixels.
    public let pitchX: Double
    /// Distance between neighboring rows, in pixels.
    public let pitchY: Double
    /// The top left corner of its cells, in pixels.
    private let origin: Point
    private let isMirrored: Bool

    /// Makes the grid in a rectangle: each dot is the center of its cell, and all cells are within the rectangle.
    public init(rows: Int, columns: Int, size: Size, placement: GridPlacement = .whole) {
        precondition(
            PatternLock.sides.contains(rows) && PatternLock.sides.contains(columns), "a grid of \(rows) × \(columns)")
        self.rows = rows
        self.columns = columns
        pitchX = size.width * placement.scale / Double(columns)
        pitchY = size.height * placement.scale / Double(rows)
        let room = 1 - placement.scale
        origin = Point(x: size.width * room * placement.left, y: size.height * room * placement.above)
        isMirrored = placement.isMirrored
    }

    var count: Int { rows * columns }

    /// The smaller of the two pitches, in pixels.
    public var pitch: Double { min(pitchX, pitchY) }

    /// The center of a dot, in pixels from the top left corner.
    public func center(of dot: Int) -> Point {
        Point(
            x: origin.x + (Double(seen(dot % columns)) + 0.5) * pitchX,
            y: origin.y + (Double(dot / columns) + 0.5) * pitchY)
    }

    /// The dot of the cell that contains a place, or of the nearest cell if it is outside the rectangle.
    public func nearestDot(to place: Point) -> Int {
        let column = Int(min(max((place.x - origin.x) / pitchX, 0), Double(columns - 1)))
        let row = Int(min(max((place.y - origin.y) / pitchY, 0), Double(rows - 1)))
        return row * columns + seen(column)
    }

    /// The visible columns and the rows whose dots may be within `reach` of a line: those of the box around it.
    func dots(within reach: Double, ofLineFrom start: Point, to end: Point) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            Self.lines(
                from: min(start.x, end.x) - reach - origin.x, to: max(start.x, end.x) + reach - origin.x, pitch: pitchX,
                count: columns),
            Self.lines(
                from: min(start.y, end.y) - reach - origin.y, to: max(start.y, end.y) + reach - origin.y, pitch: pitchY,
                count: rows)
        )
    }

    func dot(column: Int, row: Int) -> Int { row * columns + seen(column) }

    /// The evenly spaced lines, the first half a pitch from 0, that lie between two places.
    private static func lines(from low: Double, to high: Double, pitch: Double, count: Int) -> Range<Int> {
        // A millionth of the pitch more, so that rounding loses no dot.
        let (first, end) = (low / pitch + 0.499_999, high / pitch + 0.500_001)
        let lowest = Int(min(max(first, 0), Double(count)))
        return lowest..<max(lowest, Int(min(max(end, 0), Double(count))))
    }

    /// The visible column of a column, counted from the left, and the inverse.
    private func seen(_ column: Int) -> Int { isMirrored ? columns - 1 - column : column }

    /// The number of lattice steps between two dots: 1 for neighbors and knight's moves, 2 or more if other dots lie
    /// exactly on the line.
    public func steps(from first: Int, to second: Int) -> Int {
        Int.commonDivisor(abs(first % columns - second % columns), abs(first / columns - second / columns))
    }

    /// The dot `step` lattice steps along the line between two dots that are `steps` steps apart.
    public func dot(from first: Int, to second: Int, step: Int, of steps: Int) -> Int {
        let column = first % columns + (second % columns - first % columns) / steps * step
        let row = first / columns + (second / columns - first / columns) / steps * step
        return row * columns + column
    }

    /// The direction from one dot to another as an angle for an arrow, in degrees: up 0, right 90, down 180,
    /// left 270; range (−90, 270].
    public func angle(from first: Int, to second: Int) -> Double {
        let (start, end) = (center(of: first), center(of: second))
        return Maths.degrees(end.y - start.y, end.x - start.x) + 90
    }
}

extension Int {
    /// The greatest common divisor of two numbers, by Euclid; that of 0 and a number is the number.
    static func commonDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
