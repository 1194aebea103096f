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

    /// The file of a picture without its alpha; throws if a side is outside ``sides``.
    package static func encode(_ picture: Raster) throws(PictureFileError) -> [UInt8] {
        guard sides.contains(picture.width), sides.contains(picture.height) else {
            throw .size(picture.width, picture.height)
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
        for pixel in picture.pixels { bytes += [pixel.red, pixel.green, pixel.blue] }
        return bytes
    }

    /// The picture of a file; throws for anything that is not exactly one picture of ``sides``.
    package static func decode(_ bytes: [UInt8]) throws(PictureFileError) -> Raster {
        guard bytes.count >= headerBytes, Array(bytes[..<magic.count]) == magic else {
            throw PictureFileError("not a picture made by touchctl image import")
        }
        func number(at place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        let (width, height) = (number(at: 8), number(at: 12))
        guard sides.contains(width), sides.contains(height) else { throw .size(width, height) }
        let wanted = headerBytes + 3 * width * height
        guard bytes.count == wanted else { throw PictureFileError("\(bytes.count) bytes, expected \(wanted)") }
        var pixels: [Pixel] = []
        pixels.reserveCapacity(width * height)
        for place in stride(from: headerBytes, to: wanted, by: 3) {
            pixels.append(Pixel(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2]))
        }
        return Raster(width: width, height: height, pixels: pixels)
    }
}

/// Why an operator's picture cannot be used.
package struct PictureFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for users.
    package let description: String

    init(_ description: String) { self.description = description }

    static func size(_ width: Int, _ height: Int) -> PictureFileError {
        let sides = RawPicture.sides
        return PictureFileError(
            "\(width) by \(height) pixels; a picture has sides of \(sides.lowerBound) to \(sides.upperBound)")
    }

    static func faint(contrast: Double) -> PictureFileError {
        PictureFileError(
            "the gap or the piece has a contrast of \(Puzzle.told(contrast)), minimum \(Puzzle.told(Puzzle.minContrast))"
        )
    }
}
