internal import CCairo

extension Canvas {
    /// The picture as a PNG file with its 256 most frequent colors.
    ///
    /// - Throws: ``ImageError`` if there is not enough memory.
    package func png() throws(ImageError) -> [UInt8] {
        if let failure { throw .failed(call: "drawing", reason: failure) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(pixel(x: x, y: y)) }
        }
        return try IndexedPicture(width: width, height: height, pixels: pixels).png()
    }

    /// The color of one pixel as `0xRRGGBB`.
    ///
    /// - Parameters:
    ///   - x: 0 at the left edge, less than ``width``.
    ///   - y: 0 at the top edge, less than ``height``.
    package func pixel(x: Int, y: Int) -> UInt32 {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "the pixel lies in the picture")
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return 0 }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        let word = unsafe UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        return word & 0xff_ffff
    }
}
