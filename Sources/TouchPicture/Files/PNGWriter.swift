internal import CDeflate

/// Writes pictures as PNG files (ISO/IEC 15948): the three chunks that a picture needs and no others.
///
/// The compression is libdeflate's; around it a PNG is a header and checksums, and libpng would bring its reader along.
@safe public final class PNGWriter {
    /// How hard libdeflate tries, 0…12.
    public static let standardLevel: Int32 = 1

    private let compressor: OpaquePointer
    private var rows: [UInt8] = []

    /// Makes a writer; it is used for one picture after the other.
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
        let hasAlpha = picture.pixels.contains { $0.alpha < 255 }
        let pixelBytes = hasAlpha ? 4 : 3
        filter(picture, hasAlpha: hasAlpha)
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        append(
            "IHDR",
            Self.bytes(UInt32(picture.width)) + Self.bytes(UInt32(picture.height))
                // 8 bits a channel; colour type; deflate, the five filters, not interlaced.
                + [8, hasAlpha ? 6 : 2, 0, 0, 0], to: &file)
        precondition(rows.count == picture.height * (picture.width * pixelBytes + 1), "each row begins with its filter")
        append("IDAT", compressed(), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// Each byte as its difference to the one above (filter 2), which drawings compress with best at that speed.
    private func filter(_ picture: Raster, hasAlpha: Bool) {
        rows.removeAll(keepingCapacity: true)
        rows.reserveCapacity(picture.height * (picture.width * 4 + 1))
        let pixels = picture.pixels
        for row in 0..<picture.height {
            rows.append(row == 0 ? 1 : 2)
            let from = row * picture.width
            for index in from..<from + picture.width {
                let pixel = pixels[index]
                let before =
                    row > 0 ? pixels[index - picture.width] : index > from ? pixels[index - 1] : Pixel.clear
                rows.append(pixel.red &- before.red)
                rows.append(pixel.green &- before.green)
                rows.append(pixel.blue &- before.blue)
                if hasAlpha { rows.append(pixel.alpha &- before.alpha) }
            }
        }
    }

    private func compressed() -> [UInt8] {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, rows.count)
        var data = [UInt8](repeating: 0, count: bound)
        let count = unsafe libdeflate_zlib_compress(compressor, rows, rows.count, &data, bound)
        precondition(count > 0, "the bound is large enough")
        data.removeLast(bound - count)
        return data
    }

    private func append(_ type: StaticString, _ data: [UInt8], to file: inout [UInt8]) {
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
