import Testing
import TouchPicture
import System

@testable import DeskTools

/// Pictures of cameras in any orientation, and of pages.
@Suite struct ExifTests {
    /// 32 by 16 pixels: red and green above, blue and white below.
    private static let base64 = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PT\
        gyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjL/wAARCAAQACAD\
        AREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcGCP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAYAQEAAwEAAAAAAAAAAAAAAAAABgcIBf\
        /EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMWjK8QFKRpi8BBmvFmAO4lHOmA//9k=
        """
    private static let size = PictureSize(width: 8, height: 8)
    private static let plain = Base64.decode(Array(base64.utf8)[...]) ?? []

    /// The file with an Exif part that has the orientation.
    private static func file(orientation: Int, isLittle: Bool = true) -> [UInt8] {
        var tiff = Array((isLittle ? "II" : "MM").utf8)
        func add(_ value: Int, _ count: Int) {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            tiff += isLittle ? bytes : bytes.reversed()
        }
        func addEntry(tag: Int, short value: Int) {
            for (number, count) in [(tag, 2), (3, 2), (1, 4), (value, 2), (0, 2)] { add(number, count) }
        }
        for (number, count) in [(42, 2), (8, 4), (2, 2)] { add(number, count) }
        // Two entries, the first of which is a different one: the width of the picture.
        addEntry(tag: 0x0100, short: 32)
        addEntry(tag: 0x0112, short: orientation)
        add(0, 4)
        let part = Array("Exif\0\0".utf8) + tiff
        let head: [UInt8] = [0xff, 0xe1, 0, UInt8(part.count + 2)]
        return Array(plain[..<2]) + head + part + plain[2...]
    }

    /// The colors of the corners, from the upper left one row by row, by their initials.
    private static func corners(of file: [UInt8]) throws -> String {
        let picture = try PictureImport.picture(of: file, atLeast: size)
        let (right, bottom) = (picture.width - 1, picture.height - 1)
        return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { x, y in
            let pixel = picture[x, y]
            switch (pixel.red > 128, pixel.green > 128, pixel.blue > 128) {
            case (true, false, false): return "r"
            case (false, true, false): return "g"
            case (false, false, true): return "b"
            case (true, true, true): return "w"
            default: return "?"
            }
        }.joined()
    }

    /// As worded in Exif 2.3: the place of the first row and the first column; an unknown one means upright.
    @Test(
        arguments: zip(
            Array(1...8) + [0, 9, 255, 65_535],
            ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb", "rgbw", "rgbw", "rgbw", "rgbw"]))
    func `a picture is turned upright`(orientation: Int, corners: String) throws {
        for isLittle in [true, false] {
            #expect(try Self.corners(of: Self.file(orientation: orientation, isLittle: isLittle)) == corners)
        }
    }

    @Test func `a truncated or invalid Exif part is harmless`() {
        let file = Self.file(orientation: 6)
        for length in 0...60 { _ = Exif.orientation(ofJPEG: Array(file.prefix(length))) }
        var generator = SeededGenerator(PictureSeed(number: 4))
        for _ in 0..<20_000 {
            var broken = file
            for _ in 0..<3 { broken[2 + generator.below(50)] = generator.byte() }
            _ = Exif.orientation(ofJPEG: broken)
        }
    }

    @Test func `a JPEG file that is turned is not decoded smaller than needed`() throws {
        let size = PictureSize(width: 15, height: 7)
        let picture = try PictureImport.picture(of: Self.file(orientation: 6), atLeast: size)
        #expect(picture.width == 16 && picture.height == 32)
    }

    @Test(arguments: ["", "\n", "\r\n"]) func `a data URI contains a file`(end: String) throws {
        let uri = "data:image/jpeg;base64," + Self.base64 + end
        #expect(try Self.corners(of: Array(uri.utf8)) == "rgbw")
        let picture = Raster(width: 3, height: 2, pixels: (0..<6).map { Pixel(UInt32($0 * 10)) })
        #expect(try PictureImport.picture(of: Array((picture.dataURI + end).utf8), atLeast: Self.size) == picture)
    }

    @Test(arguments: ["data:", "data:image/png,abc", "data:image/gif;base64,R0lG", "data:image/png;base64,abc"])
    func `a data URI of another type is rejected`(uri: String) {
        #expect(throws: ImageError.badDataURI) {
            try PictureImport.picture(of: Array(uri.utf8), atLeast: Self.size)
        }
    }

    @Test func `a JPEG file whose Exif part covers the picture is rejected with the reason`() {
        var broken = Self.file(orientation: 6)
        // As long as everything but the end mark.
        let length = broken.count - 6
        (broken[4], broken[5]) = (UInt8(length >> 8), UInt8(length & 0xff))
        let error = #expect(throws: ImageError.self) { try PictureImport.picture(of: broken, atLeast: Self.size) }
        #expect(error?.description.contains("no picture data found") == true, "\(String(describing: error))")
    }
}
