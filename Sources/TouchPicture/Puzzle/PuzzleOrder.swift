package import TouchCore

/// What a puzzle should be: everything except its secret.
package struct PuzzleOrder: Hashable, Sendable {
    /// Size of the picture, in pixels, within ``Puzzle/widths`` and ``Puzzle/heights``.
    package var size: PictureSize
    /// How it is made.
    package var rules: PuzzleRules
    /// The shape of the piece.
    package var shape: Outline
    /// The same piece, for a further puzzle of a challenge; nil: one of ``shape`` by the rules.
    package var piece: PuzzlePiece?
    /// Where the piece belongs, if fixed by the caller; nil: anywhere.
    package var target: PuzzleCut.Place?
    /// The folder of the operator's pictures; nil: one is drawn.
    package var folder: PictureFolder?

    /// Makes an order.
    package init(
        size: PictureSize, rules: PuzzleRules, shape: Outline = .puzzle, piece: PuzzlePiece? = nil,
        target: PuzzleCut.Place? = nil
    ) {
        (self.size, self.rules, self.shape, self.piece, self.target) = (size, rules, shape, piece, target)
    }

    /// Whether its puzzle does not depend on the caller, so that it can be drawn in advance.
    package var isForAnybody: Bool { piece == nil && target == nil }

    /// Draws the puzzle, with a drawn picture.
    package func puzzle(from seed: PictureSeed) -> Puzzle {
        var generator = SeededGenerator(seed)
        let cut = cut(&generator)
        return Puzzle(of: drawing(&generator), cut)
    }

    /// Draws the puzzle and encodes its pictures.
    ///
    /// An operator's picture that cannot be used is replaced by a drawn one, and ``DrawnPuzzle/problem`` says why.
    package func drawn(from seed: PictureSeed, on press: PuzzlePress = PuzzlePress()) -> DrawnPuzzle {
        var generator = SeededGenerator(seed)
        let cut = cut(&generator)
        var problem: String?
        if let folder {
            var name = ""
            do throws(PictureFileError) {
                let names = try folder.names()
                if !names.isEmpty {
                    name = generator.pick(names)
                    return try drawn(of: folder.picture(name), cut, &generator, on: press)
                }
                problem = "\(folder.path): no pictures"
            } catch {
                problem = "\(folder.path)/\(name): \(error)"
            }
        }
        let picture = drawing(&generator, in: press.memory())
        return press.print(Puzzle(of: picture, cut), .none, problem: problem)
    }

    /// Draws the puzzle of a given picture: a random part of the requested size, or all of it scaled.
    func drawn(
        of picture: Raster, _ cut: PuzzleCut, _ generator: inout SeededGenerator, on press: PuzzlePress = PuzzlePress()
    ) throws(PictureFileError) -> DrawnPuzzle {
        let isLarger = picture.width >= size.width && picture.height >= size.height
        let part =
            isLarger
            ? picture.cropped(
                x: generator.below(picture.width - size.width + 1),
                y: generator.below(picture.height - size.height + 1),
                width: size.width, height: size.height, in: press.memory())
            : picture.covering(size)
        let drawn = press.print(Puzzle(of: part, cut), .up)
        let (bytes, most) = (drawn.picture.count, DrawnPuzzle.maxBytes)
        guard bytes <= most else {
            throw PictureFileError("too detailed: \(bytes) bytes when sent, maximum \(most)")
        }
        return drawn
    }

    /// Draws where the piece lies and belongs, before anything else.
    package func cut(_ generator: inout SeededGenerator) -> PuzzleCut {
        let piece = piece ?? rules.piece(shape, inPictureOf: size.height, &generator)
        return PuzzleCut(size: size, piece: piece, target: target, isLevel: rules.isLevel, using: &generator)
    }

    private func drawing(_ generator: inout SeededGenerator, in memory: consuming [Pixel] = []) -> Raster {
        let motif = generator.pick(Motif.allCases)
        return motif.draw(width: size.width, height: size.height, in: memory, using: &generator)
    }
}

/// A puzzle that is ready to be sent.
package struct DrawnPuzzle: Sendable {
    /// Maximum length of one picture's text, in bytes: with a piece it fits into a message twice.
    package static let maxBytes = 512 << 10

    /// The state of the challenge.
    package let cut: PuzzleCut
    /// The picture as PNG in base64.
    package let picture: [UInt8]
    /// The piece as PNG in base64.
    package let piece: [UInt8]
    /// Why it is not an operator's picture although one was requested.
    package let problem: String?
}
