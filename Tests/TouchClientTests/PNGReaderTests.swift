import Testing
import TouchPicture

@testable import TouchClient

/// The pictures that a study shows, as the daemon writes them.
@Suite struct PNGReaderTests {
    private static func picture(isOpaque: Bool) -> Raster {
        var generator = SeededGenerator(PictureSeed(number: 7))
        let pixels = (0..<31 * 17).map { _ in
            var pixel = Pixel(red: generator.byte(), green: generator.byte(), blue: generator.byte())
            if !isOpaque { pixel.alpha = generator.byte() }
            return pixel
        }
        return Raster(width: 31, height: 17, pixels: pixels)
    }

    @Test(arguments: [true, false], [PNGWriter.Filter.none, .up])
    func `a picture is read as it was written`(isOpaque: Bool, filter: PNGWriter.Filter) throws {
        let picture = Self.picture(isOpaque: isOpaque)
        let read = try #require(PNGReader.picture(of: PNGWriter(filter: filter).png(of: picture)))
        #expect(read.width == picture.width && read.height == picture.height)
        #expect(read.pixels == picture.pixels)
    }

    @Test func `no cut file and no file with a flipped bit is read`() {
        let file = PNGWriter(level: 12).png(of: Raster(width: 5, height: 4, Pixel(0x123456)))
        for count in file.indices { #expect(PNGReader.picture(of: Array(file[..<count])) == nil, "\(count)") }
        for place in 0..<file.count * 8 {
            var damaged = file
            damaged[place / 8] ^= 1 << UInt8(place % 8)
            #expect(PNGReader.picture(of: damaged) == nil, "bit \(place)")
        }
    }
}
