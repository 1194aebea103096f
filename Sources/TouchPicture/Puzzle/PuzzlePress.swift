/// Encodes the pictures of puzzles, in memory that is reused for the next one.
package final class PuzzlePress {
    private let writer = PNGWriter()
    private var spare: [Pixel] = []

    /// Makes one without memory.
    package init() {}

    /// Returns the memory of the last picture, for the next one.
    package func memory() -> [Pixel] {
        defer { spare = [] }
        return spare
    }

    /// Encodes the pictures of a puzzle and keeps their memory.
    package func print(
        _ puzzle: consuming Puzzle, _ filter: PNGWriter.Filter, problem: String? = nil
    ) -> DrawnPuzzle {
        writer.kind = filter
        let drawn = DrawnPuzzle(
            cut: puzzle.cut, picture: writer.base64(of: puzzle.picture),
            piece: writer.base64(of: puzzle.piece), problem: problem)
        keep(puzzle.picture)
        return drawn
    }

    /// Keeps the memory of an unused picture.
    package func keep(_ picture: consuming Raster) {
        spare = picture.pixels
    }
}
