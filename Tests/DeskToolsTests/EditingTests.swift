import Testing
import TouchCore
import TouchModels
import TouchPicture

@testable import DeskTools

@Suite struct EditingTests {
    private static let red = Pixel(0xff0000)
    private static let blue = Pixel(0x0000ff)
    /// 3 by 2, every pixel different.
    private static let picture = Raster(width: 3, height: 2, pixels: (0..<6).map { Pixel(UInt32($0 * 10)) })

    @Test func `gray keeps alpha and brightness`() {
        let clear = Pixel(red: 200, green: 100, blue: 50, alpha: 7)
        let gray = Raster(of: clear).gray[0, 0]
        #expect(
            gray.alpha == 7 && gray.red == gray.green && gray.green == gray.blue && abs(gray.luma - clear.luma) <= 1)
    }

    @Test func `inverting twice changes nothing and leaves transparent pixels alone`() {
        #expect(Self.picture.reversed.reversed == Self.picture && Self.picture.reversed != Self.picture)
        #expect(Raster(of: .clear).reversed[0, 0] == .clear)
    }

    @Test func `a sketch has one color wherever the picture is opaque`() {
        let mixed = Raster(width: 2, height: 1, pixels: [Pixel(red: 9, green: 9, blue: 9, alpha: 40), .clear])
        #expect(mixed.sketch(Self.red)[0, 0] == Pixel(red: 255, green: 0, blue: 0, alpha: 40))
        #expect(mixed.sketch(Self.red)[1, 0] == .clear)
    }

    @Test(arguments: [(90.0, 2, 3), (180, 3, 2), (-270, 2, 3), (360, 3, 2)] as [(Double, Int, Int)])
    func `quarter turns preserve every pixel`(degrees: Double, width: Int, height: Int) throws {
        let turned = try #require(Self.picture.turned(degrees: degrees))
        #expect(turned.width == width && turned.height == height && Set(turned.pixels) == Set(Self.picture.pixels))
    }

    @Test func `a turn by any angle keeps the whole picture`() throws {
        let turned = try #require(Raster(width: 40, height: 20, Self.red).turned(degrees: 30))
        #expect(turned.width == 45 && turned.height == 38)
        #expect(turned[0, 0].alpha == 0 && turned[22, 19] == Self.red)
    }

    @Test func `rescaling keeps one color exactly`() {
        let plain = Raster(width: 17, height: 9, Pixel(0x336699))
        for size in [PictureSize(width: 5, height: 4), PictureSize(width: 40, height: 31)] {
            #expect(plain.rescaled(to: size).pixels.allSatisfy { $0 == Pixel(0x336699) })
        }
    }

    @Test func `shrinking keeps the aspect and never enlarges`() {
        let wide = Raster(width: 100, height: 40, Self.red)
        #expect(wide.shrunk(toSide: 50).height == 20 && wide.shrunk(toSide: 500) == wide)
    }

    @Test func `fitting leaves margins, filling crops, stretching does neither`() {
        let wide = Raster(width: 20, height: 10, Self.red)
        let square = PictureSize(width: 20, height: 20)
        #expect(wide.fitted(into: square, .fit)[10, 2] == .clear)
        #expect(wide.fitted(into: square, .fill).pixels.allSatisfy { $0 == Self.red })
        #expect(wide.fitted(into: square, .stretch).pixels.allSatisfy { $0 == Self.red })
    }

    @Test func `rounded corners are transparent and the middle is unchanged`() {
        let rounded = Raster(width: 40, height: 30, Self.red).rounded(radius: 12)
        #expect(rounded.width == 40 && rounded.height == 40)
        #expect(rounded[0, 0].alpha == 0 && rounded[39, 39].alpha == 0 && rounded[20, 20] == Self.red)
        #expect(rounded[20, 0] == Self.red)
    }

    @Test(arguments: [(ContentMode.fit, UInt8(0)), (.fill, 255), (.stretch, 255)])
    func `a rounded square has the requested width and content mode`(mode: ContentMode, edge: UInt8) {
        let rounded = Raster(width: 40, height: 20, Self.red).rounded(radius: 4, width: 60, mode)
        #expect(rounded.width == 60 && rounded.height == 60)
        #expect(rounded[30, 2].alpha == edge && rounded[30, 30] == Self.red && rounded[0, 0].alpha == 0)
    }

    @Test(arguments: [(ContentMode.fit, UInt8(0)), (.fill, 255), (.stretch, 255)])
    func `a picture fitted into a shape has its size`(mode: ContentMode, edge: UInt8) throws {
        let bar = try Outline(path: "M0 0 h60 v120 h-60 z")
        let clipped = Raster(width: 40, height: 20, Self.red).clipped(to: bar, mode)
        #expect(clipped.width == 60 && clipped.height == 120)
        #expect(clipped[30, 1].alpha == edge && clipped[30, 60] == Self.red)
    }

    @Test func `a matrix changes each pixel and clamps channels`() {
        // Red and blue exchanged, green halved and a fifth added, alpha unchanged.
        let matrix = [0, 0, 1, 0, 0, 0, 0.5, 0, 0, 0.2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0]
        #expect(
            Raster(of: Pixel(red: 200, green: 100, blue: 10, alpha: 77)).multiplied(by: matrix)[0, 0]
                == Pixel(red: 10, green: 101, blue: 255, alpha: 77))
    }

    @Test func `clipping centers the shape`() throws {
        let square = try Outline(path: "M500 500 h40 v40 h-40 z")
        let clipped = Raster(width: 100, height: 60, Self.red).clipped(to: square)
        #expect(clipped[29, 30].alpha == 0 && clipped[30, 10] == Self.red && clipped[69, 49] == Self.red)
        #expect(clipped[70, 30].alpha == 0)
    }

    @Test func `tiles repeat`() {
        let tiled = Self.picture.tiled(to: PictureSize(width: 7, height: 5))
        #expect(tiled[6, 4] == Self.picture[0, 0] && tiled[4, 3] == Self.picture[1, 1])
    }

    @Test func `the upper picture covers the lower one`() {
        let merged = Raster(width: 4, height: 1, Self.red).merged(under: Raster(width: 2, height: 3, Self.blue))
        #expect(merged.width == 4 && merged.height == 3)
        #expect(merged[0, 0] == Self.blue && merged[3, 0] == Self.red && merged[3, 2] == .clear)
    }

    @Test func `a half-transparent color shows half of the one below`() {
        let glass = Raster(of: Pixel(red: 0, green: 0, blue: 255, alpha: 128))
        let merged = Raster(of: Self.red).merged(under: glass)[0, 0]
        #expect(merged.alpha == 255 && abs(Int(merged.red) - 127) <= 1 && abs(Int(merged.blue) - 128) <= 1)
    }
}
