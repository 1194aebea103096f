/// Writes the pictures of puzzles, in memory that is used again for the next one.
public final class PuzzlePress {
    private let writer = PNGWriter()
    private var spare: [Pixel] = []

    /// Makes one that has no memory yet.
    public init() {}

    /// Lends the memory of the last picture, for the next one.
    public func memory() -> [Pixel] {
        defer { spare = [] }
        return spare
    }

    /// Writes the pictures of a puzzle and keeps their memory.
    ///
    /// - Parameters:
    ///   - puzzle: nobody needs its picture any more.
    ///   - filter: what fits the picture.
    ///   - problem: see ``DrawnPuzzle/problem``.
    public func print(
        _ puzzle: consuming Puzzle, _ filter: PNGWriter.Filter, problem: String? = nil
    ) -> DrawnPuzzle {
        writer.kind = filter
        let drawn = DrawnPuzzle(
            cut: puzzle.cut, picture: writer.base64(of: puzzle.picture),
            piece: writer.base64(of: puzzle.piece), problem: problem)
        keep(puzzle.picture)
        return drawn
    }

    /// Keeps the memory of a picture that nobody needs any more.
    public func keep(_ picture: consuming Raster) {
        spare = picture.pixels
    }
}
