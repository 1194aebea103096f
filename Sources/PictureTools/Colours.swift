public import TouchPicture

extension Raster {
    /// The colour of a pixel; nil outside.
    public func colour(atX x: Int, y: Int) -> Pixel? {
        contains(x, y) ? self[x, y] : nil
    }

    /// A picture of one pixel.
    public init(of colour: Pixel) {
        self.init(width: 1, height: 1, colour)
    }

    /// The picture with each pixel changed; its alpha is the change's own business.
    public func mapped(_ change: (Pixel) -> Pixel) -> Raster {
        Raster(width: width, height: height, pixels: pixels.map(change))
    }

    /// The picture without colours, as bright as before; alpha stays.
    public var grey: Raster {
        mapped { pixel in
            let light = UInt8(pixel.luma)
            return Pixel(red: light, green: light, blue: light, alpha: pixel.alpha)
        }
    }

    /// The picture with each colour turned into its opposite, where anything is.
    public var reversed: Raster {
        mapped { pixel in
            guard pixel.alpha > 0 else { return pixel }
            return Pixel(red: 255 - pixel.red, green: 255 - pixel.green, blue: 255 - pixel.blue, alpha: pixel.alpha)
        }
    }

    /// The silhouette of the picture: one colour wherever anything is, as clear as before.
    public func sketch(_ colour: Pixel) -> Raster {
        mapped { pixel in
            var filled = colour
            filled.alpha = pixel.alpha
            return pixel.alpha > 0 ? filled : pixel
        }
    }
}
