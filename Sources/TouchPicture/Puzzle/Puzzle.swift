/// A picture with a gap, the piece for it, and the answer.
///
/// Only ``picture``, ``piece`` and the start of ``cut`` may leave the daemon.
package struct Puzzle: Sendable {
    /// Widths of pictures that puzzles are cut from, in pixels.
    package static let widths = 160...560
    /// Heights of pictures that puzzles are cut from, in pixels.
    package static let heights = 120...360

    /// The picture with its gap; opaque.
    package let picture: Raster
    /// The piece in its box; clear around its shape.
    package let piece: Raster
    /// Where it was cut.
    package let cut: PuzzleCut

    /// Cuts a puzzle out of a picture of the size of the cut, without further randomness.
    package init(of picture: consuming Raster, _ cut: PuzzleCut) {
        let coverage = cut.piece.coverage
        let relief = Relief(of: coverage)
        var piece = picture.cropped(
            x: cut.target.x, y: cut.target.y, width: coverage.width, height: coverage.height)
        relief.raise(&piece)
        relief.sink(&picture, at: cut.target)
        piece.change { pixels in
            for (index, part) in coverage.parts.enumerated() {
                if part == 0 { pixels[index] = .clear } else { pixels[index].alpha = Pixel.clamped(Int(part)) }
            }
        }
        self.picture = picture
        self.piece = piece
        self.cut = cut
    }

    /// The picture with the piece where it lies at first.
    package var shown: Raster {
        var shown = picture
        for row in 0..<piece.height {
            for column in 0..<piece.width {
                let (x, y, pixel) = (cut.start.x + column, cut.start.y + row, piece[column, row])
                shown[x, y] = shown[x, y].mixed(with: pixel, Int(pixel.alpha) + Int(pixel.alpha >> 7))
            }
        }
        return shown
    }
}
