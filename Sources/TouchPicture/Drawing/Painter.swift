internal import TouchCore

/// Draws antialiased shapes into a picture, with random numbers.
struct Painter {
    private(set) var raster: Raster
    var generator: SeededGenerator
    private var coverage = Coverage()

    var size: PictureSize { PictureSize(width: raster.width, height: raster.height) }

    /// Begins with black, in the memory of an unused picture.
    init(width: Int, height: Int, in memory: consuming [Pixel], with generator: SeededGenerator) {
        self.generator = generator
        raster = Raster(width: width, height: height, .black, in: memory)
    }

    mutating func paint(_ color: Pixel) {
        box(0, 0, raster.width, raster.height, color)
    }

    /// Paints a sky of bands, each that part of the height, from one color to another.
    mutating func sky(_ bands: Int, each part: Int, _ above: Pixel, _ below: Pixel) {
        for band in 0..<bands {
            box(
                0, size.height * band / part, size.width, size.height / part + 1,
                above.mixed(with: below, 256 * band / bands))
        }
    }

    /// Fills a rectangle on whole pixels.
    mutating func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: Pixel) {
        raster.fill(x: x, y: y, width: width, height: height, color)
    }

    mutating func fill(_ outline: [Point], _ color: Pixel) {
        coverage.trace(outline, within: 0..<raster.height)
        raster.lay(color, over: coverage)
    }

    mutating func disc(_ center: Point, _ radius: Double, _ color: Pixel) {
        ellipse(center, radius, radius, color)
    }

    mutating func ellipse(_ center: Point, _ across: Double, _ down: Double, _ color: Pixel) {
        // Small ones need few corners.
        let step = max(across, down) < 6 ? 4 : 2
        var outline: [Point] = []
        outline.reserveCapacity(Circle.directions.count / step)
        for index in stride(from: 0, to: Circle.directions.count, by: step) {
            let direction = Circle.directions[index]
            outline.append(center.offset(dx: direction.x * across, dy: direction.y * down))
        }
        fill(outline, color)
    }

    mutating func line(_ start: Point, _ end: Point, width: Double, _ color: Pixel) {
        let length = start.distance(to: end)
        guard length > 0 else { return }
        let (dx, dy) = ((end.y - start.y) / length * width / 2, (start.x - end.x) / length * width / 2)
        fill(
            [
                start.offset(dx: dx, dy: dy), end.offset(dx: dx, dy: dy), end.offset(dx: -dx, dy: -dy),
                start.offset(dx: -dx, dy: -dy),
            ], color)
    }
}
