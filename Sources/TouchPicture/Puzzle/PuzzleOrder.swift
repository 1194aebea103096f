public import TouchCore

/// What somebody wants to have drawn: everything about a puzzle but its secret.
public struct PuzzleOrder: Hashable, Sendable {
    /// Size of the picture, in pixels, within ``Puzzle/widths`` and ``Puzzle/heights``.
    public var size: PictureSize
    /// How hard it is.
    public var rules: PuzzleRules
    /// The shape of the piece.
    public var shape: Outline
    /// The very piece, for a further puzzle of the same challenge; nil: one of ``shape`` as the rules say.
    public var piece: PuzzlePiece?
    /// Where the piece belongs, if the caller says that; nil: anywhere.
    public var target: Puzzle.Place?

    /// Makes an order.
    public init(
        size: PictureSize, rules: PuzzleRules, shape: Outline = .puzzle, piece: PuzzlePiece? = nil,
        target: Puzzle.Place? = nil
    ) {
        self.size = size
        self.rules = rules
        self.shape = shape
        self.piece = piece
        self.target = target
    }

    /// Whether another one may have its puzzle just as well: then it can be drawn before it is ordered.
    public var isForAnybody: Bool { piece == nil && target == nil }

    /// Draws the puzzle.
    public func puzzle(from seed: PictureSeed) -> Puzzle {
        var generator = SeededGenerator(seed)
        let motif = generator.pick(Motif.allCases)
        let picture = motif.draw(width: size.width, height: size.height, using: &generator)
        let piece = piece ?? rules.piece(shape, inPictureOf: size.height, &generator)
        return Puzzle(of: picture, rules, piece: piece, target: target, using: &generator)
    }

    /// Draws the puzzle and its pictures, as they are sent.
    public func drawn(from seed: PictureSeed) -> DrawnPuzzle {
        let puzzle = puzzle(from: seed)
        let writer = PNGWriter()
        return DrawnPuzzle(
            cut: PuzzleCut(puzzle), picture: Base64.encode(writer.png(of: puzzle.picture)),
            piece: Base64.encode(writer.png(of: puzzle.piece)))
    }
}

/// What a challenge has to remember of its puzzle when the pictures are gone.
public struct PuzzleCut: Hashable, Sendable {
    /// Size of the picture, in pixels.
    public let size: PictureSize
    /// What the piece looks like.
    public let piece: PuzzlePiece
    /// Where the piece lies at first.
    public let start: Puzzle.Place
    /// Where it belongs, which is the secret.
    public let target: Puzzle.Place

    init(_ puzzle: Puzzle) {
        size = PictureSize(width: puzzle.picture.width, height: puzzle.picture.height)
        piece = puzzle.shape
        start = puzzle.start
        target = puzzle.target
    }
}

/// A puzzle that is ready to be sent.
public struct DrawnPuzzle: Sendable {
    /// What the challenge remembers.
    public let cut: PuzzleCut
    /// The picture as PNG in base64.
    public let picture: [UInt8]
    /// The piece as PNG in base64.
    public let piece: [UInt8]
}
