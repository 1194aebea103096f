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
