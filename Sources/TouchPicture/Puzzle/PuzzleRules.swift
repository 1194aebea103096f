internal import TouchCore

/// How a puzzle is made.
package struct PuzzleRules: Hashable, Sendable {
    /// The longer side of the piece, in parts of 1000 of the height of the picture; never beyond ``PuzzlePiece/sides``.
    package var piece: ClosedRange<Int>
    /// Whether the piece may be mirrored and turned.
    package var turns: Bool
    /// Whether the piece lies at the height of its gap at first, for a bar that moves it only along x.
    ///
    /// If a finger moves it in both axes, that would reveal one of them.
    package var isLevel: Bool

    /// One size and no turns, at the height of the gap, as in the original.
    package static let simple = PuzzleRules(piece: 200...200, turns: false, isLevel: true)
    /// A larger piece that may be turned, anywhere in both axes.
    package static let standard = PuzzleRules(piece: 240...280, turns: true, isLevel: false)

    /// The widths of a picture of that height with enough room: three of the largest piece side by side.
    package func widths(forHeight height: Int) -> ClosedRange<Int> {
        max(3 * side(piece.upperBound, height), Puzzle.widths.lowerBound)...Puzzle.widths.upperBound
    }

    /// A piece of random size and turn, for a picture of that height.
    func piece(_ shape: Outline, inPictureOf height: Int, _ generator: inout SeededGenerator) -> PuzzlePiece {
        PuzzlePiece(shape, side: side(generator.within(piece), height), turn: turns ? generator.below(8) : 0)
    }

    private func side(_ part: Int, _ height: Int) -> Int {
        min(max(height * part / 1_000, PuzzlePiece.sides.lowerBound), PuzzlePiece.sides.upperBound)
    }
}
