public import TouchCore

/// The dots of a pattern lock: rows × columns in a rectangle, numbered row by row from 0.
public struct PatternGrid: Hashable, Sendable {
    /// Number of rows, 2…6.
    public let rows: Int
    /// Number of columns, 2…6.
    public let columns: Int
    /// Distance between neighbouring columns, in pixels.
    public let pitchX: Double
    /// Distance between neighbouring rows, in pixels.
    public let pitchY: Double

    /// Makes the grid that fills a rectangle: each dot is the centre of its cell.
    ///
    /// - Parameters:
    ///   - rows: 2…6.
    ///   - columns: 2…6.
    ///   - size: the rectangle, in pixels.
    public init(rows: Int, columns: Int, size: Size) {
        precondition((2...6).contains(rows) && (2...6).contains(columns), "grids have 2 to 6 rows and columns")
        self.rows = rows
        self.columns = columns
        pitchX = size.width / Double(columns)
        pitchY = size.height / Double(rows)
    }

    /// The number of dots.
    public var count: Int { rows * columns }

    /// The smaller of the two pitches, in pixels.
    public var pitch: Double { min(pitchX, pitchY) }

    /// The centre of a dot, in pixels from the top left corner.
    public func centre(of dot: Int) -> Point {
        Point(x: (Double(dot % columns) + 0.5) * pitchX, y: (Double(dot / columns) + 0.5) * pitchY)
    }

    /// The dot of the cell that a place is in, or of the cell beside it if it is outside the rectangle.
    public func nearestDot(to place: Point) -> Int {
        let column = Int(min(max(place.x / pitchX, 0), Double(columns - 1)))
        let row = Int(min(max(place.y / pitchY, 0), Double(rows - 1)))
        return row * columns + column
    }

    /// The number of lattice steps between two dots: 1 for neighbours and knight's moves, 2 or more where other
    /// dots lie exactly on the line.
    public func steps(from first: Int, to second: Int) -> Int {
        greatestCommonDivisor(abs(first % columns - second % columns), abs(first / columns - second / columns))
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
        let (start, end) = (centre(of: first), centre(of: second))
        return Maths.degrees(end.y - start.y, end.x - start.x) + 90
    }

    private func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
