import TouchPicture

extension Raster {
    func color(atX x: Int, y: Int) -> Pixel? {
        contains(x, y) ? self[x, y] : nil
    }

    init(of color: Pixel) {
        self.init(width: 1, height: 1, color)
    }

    func mapped(_ change: (Pixel) -> Pixel) -> Raster {
        Raster(width: width, height: height, pixels: pixels.map(change))
    }

    /// The picture in gray, with the same brightness; alpha stays.
    var gray: Raster {
        mapped { pixel in
            let light = UInt8(pixel.luma)
            return Pixel(red: light, green: light, blue: light, alpha: pixel.alpha)
        }
    }

    /// The picture with inverted colors; alpha stays.
    var reversed: Raster {
        mapped { pixel in
            guard pixel.alpha > 0 else { return pixel }
            return Pixel(red: 255 - pixel.red, green: 255 - pixel.green, blue: 255 - pixel.blue, alpha: pixel.alpha)
        }
    }

    /// The silhouette of the picture: one color, with the picture's alpha.
    func sketch(_ color: Pixel) -> Raster {
        mapped { pixel in
            var filled = color
            filled.alpha = pixel.alpha
            return pixel.alpha > 0 ? filled : pixel
        }
    }

    /// The picture with each pixel multiplied by the matrix of SVG's `feColorMatrix`, without its conversion to linear light.
    ///
    /// - Parameter matrix: four rows of five numbers, for red, green, blue and alpha of the new pixel; each has the factors of
    ///   red, green, blue and alpha of the old one, and an offset, where 1 is full light. Channels are clamped to 0…255.
    func multiplied(by matrix: [Double]) -> Raster {
        mapped { pixel in
            let old = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Double($0) } + [255]
            let new = stride(from: 0, to: 20, by: 5).map { row in
                let light = zip(matrix[row...], old).reduce(0) { $0 + $1.0 * $1.1 }
                return UInt8(max(0, min(255, light.rounded())))
            }
            return Pixel(red: new[0], green: new[1], blue: new[2], alpha: new[3])
        }
    }
}
