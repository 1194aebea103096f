internal import TouchCore

/// The outline of a piece.
public struct PieceShape: Hashable, Sendable {
    /// Its corners, in parts of the longer side of its box, which begins at (0, 0).
    let outline: [Point]

    /// Smallest piece, in pixels: a fingertip.
    public static let smallestSide = 40

    /// A square with a tab at the top and at the right and a notch at the bottom and at the left: pieces of it tile.
    ///
    /// In its own 40 units the body goes from (0, 8) to (32, 40); tabs and notches are arcs of radius 5 over chords of 8.
    public static let puzzle = PieceShape(
        outline: puzzleOutline.map { Point(x: $0.x / 40, y: $0.y / 40) })

    private static let puzzleOutline: [Point] = {
        func arc(_ from: (Double, Double), _ to: (Double, Double), isClockwise: Bool) -> [Point] {
            Circle.arc(
                from: Point(x: from.0, y: from.1), to: Point(x: to.0, y: to.1), radius: 5, isClockwise: isClockwise,
                isLarge: true)
        }
        return [Point(x: 0, y: 8), Point(x: 12, y: 8)] + arc((12, 8), (20, 8), isClockwise: true)
            + [Point(x: 32, y: 8), Point(x: 32, y: 20)] + arc((32, 20), (32, 28), isClockwise: true)
            + [Point(x: 32, y: 40), Point(x: 20, y: 40)] + arc((20, 40), (12, 40), isClockwise: false)
            + [Point(x: 0, y: 40), Point(x: 0, y: 28)] + arc((0, 28), (0, 20), isClockwise: false)
    }()

    /// The shape seen in a mirror or turned by quarters: one of eight, which is the same for a symmetrical one.
    ///
    /// - Parameter number: 0…7; 0: as it is.
    func turned(_ number: Int) -> PieceShape {
        PieceShape(
            outline: outline.map { point in
                let (x, y) = (number & 1 == 0 ? point.x : 1 - point.x, number & 2 == 0 ? point.y : 1 - point.y)
                return number & 4 == 0 ? Point(x: x, y: y) : Point(x: y, y: x)
            })
    }

    /// What a piece of that size covers, in a box of `side` by `side` pixels.
    func coverage(side: Int) -> Coverage {
        let coverage = Coverage(of: outline.map { Point(x: $0.x * Double(side), y: $0.y * Double(side)) })
        return coverage.boxed(width: side, height: side)
    }
}
