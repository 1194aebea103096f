package import TouchPicture

extension Raster {
    /// The color of a pixel; nil outside.
    package func color(atX x: Int, y: Int) -> Pixel? {
        contains(x, y) ? self[x, y] : nil
    }

    /// A picture of one pixel.
    package init(of color: Pixel) {
        self.init(width: 1, height: 1, color)
    }

    /// The picture with each pixel changed, including its alpha.
    package func mapped(_ change: (Pixel) -> Pixel) -> Raster {
        Raster(width: width, height: height, pixels: pixels.map(change))
    }

    /// The picture in gray, with the same brightness; alpha stays.
    package var gray: Raster {
        mapped { pixel in
            let light = UInt8(pixel.luma)
            return Pixel(red: light, green: light, blue: light, alpha: pixel.alpha)
        }
    }

    /// The picture with inverted colors; alpha stays.
    package var reversed: Raster {
        mapped { pixel in
            guard pixel.alpha > 0 else { return pixel }
            return Pixel(red: 255 - pixel.red, green: 255 - pixel.green, blue: 255 - pixel.blue, alpha: pixel.alpha)
        }
    }

    /// The silhouette of the picture: one color, with the picture's alpha.
    package func sketch(_ color: Pixel) -> Raster {
        mapped { pixel in
            var filled = color
            filled.alpha = pixel.alpha
            return pixel.alpha > 0 ? filled : pixel
        }
    }
}

/// A color transformation: the matrix of SVG's `feColorMatrix`, without its conversion to linear light.
package struct ColorMatrix: Hashable, Sendable {
    /// Four rows, for red, green, blue and alpha of the new pixel; each has the factors of red, green, blue and alpha
    /// of the old one, and an offset, where 1 is full light.
    private let rows: [[Double]]

    /// Makes a matrix from its rows, one after the other; nil unless there are 20 finite numbers.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 20, numbers.allSatisfy(\.isFinite) else { return nil }
        rows = (0..<4).map { Array(numbers[$0 * 5..<$0 * 5 + 5]) }
    }

    /// The transformed pixel; channels are clamped to 0…255.
    package func applied(to pixel: Pixel) -> Pixel {
        let old = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Double($0) }
        let new = rows.map { row in
            let light = zip(row, old).reduce(row[4] * 255) { $0 + $1.0 * $1.1 }
            return UInt8(max(0, min(255, light.rounded())))
        }
        return Pixel(red: new[0], green: new[1], blue: new[2], alpha: new[3])
    }
}
