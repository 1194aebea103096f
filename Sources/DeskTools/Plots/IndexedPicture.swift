import CPNG

/// A picture of at most 256 colors: half the size of a true-color one, for drawings with few colors.
///
/// The most frequent colors are kept exactly; the rest, pixels on the edges of lines and letters, are replaced by the
/// nearest of them.
enum IndexedPicture {
    /// The PNG file of colors `0xRRGGBB`, row by row.
    static func png(width: Int, height: Int, pixels: [UInt32]) throws(ImageError) -> [UInt8] {
        precondition(pixels.count == width * height && !pixels.isEmpty, "a picture has a color for each pixel")
        var counts: [UInt32: Int] = [:]
        for color in pixels { counts[color, default: 0] += 1 }
        // Ties are broken by the color itself, so that the result is deterministic.
        let order = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
        let colors = Array(order.prefix(256))
        var index: [UInt32: UInt8] = [:]
        for color in order {
            let nearest = colors.indices.min { distance(colors[$0], color) < distance(colors[$1], color) }
            index[color] = UInt8(nearest ?? 0)
        }
        let indices = pixels.map { index[$0] ?? 0 }
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        unsafe image.width = UInt32(width)
        unsafe image.height = UInt32(height)
        unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP)
        unsafe image.colormap_entries = UInt32(colors.count)
        defer { unsafe png_image_free(&image) }
        let map = colors.flatMap { [UInt8($0 >> 16 & 0xff), UInt8($0 >> 8 & 0xff), UInt8($0 & 0xff)] }
        // Without a buffer, libpng returns the size it needs.
        var count: png_alloc_size_t = 0
        guard unsafe png_image_write_to_memory(&image, nil, &count, 0, indices, 0, map) != 0 else {
            throw unsafe .failed(call: "png_image_write_to_memory", reason: image.problem)
        }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        guard unsafe png_image_write_to_memory(&image, &bytes, &count, 0, indices, 0, map) != 0 else {
            throw unsafe .failed(call: "png_image_write_to_memory", reason: image.problem)
        }
        return Array(bytes.prefix(Int(count)))
    }

    private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
        var sum = 0
        for shift: UInt32 in [0, 8, 16] {
            let difference = Int(one >> shift & 0xff) - Int(other >> shift & 0xff)
            sum += difference * difference
        }
        return sum
    }
}

extension png_image {
    var problem: String {
        unsafe withUnsafeBytes(of: message) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
