/// A picture in memory, row by row from the top left.
///
/// Everything in this module is computed in integers, or with the four basic operations and square roots of IEEE 754,
/// so that a picture has the same bytes on every processor.
package struct Raster: Hashable, Sendable {
    /// Allowed sides of a picture, in pixels: more than any screen shows, and at most 64 MiB.
    package static let sides = 1...4_096

    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// The pixels, row by row; as many as width times height.
    package private(set) var pixels: [Pixel]

    /// Makes a picture of one color within ``sides``, in the memory of an unused one if that is large enough.
    package init(width: Int, height: Int, _ color: Pixel = .clear, in memory: consuming [Pixel] = []) {
        var pixels = memory
        pixels.removeAll(keepingCapacity: true)
        pixels.append(contentsOf: repeatElement(color, count: width * height))
        self.init(width: width, height: height, pixels: pixels)
    }

    /// Makes a picture within ``sides`` from as many pixels.
    package init(width: Int, height: Int, pixels: [Pixel]) {
        precondition(Self.sides.contains(width) && Self.sides.contains(height), "a picture has sides of 1 to 4096")
        precondition(pixels.count == width * height, "a picture has one color for each pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The pixel at a place in the picture.
    package subscript(x: Int, y: Int) -> Pixel {
        get {
            precondition(contains(x, y), "a pixel lies in its picture")
            return pixels[y * width + x]
        }
        set {
            precondition(contains(x, y), "a pixel lies in its picture")
            pixels[y * width + x] = newValue
        }
    }

    /// Whether a place lies in the picture.
    package func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }

    /// Lends the pixels to be changed, row by row.
    @inline(__always)
    mutating func change(_ body: (inout MutableSpan<Pixel>) -> Void) {
        var span = pixels.mutableSpan
        body(&span)
    }

    /// A part of the picture that lies in it, as a new picture in the memory of an unused one if that is large enough.
    package func cropped(
        x: Int, y: Int, width: Int, height: Int, in memory: consuming [Pixel] = []
    ) -> Raster {
        precondition(
            x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= self.width && y + height <= self.height,
            "a part lies in its picture")
        var part = memory
        part.removeAll(keepingCapacity: true)
        part.reserveCapacity(width * height)
        for row in y..<y + height { part += pixels[row * self.width + x..<row * self.width + x + width] }
        return Raster(width: width, height: height, pixels: part)
    }

    /// Fills a rectangle, clipped to the picture.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: Pixel) {
        let (left, right) = (max(x, 0), min(x + width, self.width))
        guard left < right else { return }
        for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
            for index in row * self.width + left..<row * self.width + right { pixels[index] = color }
        }
    }

    /// Blends a color over the pixels that a shape covers, in eighths: finer steps are invisible, and make files of
    /// drawings a quarter larger.
    mutating func lay(_ color: Pixel, over coverage: Coverage) {
        let weight = Int(color.alpha) + Int(color.alpha >> 7)
        visit(coverage) { pixel, part, _, _ in
            pixel = pixel.mixed(with: color, ((part + 16) & ~31) * weight >> 8)
        }
    }

    /// Changes each pixel that a shape covers, at least in part.
    ///
    /// - Parameter change: receives the pixel, its coverage, 1…256, and its place in the box of the shape.
    @inline(__always)
    mutating func visit(
        _ coverage: Coverage, _ change: (inout Pixel, _ part: Int, _ column: Int, _ row: Int) -> Void
    ) {
        let (left, top) = (coverage.x, coverage.y)
        let columns = max(0, -left)..<max(0, -left, min(coverage.width, width - left))
        guard !columns.isEmpty else { return }
        for row in max(0, -top)..<max(0, -top, min(coverage.height, height - top)) {
            let (from, to) = (row * coverage.width, (top + row) * width + left)
            for column in columns {
                let part = coverage.parts[from + column]
                if part > 0 { change(&pixels[to + column], Int(part), column, row) }
            }
        }
    }
}
