internal import TouchCore

/// How hard a puzzle is.
public struct PuzzleRules: Hashable, Sendable {
    /// What the gap looks like.
    public enum Gap: Hashable, Sendable {
        /// White with 0.7 of opacity over the picture, as the seed of this model paints it.
        case veil
        /// A dark hole filled with texture of another place, so that nothing of the piece is left in the picture.
        case hole
    }

    /// What the gap looks like.
    public var gap: Gap
    /// Sides of the piece, in parts of 1000 of the height of the picture, within ``PuzzlePiece/sides``.
    public var piece: ClosedRange<Int>
    /// Gaps that look like the right one and are not.
    public var decoys: Int
    /// Width of the rim of noise around piece and gaps, as a part of the piece's side: one over this; nil: none.
    public var rim: Int?
    /// Whether the piece may be mirrored and turned.
    public var turns: Bool
    /// Whether the piece lies at the left edge at first, as high as its gap, for a bar that moves it along x alone.
    ///
    /// Where a finger moves it in both axes that would give one of them away.
    public var isLevel: Bool

    /// Most decoys: more have no room beside each other.
    public static let mostDecoys = 5

    /// One gap, the piece of the seed.
    public static let simple = PuzzleRules(
        gap: .veil, piece: 0...0, decoys: 0, rim: nil, turns: false, isLevel: true)
    /// The gap's content is replaced, three decoys are treated the same way, and a narrow rim of noise lies between what is
    /// within and what is around, so that it takes more than the pixels of the border to see what continues.
    public static let standard = PuzzleRules(
        gap: .hole, piece: 240...280, decoys: 3, rim: 10, turns: true, isLevel: false)
    /// Four decoys and a wider rim.
    public static let hard = PuzzleRules(
        gap: .hole, piece: 260...300, decoys: 4, rim: 8, turns: true, isLevel: false)

    /// A piece of random size and turn, for a picture of that height.
    func piece(_ shape: Outline, inPictureOf height: Int, _ generator: inout SeededGenerator) -> PuzzlePiece {
        let side = height * generator.within(piece) / 1_000
        let sides = PuzzlePiece.sides
        return PuzzlePiece(
            shape, side: min(max(side, sides.lowerBound), sides.upperBound), turn: turns ? generator.below(8) : 0)
    }

    /// The same with more decoys, as after a miss.
    public func harder(by more: Int) -> PuzzleRules {
        guard gap == .hole else { return self }
        var rules = self
        rules.decoys = min(decoys + more, Self.mostDecoys)
        return rules
    }
}
