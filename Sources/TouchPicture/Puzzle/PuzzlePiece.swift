package import TouchCore

/// The piece of a puzzle: its shape, size and orientation.
package struct PuzzlePiece: Hashable, Sendable {
    /// Allowed length of the longer side of a piece's box, in pixels: from a fingertip to half a small picture.
    package static let sides = 40...160

    /// The shape, of any size.
    package let shape: Outline
    /// The box around it, in whole pixels of the picture.
    package let size: PictureSize
    /// How it is mirrored and turned, see ``TouchCore/Outline/fitted(into:turn:)``.
    package let turn: Int

    /// Makes a piece with a longer side of that length, within ``sides``.
    package init(_ shape: Outline, side: Int, turn: Int = 0) {
        precondition(Self.sides.contains(side), "a piece has a side of 40 to 160 pixels")
        let (width, height) =
            turn & 4 == 0 ? (shape.size.width, shape.size.height) : (shape.size.height, shape.size.width)
        let longest = max(width, height)
        self.shape = shape
        self.turn = turn
        size = PictureSize(
            width: max(Int((Double(side) * width / longest).rounded()), 1),
            height: max(Int((Double(side) * height / longest).rounded()), 1))
    }

    /// The outline in the picture, with its box at (0, 0).
    var outline: Outline {
        shape.fitted(into: Size(width: Double(size.width), height: Double(size.height)), turn: turn)
    }

    var coverage: Coverage {
        // Corners of curves may differ in their last bits from processor to processor, pictures may not.
        let corners = outline.polygon().map { corner in
            Point(x: (corner.x * 1_024).rounded() / 1_024, y: (corner.y * 1_024).rounded() / 1_024)
        }
        return Coverage(of: corners).boxed(width: size.width, height: size.height)
    }
}
