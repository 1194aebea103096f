import TouchCore
import TouchPicture

/// How a picture is fitted into a box of another aspect: with clear margins, cut, or ignoring the aspect.
enum ContentMode: String, Sendable {
    case fit
    case fill
    case stretch
}

extension Raster {
    /// The picture fitted into a box with sides within ``TouchPicture/Raster/sides``.
    func fitted(into size: PictureSize, _ mode: ContentMode) -> Raster {
        switch mode {
        case .stretch: return rescaled(to: size)
        case .fill: return covering(size)
        case .fit:
            let isWide = width * size.height > size.width * height
            let part = PictureSize(
                width: isWide ? size.width : max(size.height * width / height, 1),
                height: isWide ? max(size.width * height / width, 1) : size.height)
            var result = Raster(width: size.width, height: size.height)
            result.draw(rescaled(to: part), x: (size.width - part.width) / 2, y: (size.height - part.height) / 2)
            return result
        }
    }

    /// A square with rounded corners, whose sides, the longer one of the picture if nil, are within
    /// ``TouchPicture/Raster/sides``.
    func rounded(radius: Double, width side: Int? = nil, _ mode: ContentMode = .fill) -> Raster {
        let side = side ?? max(width, height)
        let square = fitted(into: PictureSize(width: side, height: side), mode)
        let (length, round) = (Double(side), min(max(radius, 0), Double(side) / 2))
        guard round > 0 else { return square }
        var corners: [Point] = []
        for (quarter, center) in [
            Point(x: length - round, y: length - round), Point(x: round, y: length - round),
            Point(x: round, y: round), Point(x: length - round, y: round),
        ].enumerated() {
            for step in 0...16 {
                let direction = Maths.unit(degrees: 90 * Double(quarter) + 90 * Double(step) / 16)
                corners.append(center.offset(dx: direction.x * round, dy: direction.y * round))
            }
        }
        return square.clipped(to: corners)
    }

    /// The part of the picture within a shape centered on it; the rest is transparent.
    func clipped(to shape: Outline) -> Raster {
        let corner = Point(x: (Double(width) - shape.size.width) / 2, y: (Double(height) - shape.size.height) / 2)
        return clipped(to: shape.polygon(at: corner))
    }

    /// The part of the picture, fitted into its box, within a shape; the rest is transparent.
    ///
    /// The sides of the shape are within ``TouchPicture/Raster/sides``.
    func clipped(to shape: Outline, _ mode: ContentMode) -> Raster {
        let (width, height) = (shape.size.width.rounded(.up), shape.size.height.rounded(.up))
        return fitted(into: PictureSize(width: Int(width), height: Int(height)), mode).clipped(to: shape)
    }

    /// The part of the picture within a polygon; the rest is transparent.
    private func clipped(to corners: [Point]) -> Raster {
        let parts = Coverage(of: corners).boxed(width: width, height: height).parts
        return Raster(
            width: width, height: height,
            pixels: zip(pixels, parts).map { pixel, part in
                var cut = pixel
                cut.alpha = UInt8((Int(pixel.alpha) * Int(part)) >> 8)
                return part == 0 ? .clear : cut
            })
    }

    /// Two pictures over each other, aligned at the upper left corner, on the size of the larger one in each direction.
    func merged(under other: Raster) -> Raster {
        var result = Raster(width: max(width, other.width), height: max(height, other.height))
        result.draw(self, x: 0, y: 0)
        result.draw(other, x: 0, y: 0)
        return result
    }

    /// The picture repeated from the upper left corner, with sides within ``TouchPicture/Raster/sides``.
    func tiled(to size: PictureSize) -> Raster {
        var result = Raster(width: size.width, height: size.height)
        for y in 0..<size.height {
            for x in 0..<size.width { result[x, y] = self[x % width, y % height] }
        }
        return result
    }

    /// Draws another picture over this one, blending by alpha.
    mutating func draw(_ other: Raster, x left: Int, y top: Int) {
        for y in 0..<other.height {
            for x in 0..<other.width where contains(left + x, top + y) {
                self[left + x, top + y] = other[x, y].over(self[left + x, top + y])
            }
        }
    }
}

extension Pixel {
    /// This color blended over another one.
    fileprivate func over(_ below: Pixel) -> Pixel {
        let (mine, rest) = (Int(alpha) * 255, Int(below.alpha) * (255 - Int(alpha)))
        let sum = mine + rest
        guard sum > 0 else { return .clear }
        func mix(_ upper: UInt8, _ lower: UInt8) -> UInt8 {
            UInt8((Int(upper) * mine + Int(lower) * rest + sum / 2) / sum)
        }
        return Pixel(
            red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue),
            alpha: UInt8((sum + 127) / 255))
    }
}
