/// The built-in motifs.
///
/// Each picture is drawn from the seed of its challenge and never twice, so that pictures cannot be collected and
/// compared.
/// All are flat-colored prints with recognizable detail everywhere, at the size of a piece.
package enum Motif: String, CaseIterable, Sendable {
    case quilt
    case bookshelf
    case town
    case glass
    case balloons
    case reef

    /// Draws it within ``Raster/sides``, in the memory of an unused picture if that is large enough.
    package func draw(
        width: Int, height: Int, in memory: consuming [Pixel] = [], using generator: inout SeededGenerator
    ) -> Raster {
        var painter = Painter(width: width, height: height, in: memory, with: generator)
        defer { generator = painter.generator }
        switch self {
        case .quilt: painter.quilt()
        case .bookshelf: painter.bookshelf()
        case .town: painter.town()
        case .glass: painter.glass()
        case .balloons: painter.balloons()
        case .reef: painter.reef()
        }
        return painter.raster
    }
}

/// Width and height of a picture, in pixels.
package struct PictureSize: Hashable, Sendable {
    /// Pixels from left to right.
    package var width: Int
    /// Pixels from top to bottom.
    package var height: Int

    /// Makes a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
