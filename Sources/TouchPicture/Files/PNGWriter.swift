internal import CDeflate
internal import System

/// Writes pictures as PNG files (ISO/IEC 15948), with only the three required chunks.
///
/// The compression is libdeflate's; the rest of a PNG is a header and checksums, and libpng would bring its reader
/// along.
@safe package final class PNGWriter {
    /// libdeflate's compression level, 0…12.
    package static let standardLevel: Int32 = 1

    /// The filter applied to bytes before compression.
    package enum Filter: UInt8, Sendable {
        /// None: as small for drawings, which repeat themselves, and faster.
        case none = 0
        /// The difference to the byte above, for photographs.
        case up = 2
    }

    private let compressor: OpaquePointer
    /// The filter of the next pictures.
    var kind: Filter
    private var rows: [UInt8] = []
    private var data: [UInt8] = []
    private var file: [UInt8] = []

    /// Makes a writer; it is used for one picture after the other, and keeps its memory.
    package init(level: Int32 = standardLevel, filter: Filter = .up) {
        guard let made = unsafe libdeflate_alloc_compressor(level) else {
            preconditionFailure("not enough memory")
        }
        unsafe compressor = unsafe made
        kind = filter
    }

    deinit { unsafe libdeflate_free_compressor(compressor) }

    /// The file of a picture; with an alpha channel if a pixel is not opaque.
    package func png(of picture: Raster) -> [UInt8] {
        write(picture)
        return file
    }

    /// The same in base64.
    func base64(of picture: Raster) -> [UInt8] {
        write(picture)
        return Base64.encode(file)
    }

    private func write(_ picture: Raster) {
        // Over all pixels instead of until the first transparent one, so that the loop is vectorized.
        let hasAlpha = picture.pixels.reduce(SIMD4(repeating: 255)) { $0 & $1.bytes }.w < 255
        let length = filter(picture, pixelBytes: hasAlpha ? 4 : 3)
        let count = compress(length)
        file.removeAll(keepingCapacity: true)
        file.reserveCapacity(count + 64)
        file += [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        append(
            "IHDR",
            Self.bytes(UInt32(picture.width)) + Self.bytes(UInt32(picture.height))
                // 8 bits a channel; color type; deflate, the five filters, not interlaced.
                + [8, hasAlpha ? 6 : 2, 0, 0, 0])
        append("IDAT", data[..<count])
        append("IEND", [])
    }

    /// Filters the rows; returns the number of bytes in ``rows``.
    private func filter(_ picture: Raster, pixelBytes: Int) -> Int {
        let line = picture.width * pixelBytes + 1
        let length = picture.height * line
        // A pixel is written as four bytes; the next pixel or row overwrites the last one.
        if rows.count < length + 1 { rows = [UInt8](repeating: 0, count: length + 1) }
        let width = picture.width
        unsafe picture.pixels.withUnsafeBufferPointer { pixels in
            unsafe rows.withUnsafeMutableBytes { rows in
                for row in 0..<picture.height {
                    unsafe rows[row * line] = kind.rawValue
                    let (from, to) = (row * width, row * line + 1)
                    // The row above the first one counts as zero.
                    let hasAbove = kind == .up && row > 0
                    for column in 0..<width {
                        var bytes = unsafe pixels[from &+ column].bytes
                        if hasAbove { unsafe bytes &-= pixels[from &- width &+ column].bytes }
                        unsafe rows.storeBytes(
                            of: bytes, toByteOffset: to &+ column &* pixelBytes, as: SIMD4<UInt8>.self)
                    }
                }
            }
        }
        return length
    }

    /// Compresses the first bytes of ``rows``; returns the number of bytes in ``data``.
    private func compress(_ length: Int) -> Int {
        let bound = unsafe libdeflate_zlib_compress_bound(compressor, length)
        if data.count < bound { data = [UInt8](repeating: 0, count: bound) }
        let count = unsafe libdeflate_zlib_compress(compressor, rows, length, &data, bound)
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

extension Pixel {
    /// In the byte order of PNG.
    @inline(__always)
    fileprivate var bytes: SIMD4<UInt8> { unsafe unsafeBitCast(self, to: SIMD4<UInt8>.self) }
}
