import CPNG
import CTurboJPEG
import System
import TouchPicture

/// Reads the operator's pictures, JPEG by libjpeg-turbo and PNG by libpng; for tools, as the daemon reads neither.
enum PictureImport {
    /// Maximum number of pixels before scaling: a camera of 64 megapixels.
    static let maxPixels = 64 << 20

    /// The picture in a JPEG or PNG file, or in a data URI of one, turned upright according to Exif.
    ///
    /// A JPEG file is decoded at half, a quarter or an eighth of its size if that suffices for `size`.
    static func picture(of bytes: [UInt8], atLeast size: PictureSize) throws(ImageError) -> Raster {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return try png(bytes) }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            let orientation = Exif.orientation(ofJPEG: bytes)
            let stored = Exif.turns(orientation) ? PictureSize(width: size.height, height: size.width) : size
            return try jpeg(bytes, atLeast: stored).upright(from: orientation)
        }
        if bytes.starts(with: Array("data:".utf8)) { return try picture(of: content(ofDataURI: bytes), atLeast: size) }
        throw .unknownFormat
    }

    /// The file within a data URI (RFC 2397); may end in a line break.
    private static func content(ofDataURI bytes: [UInt8]) throws(ImageError) -> [UInt8] {
        var text = bytes[...]
        while text.last == UInt8(ascii: "\n") || text.last == UInt8(ascii: "\r") { text.removeLast() }
        for kind in ["png", "jpeg"] {
            let head = Array("data:image/\(kind);base64,".utf8)
            guard text.starts(with: head) else { continue }
            guard let content = Base64.decode(text.dropFirst(head.count)) else { throw .badDataURI }
            return content
        }
        throw .badDataURI
    }

    private static func raster(_ width: Int, _ height: Int, _ bytes: [UInt8]) -> Raster {
        Raster(
            width: width, height: height,
            pixels: stride(from: 0, to: 4 * width * height, by: 4).map {
                Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2], alpha: bytes[$0 + 3])
            })
    }

    private static func check(_ width: Int, _ height: Int) throws(ImageError) {
        guard Raster.sides.contains(width), Raster.sides.contains(height) else { throw oversized(width, height) }
    }

    private static func oversized(_ width: Int, _ height: Int) -> ImageError {
        ImageError(
            "\(width) by \(height) pixels; maximum \(Raster.sides.upperBound) per side (of a JPEG file, after it was "
                + "made smaller by up to 8)")
    }

    private static func png(_ bytes: [UInt8]) throws(ImageError) -> Raster {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        defer { unsafe png_image_free(&image) }
        guard unsafe png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw unsafe .broken(image.problem)
        }
        let (width, height) = unsafe (Int(image.width), Int(image.height))
        try check(width, height)
        unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var pixels = [UInt8](repeating: 0, count: 4 * width * height)
        guard unsafe png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
            throw unsafe .broken(image.problem)
        }
        return raster(width, height, pixels)
    }

    private static func jpeg(_ bytes: [UInt8], atLeast size: PictureSize) throws(ImageError) -> Raster {
        guard let handle = unsafe tjInitDecompress() else { throw .broken("not enough memory") }
        defer { unsafe tjDestroy(handle) }
        var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard
            unsafe tjDecompressHeader3(
                handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space) == 0
        else { throw unsafe .broken(String(cString: tjGetErrorStr2(handle))) }
        // The library accepts a file that contains only tables.
        guard width > 0, height > 0 else {
            throw .broken("no picture data found; the length of a part before it, such as Exif, may be wrong")
        }
        guard Int(width) * Int(height) <= maxPixels else { throw oversized(Int(width), Int(height)) }
        var divisor: Int32 = 1
        while divisor < 8, (width / (2 * divisor)) >= size.width, (height / (2 * divisor)) >= size.height {
            divisor *= 2
        }
        let (across, down) = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
        try check(Int(across), Int(down))
        var pixels = [UInt8](repeating: 0, count: 4 * Int(across) * Int(down))
        // A damaged file may not show what was chosen; many scans are an attack on decoding time.
        let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
        guard
            unsafe tjDecompress2(
                handle, bytes, UInt(bytes.count), &pixels, across, 0, down, Int32(TJPF_RGBA.rawValue), flags) == 0
        else { throw unsafe .broken(String(cString: tjGetErrorStr2(handle))) }
        return raster(Int(across), Int(down), pixels)
    }
}
