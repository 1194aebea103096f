/// Where the piece of a puzzle lies and belongs: the whole secret, and the only state of a challenge.
///
/// It is drawn first. The picture is drawn afterward, independently of it, and cutting uses no random numbers: apart
/// from the gap, what is sent does not depend on the target.
package struct PuzzleCut: Hashable, Sendable {
    /// A place in whole pixels of the picture.
    package struct Place: Hashable, Sendable {
        /// Pixels from the left.
        package var x: Int
        /// Pixels from the top.
        package var y: Int

        /// Makes a place.
        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// Size of the picture, in pixels.
    package let size: PictureSize
    /// The shape of the piece.
    package let piece: PuzzlePiece
    /// The initial place of the piece's top left corner: at the left edge.
    package let start: Place
    /// Where it belongs, which is the secret.
    package let target: Place

    /// Draws places, and the target unless the caller has fixed it.
    ///
    /// The target is uniform over all places right of the strip where the piece lies at first, so that the piece never
    /// covers its gap, and the start is independent of the target.
    package init(
        size: PictureSize, piece: PuzzlePiece, target: Place? = nil, isLevel: Bool,
        using generator: inout SeededGenerator
    ) {
        let (right, bottom) = (size.width - piece.size.width, size.height - piece.size.height)
        precondition(right >= 0 && bottom >= 0, "a piece fits into its picture")
        let drawn = Place(
            x: generator.within(min(piece.size.width, right)...right), y: generator.within(0...bottom))
        let target = target.map { Place(x: min($0.x, right), y: min($0.y, bottom)) } ?? drawn
        (self.size, self.piece, self.target) = (size, piece, target)
        start = Place(x: 0, y: isLevel ? target.y : generator.within(0...bottom))
    }
}
