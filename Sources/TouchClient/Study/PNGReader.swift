internal import CDeflate
internal import TouchPicture

/// Reads the PNG files that ``TouchPicture/PNGWriter`` writes: 8 bits a channel, one compressed part, no filter or
/// that of the row above.
///
/// A study shows the daemon's own pictures, so touchctl needs no library that reads PNG files of any origin.
enum PNGReader {
    /// The picture of a file; nil if it is not one of the writer's.
    static func picture(of file: [UInt8]) -> Raster? {
        var rest = file[...]
        guard rest.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
        rest = rest.dropFirst(8)
        guard let header = part("IHDR", &rest), header.count == 13, let data = part("IDAT", &rest),
            part("IEND", &rest) != nil, rest.isEmpty
        else { return nil }
        let head = Array(header)
        let (width, height) = (number(head[0..<4]), number(head[4..<8]))
        let channels = head[9] == 6 ? 4 : 3
        guard head[8] == 8, [2, 6].contains(head[9]), head[10...].allSatisfy({ $0 == 0 }),
            Raster.sides.contains(width), Raster.sides.contains(height),
            let rows = inflated(data, count: height * (width * channels + 1))
        else { return nil }
        return pixels(of: rows, width: width, channels: channels).map {
            Raster(width: width, height: height, pixels: $0)
        }
    }

    /// The content of the next chunk, whose checksum must be right; nil if it is another one.
    private static func part(_ type: StaticString, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.count >= 12 else { return nil }
        let length = number(rest.prefix(4))
        let checked = rest.dropFirst(4).prefix(length + 4)
        let checksum = rest.dropFirst(length + 8).prefix(4)
        guard checksum.count == 4, checked.starts(with: Array("\(type)".utf8)) else { return nil }
        let sum = unsafe checked.withUnsafeBytes { bytes in
            unsafe libdeflate_crc32(0, bytes.baseAddress, bytes.count)
        }
        guard sum == UInt32(number(checksum)) else { return nil }
        rest = rest.dropFirst(length + 12)
        return checked.dropFirst(4)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func inflated(_ data: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
        defer { unsafe libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: count)
        // Without a place for the number of bytes, it must be the one that fits.
        let result = unsafe data.withUnsafeBytes { data in
            unsafe libdeflate_zlib_decompress(decompressor, data.baseAddress, data.count, &bytes, count, nil)
        }
        return result == LIBDEFLATE_SUCCESS ? bytes : nil
    }

    /// Undoes the filter of each row.
    private static func pixels(of rows: [UInt8], width: Int, channels: Int) -> [Pixel]? {
        let line = width * channels
        var pixels: [Pixel] = []
        pixels.reserveCapacity(rows.count / (line + 1) * width)
        var above = [UInt8](repeating: 0, count: line)
        for start in stride(from: 0, to: rows.count, by: line + 1) {
            var row = Array(rows[(start + 1)...(start + line)])
            switch rows[start] {
            case PNGWriter.Filter.none.rawValue: break
            case PNGWriter.Filter.up.rawValue: for index in 0..<line { row[index] &+= above[index] }
            default: return nil
            }
            for place in stride(from: 0, to: line, by: channels) {
                var pixel = Pixel(red: row[place], green: row[place + 1], blue: row[place + 2])
                if channels == 4 { pixel.alpha = row[place + 3] }
                pixels.append(pixel)
            }
            above = row
        }
        return pixels
    }
}
