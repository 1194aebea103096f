extension Raster {
    /// The picture in another size, ignoring its aspect: each pixel is the weighted mean of those it covers.
    ///
    /// - Precondition: both sides are within ``sides``.
    package func rescaled(to size: PictureSize) -> Raster {
        if size.width == width && size.height == height { return self }
        let columns = Self.weights(from: width, to: size.width)
        let rows = Self.weights(from: height, to: size.height)
        var narrow = Raster(width: size.width, height: height)
        for y in 0..<height {
            for x in 0..<size.width { narrow[x, y] = Self.mean(columns[x]) { self[$0, y] } }
        }
        var result = Raster(width: size.width, height: size.height)
        for y in 0..<size.height {
            for x in 0..<size.width { result[x, y] = Self.mean(rows[y]) { narrow[x, $0] } }
        }
        return result
    }

    /// The picture scaled to cover the size, cropped in the middle.
    package func covering(_ size: PictureSize) -> Raster {
        let isWide = width * size.height > size.width * height
        let part = isWide ? max(size.width * height / size.height, 1) : max(size.height * width / size.width, 1)
        let middle =
            isWide
            ? cropped(x: (width - part) / 2, y: 0, width: part, height: height)
            : cropped(x: 0, y: (height - part) / 2, width: width, height: part)
        return middle.rescaled(to: size)
    }

    /// The source pixels of each pixel of a side, with weights in 1/65536.
    private static func weights(from: Int, to: Int) -> [(first: Int, weights: [Int])] {
        // In 1/65536 pixels of the source: a triangle as wide as a new pixel, but never narrower than an old one.
        let step = (from << 16) / to
        let reach = max(step, 1 << 16)
        return (0..<to).map { index in
            let center = (2 * index + 1) * from * 32_768 / to - 32_768
            let first = max(0, (center - reach) >> 16)
            let last = min(from - 1, (center + reach) >> 16)
            var weights = (first...max(first, last)).map { max(0, reach - abs(($0 << 16) - center)) >> 4 }
            let sum = max(weights.reduce(0, +), 1)
            weights = weights.map { ($0 << 16) / sum }
            let short = 65_536 - weights.reduce(0, +)
            weights[weights.count / 2] += short
            return (first, weights)
        }
    }

    private static func mean(_ span: (first: Int, weights: [Int]), _ pixel: (Int) -> Pixel) -> Pixel {
        var mean = WeightedColor()
        for (index, weight) in span.weights.enumerated() { mean.add(pixel(span.first + index), weight) }
        return mean.pixel
    }
}

/// A mean of colors with weights in 1/65536, to which transparent ones contribute no color.
package struct WeightedColor {
    private var (red, green, blue, alpha) = (0, 0, 0, 0)

    /// Begins with nothing, which is transparent.
    package init() {}

    /// Adds a color.
    package mutating func add(_ pixel: Pixel, _ weight: Int) {
        let cover = weight * Int(pixel.alpha)
        red += cover * Int(pixel.red)
        green += cover * Int(pixel.green)
        blue += cover * Int(pixel.blue)
        alpha += cover
    }

    /// The mean of what was added, whose weights are at most 1 together.
    package var pixel: Pixel {
        guard alpha > 0 else { return .clear }
        return Pixel(
            red: Pixel.clamped((red + alpha / 2) / alpha), green: Pixel.clamped((green + alpha / 2) / alpha),
            blue: Pixel.clamped((blue + alpha / 2) / alpha), alpha: Pixel.clamped((alpha + 32_768) >> 16))
    }
}
