/// Where the piece of a puzzle lies and belongs: all that is secret of it, and all that a challenge remembers.
///
/// It is drawn first. The picture is drawn afterward and knows nothing of it, and cutting draws nothing: but for the gap,
/// what is sent is the same wherever the target is.
public struct PuzzleCut: Hashable, Sendable {
    /// A place in whole pixels of the picture.
    public struct Place: Hashable, Sendable {
        /// Pixels from the left.
        public var x: Int
        /// Pixels from the top.
        public var y: Int

        /// Makes a place.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// Size of the picture, in pixels.
    public let size: PictureSize
    /// What the piece looks like.
    public let piece: PuzzlePiece
    /// Where the top left corner of the piece lies at first: at the left edge.
    public let start: Place
    /// Where it belongs, which is the secret.
    public let target: Place

    /// Draws places.
    ///
    /// The target is drawn uniformly over all places right of the strip where the piece lies at first, so that the piece
    /// never covers its gap, and the start needs to know nothing of the target.
    ///
    /// - Parameters:
    ///   - size: of the picture.
    ///   - piece: narrower and less high than the picture.
    ///   - target: where the piece belongs, if somebody says that; nil: anywhere.
    ///   - isLevel: see ``PuzzleRules/isLevel``.
    ///   - generator: makes every choice.
    public init(
        size: PictureSize, piece: PuzzlePiece, target: Place? = nil, isLevel: Bool,
        using generator: inout SeededGenerator
    ) {
        let (right, bottom) = (size.width - piece.size.width, size.height - piece.size.height)
        precondition(right >= 0 && bottom >= 0, "a piece fits into its picture")
        let drawn = Place(
            x: generator.within(min(piece.size.width, right)...right), y: generator.within(0...bottom))
        let target = target.map { Place(x: min($0.x, right), y: min($0.y, bottom)) } ?? drawn
        self.size = size
        self.piece = piece
        self.target = target
        start = Place(x: 0, y: isLevel ? target.y : generator.within(0...bottom))
    }
}
