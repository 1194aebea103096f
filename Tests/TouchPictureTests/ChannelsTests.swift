import Testing

@testable import TouchPicture

/// The quick way and the plain one, on the same numbers.
@Suite struct ChannelsTests {
    private static let pixels = [
        Pixel.black, .white, Pixel(0xff0080), Pixel(0x010203), Pixel(red: 200, green: 17, blue: 90, alpha: 7),
    ]

    @Test(arguments: pixels, pixels) func `channels mix as pixels do`(one: Pixel, other: Pixel) {
        for part: Int16 in [0, 1, 77, 128, 255, 256] {
            let mixed = Channels(one).mixed(with: Channels(other), part)
            #expect(mixed.pixel(alpha: one.alpha) == one.mixed(with: other, Int(part)))
        }
    }

    @Test(arguments: pixels, [-300, -84, 0, 1, 84, 300] as [Int16])
    func `channels take light as pixels do`(pixel: Pixel, light: Int16) {
        let lit = Channels(pixel).lighter(by: light).pixel(alpha: pixel.alpha)
        #expect(lit == pixel.lighter(by: Int(light)))
        #expect(Channels(pixel).shifted(by: SIMD4(light, 0, 0, 0)).pixel(alpha: 3).red == lit.red)
    }

    @Test(arguments: pixels) func `channels are as bright as their pixel`(pixel: Pixel) {
        #expect(Channels(pixel).luma == pixel.luma)
        let grey = Channels(pixel).greyer(256).pixel(alpha: 255)
        #expect(grey == Pixel(UInt32(pixel.luma) * 0x010101))
    }
}
