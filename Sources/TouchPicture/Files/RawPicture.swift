/// The only picture format that the daemon reads: a header of 16 bytes and the pixels.
///
///     0   8 bytes   "touchpic"
///     8   4 bytes   width in pixels, little-endian
///     12  4 bytes   height in pixels, little-endian
///     16  3 bytes   red, green and blue of each pixel, row by row
///
/// `touchctl image import` makes it from JPEG and PNG files.
package enum RawPicture {
    /// The suffix of such files.
    package static let suffix = ".touchpic"
    /// Allowed sides of such a picture, in pixels: larger than the largest puzzle, which is cut anywhere.
    package static let sides = 120...1_024

    private static let magic = Array("touchpic".utf8)
    private static let headerBytes = 16

    /// Maximum size of a file, in bytes.
    package static let maxBytes = headerBytes + 3 * sides.upperBound * sides.upperBound

    /// The file of a picture; alpha is left out.
    ///
    /// - Throws: ``PictureFileError/badSize(width:height:)``.
    package static func encode(_ picture: Raster) throws(PictureFileError) -> [UInt8] {
        guard sides.contains(picture.width), sides.contains(picture.height) else {
            throw .badSize(width: picture.width, height: picture.height)
        }
        var bytes = magic
        for number in [picture.width, picture.height] {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return bytes + channels(of: picture)
    }

    /// Red, green and blue of each pixel, row by row.
    static func channels(of picture: Raster) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * picture.pixels.count)
        for pixel in picture.pixels {
            bytes.append(pixel.red)
            bytes.append(pixel.green)
            bytes.append(pixel.blue)
        }
        return bytes
    }

    /// The picture of a file.
    ///
    /// - Throws: ``PictureFileError`` for anything that is not exactly one picture of ``sides``.
    package static func decode(_ bytes: [UInt8]) throws(PictureFileError) -> Raster {
        guard bytes.count >= headerBytes, Array(bytes[..<magic.count]) == magic else { throw .notRaw }
        func number(at place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        let (width, height) = (number(at: 8), number(at: 12))
        guard sides.contains(width), sides.contains(height) else { throw .badSize(width: width, height: height) }
        let wanted = headerBytes + 3 * width * height
        guard bytes.count == wanted else { throw .badLength(bytes: bytes.count, wanted: wanted) }
        var pixels: [Pixel] = []
        pixels.reserveCapacity(width * height)
        for place in stride(from: headerBytes, to: wanted, by: 3) {
            pixels.append(Pixel(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2]))
        }
        return Raster(width: width, height: height, pixels: pixels)
    }
}

/// Why an operator's picture cannot be used.
package enum PictureFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not begin with "touchpic".
    case notRaw
    /// A side is outside ``RawPicture/sides``.
    case badSize(width: Int, height: Int)
    /// There are more or fewer bytes than the size requires.
    case badLength(bytes: Int, wanted: Int)
    /// As PNG it is larger than may be sent.
    case tooDetailed(bytes: Int)
    /// A system call failed.
    case system(call: String, reason: String)

    /// The error, as a sentence for users.
    package var description: String {
        switch self {
        case .notRaw: "not a picture made by touchctl image import"
        case .badSize(let width, let height):
            "\(width) by \(height) pixels; a picture has sides of \(RawPicture.sides.lowerBound) to "
                + "\(RawPicture.sides.upperBound)"
        case .badLength(let bytes, let wanted): "\(bytes) bytes, expected \(wanted)"
        case .tooDetailed(let bytes):
            "too detailed: \(bytes) bytes when sent, maximum \(DrawnPuzzle.maxBytes)"
        case .system(let call, let reason): "\(call): \(reason)"
        }
    }
}
