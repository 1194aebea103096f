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
    /// Where pictures of the operator are; nil: one is drawn.
    public var folder: PictureFolder?

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

    /// Draws the puzzle, of a picture drawn for it.
    public func puzzle(from seed: PictureSeed) -> Puzzle {
        var generator = SeededGenerator(seed)
        return puzzle(of: drawing(&generator), &generator)
    }

    /// Draws the puzzle and its pictures, as they are sent.
    ///
    /// A picture of the operator that cannot be used is replaced by a drawn one, and ``DrawnPuzzle/problem`` says why.
    ///
    /// - Parameter press: one that can be used again for the next puzzle.
    public func drawn(from seed: PictureSeed, on press: PuzzlePress = PuzzlePress()) -> DrawnPuzzle {
        var generator = SeededGenerator(seed)
        var problem: String?
        if let folder {
            var name = ""
            do throws(PictureFileError) {
                let names = try folder.names()
                if !names.isEmpty {
                    name = generator.pick(names)
                    return try drawn(of: folder.picture(name), &generator, on: press)
                }
                problem = "\(folder.path): there is no picture in it"
            } catch {
                problem = "\(folder.path)/\(name): \(error)"
            }
        }
        let puzzle = puzzle(of: drawing(&generator, in: press.memory()), &generator)
        return press.print(puzzle, .none, problem: problem)
    }

    /// Draws the puzzle of a given picture, some part of it that is as large as ordered, or all of it scaled.
    ///
    /// - Throws: ``PictureFileError/tooDetailed(bytes:)``.
    func drawn(
        of picture: Raster, _ generator: inout SeededGenerator, on press: PuzzlePress = PuzzlePress()
    ) throws(PictureFileError) -> DrawnPuzzle {
        let isLarger = picture.width >= size.width && picture.height >= size.height
        let part =
            isLarger
            ? picture.cropped(
                x: generator.below(picture.width - size.width + 1),
                y: generator.below(picture.height - size.height + 1),
                width: size.width, height: size.height, in: press.memory())
            : picture.covering(size)
        let drawn = press.print(puzzle(of: part, &generator), .up)
        guard drawn.picture.count <= DrawnPuzzle.mostBytes else { throw .tooDetailed(bytes: drawn.picture.count) }
        return drawn
    }

    private func drawing(_ generator: inout SeededGenerator, in memory: consuming [Pixel] = []) -> Raster {
        let motif = generator.pick(Motif.allCases)
        return motif.draw(width: size.width, height: size.height, in: memory, using: &generator)
    }

    private func puzzle(of picture: consuming Raster, _ generator: inout SeededGenerator) -> Puzzle {
        let piece = piece ?? rules.piece(shape, inPictureOf: size.height, &generator)
        return Puzzle(of: picture, rules, piece: piece, target: target, using: &generator)
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
    /// Longest text of one picture, in bytes: with a piece it fits into a message twice.
    public static let mostBytes = 512 << 10

    /// What the challenge remembers.
    public let cut: PuzzleCut
    /// The picture as PNG in base64.
    public let picture: [UInt8]
    /// The piece as PNG in base64.
    public let piece: [UInt8]
    /// Why it is not a picture of the operator, although there should be one.
    public let problem: String?
}
