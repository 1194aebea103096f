/// A picture with gaps, the piece for one of them, and the answer.
///
/// Only ``picture``, ``piece`` and ``start`` may leave the daemon.
public struct Puzzle: Sendable {
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

    /// The picture with its gaps; opaque.
    public let picture: Raster
    /// The piece, square; clear around its shape.
    public let piece: Raster
    /// Where the top left corner of the piece lies at first: over no gap, if there is room.
    public let start: Place
    /// Where it belongs, which is the secret.
    public let target: Place

    /// Widths of pictures that puzzles are cut from, in pixels.
    public static let widths = 160...560
    /// Heights of pictures that puzzles are cut from, in pixels.
    public static let heights = 120...360

    /// What the piece looks like.
    public let shape: PuzzlePiece

    /// Cuts a puzzle out of a picture.
    ///
    /// The target is drawn uniformly over all places where the piece fits.
    ///
    /// - Parameters:
    ///   - picture: its sides are within ``widths`` and ``heights``.
    ///   - rules: how hard it is.
    ///   - shape: of the piece.
    ///   - target: where the piece belongs; nil: anywhere.
    ///   - generator: makes every choice.
    public init(
        of picture: consuming Raster, _ rules: PuzzleRules, piece shape: PuzzlePiece, target: Place? = nil,
        using generator: inout SeededGenerator
    ) {
        let reach = Place(x: picture.width - shape.size.width, y: picture.height - shape.size.height)
        precondition(reach.x >= 0 && reach.y >= 0, "a piece fits into its picture")
        let target = Place(
            x: min(target?.x ?? generator.below(reach.x + 1), reach.x),
            y: min(target?.y ?? generator.below(reach.y + 1), reach.y))
        var cutter = Cutter(picture: picture, coverage: shape.coverage, reach: reach)
        var gaps = [target]
        switch rules.gap {
        case .veil:
            piece = cutter.piece(at: target)
            cutter.veil(target)
        case .hole:
            gaps = cutter.gaps(around: target, decoys: rules.decoys, &generator)
            var surface = cutter.surface(
                rim: rules.rim.map { max(max(shape.size.width, shape.size.height) / $0, 2) } ?? 0)
            piece = cutter.raised(cutter.piece(at: target), &surface, &generator)
            cutter.fill(gaps, &surface, &generator)
        }
        start = rules.isLevel ? Place(x: 0, y: target.y) : cutter.start(away: gaps, &generator)
        self.picture = cutter.picture
        self.target = target
        self.shape = shape
    }
}
