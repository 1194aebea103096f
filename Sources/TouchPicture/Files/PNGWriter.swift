internal import CDeflate

/// Writes pictures as PNG files (ISO/IEC 15948): the three chunks that a picture needs and no others.
///
/// The compression is libdeflate's; around it a PNG is a header and checksums, and libpng would bring its reader along.
@safe public final class PNGWriter {
    /// How hard libdeflate tries, 0…12.
    public static let standardLevel: Int32 = 1

    private let compressor: OpaquePointer
    private var rows: [UInt8] = []
    private var rowBytes = 0
    private var data: [UInt8] = []
    private var file: [UInt8] = []

    /// Makes a writer; it is used for one picture after the other, and keeps the memory that the largest one took.
    ///
    /// - Parameter level: 1 (fast) to 12 (small).
    public init(level: Int32 = standardLevel) {
        guard let made = unsafe libdeflate_alloc_compressor(level) else {
            preconditionFailure("there is no memory to compress a picture")
        }
        unsafe compressor = unsafe made
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// The file of a picture; with an alpha channel if a pixel is not opaque.
    public func png(of picture: Raster) -> [UInt8] {
        write(picture)
        return file
    }

    /// The same in base64.
    func base64(of picture: Raster) -> [UInt8] {
        write(picture)
        return Base64.encode(file)
    }

    private func write(_ picture: Raster) {
        let hasAlpha = picture.pixels.contains { $0.alpha < 255 }
        filter(picture, hasAlpha: hasAlpha)
        file.removeAll(keepingCapacity: true)
        file += [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        let header =
            Self.bytes(UInt32(picture.width)) + Self.bytes(UInt32(picture.height))
            // 8 bits a channel; colour type; deflate, the five filters, not interlaced.
            + [8, hasAlpha ? 6 : 2, 0, 0, 0]
        append("IHDR", header[...])
        let length = compress()
        append("IDAT", data[..<length])
        append("IEND", [])
    }

    /// Each byte as its difference to the one above (filter 2), which drawings compress with best at that speed.
    private func filter(_ picture: Raster, hasAlpha: Bool) {
        let pixelBytes = hasAlpha ? 4 : 3
        let length = picture.height * (picture.width * pixelBytes + 1)
        // One block for pictures and their pieces.
        if rows.count < length { rows = [UInt8](repeating: 0, count: length) }
        rowBytes = length
        let pixels = picture.pixels
        var place = 0
        for row in 0..<picture.height {
            rows[place] = row == 0 ? 1 : 2
            place += 1
            let from = row * picture.width
            // What lies before a pixel: the one above, and in the first row the one to the left.
            let back = row == 0 ? 1 : picture.width
            for index in from..<from + picture.width {
                let (pixel, before) = (pixels[index], index >= back ? pixels[index - back] : Pixel.clear)
                rows[place] = pixel.red &- before.red
                rows[place + 1] = pixel.green &- before.green
                rows[place + 2] = pixel.blue &- before.blue
                if hasAlpha { rows[place + 3] = pixel.alpha &- before.alpha }
                place += pixelBytes
            }
        }
    }

    /// Compresses the rows into ``data``.
    ///
    /// - Returns: how many bytes they took.
    private func compress() -> Int {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, rowBytes)
        if data.count < bound { data = [UInt8](repeating: 0, count: bound) }
        let count = unsafe libdeflate_zlib_compress(compressor, rows, rowBytes, &data, bound)
        precondition(count > 0, "the bound is large enough")
        return count
    }

    private func append(_ type: StaticString, _ data: ArraySlice<UInt8>) {
        file += Self.bytes(UInt32(data.count))
        let start = file.count
        file += Array("\(type)".utf8)
        file += data
        let checksum = unsafe file[start...].withUnsafeBytes { bytes in
            unsafe libdeflate_crc32(0, bytes.baseAddress, bytes.count)
        }
        file += Self.bytes(checksum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
