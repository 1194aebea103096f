import Testing

@testable import TouchPicture

/// The quick way and the plain one, on the same numbers.
@Suite struct OctetTests {
    private static let pixels = [
        Pixel.black, .white, Pixel(0xff0080), Pixel(0x010203), Pixel(red: 200, green: 17, blue: 90, alpha: 7),
        Pixel(0x808080), Pixel(0x00ff01), Pixel(red: 254, green: 1, blue: 3, alpha: 0),
        Pixel(0x123456), Pixel(0xfedcba), Pixel(0x0000ff),
    ]

    /// What becomes of the first pixels when an octet is written over them.
    private func written(_ octet: Octet) -> [Pixel] {
        var row = Self.pixels
        var span = row.mutableSpan
        octet.write(to: &span, from: 0)
        #expect(row.dropFirst(Octet.count) == Self.pixels.dropFirst(Octet.count))
        #expect(row.map(\.alpha) == Self.pixels.map(\.alpha))
        return Array(row.prefix(Octet.count))
    }

    @Test(arguments: 0...11) func `pixels are read and written, and none beyond the last`(index: Int) {
        let octet = Octet(Self.pixels.span, from: index)
        let some = Self.pixels.dropFirst(index).prefix(Octet.count)
        let read = some + [Pixel](repeating: .black, count: Octet.count - some.count)
        #expect(written(octet).map { $0.withAlpha(255) } == read.map { $0.withAlpha(255) })
        var pixels = Self.pixels
        var span = pixels.mutableSpan
        Octet(Pixel(0xabcdef)).write(to: &span, from: index)
        for (place, pixel) in pixels.enumerated() {
            let before = Self.pixels[place]
            let isWritten = index..<index + Octet.count ~= place
            #expect(pixel == (isWritten ? Pixel(0xabcdef).withAlpha(Int(before.alpha)) : before))
        }
    }

    @Test(arguments: pixels) func `pixels mix, each by its own part`(other: Pixel) {
        let parts: [Int16] = [0, 1, 77, 128, 255, 256, 3, 200]
        let lanes = Octet.Lanes(parts)
        #expect(
            written(Octet(Self.pixels.span, from: 0).mixed(with: Octet(other), lanes))
                == zip(Self.pixels, parts).map { $0.mixed(with: other, Int($1)) })
    }

    @Test func `some pixels are replaced, but for their alpha`() {
        let octet = Octet(Self.pixels.span, from: 0), last = Octet.Lanes(0, 0, 0, 0, -1, -1, -1, -1)
        let mixed = written(octet.replaced(by: Octet(Pixel(0x204060)), where: last))
        #expect(mixed.prefix(4) == Self.pixels.prefix(4))
        #expect(mixed.dropFirst(4).allSatisfy { ($0.red, $0.green, $0.blue) == (0x20, 0x40, 0x60) })
    }

    @Test func `pixels take light, each as much as it is given`() {
        let light: [Int16] = [-300, -84, 0, 1, 84, 300, 12, -12], lanes = Octet.Lanes(light)
        let octet = Octet(Self.pixels.span, from: 0)
        let lit = zip(Self.pixels, light).map { $0.lighter(by: Int($1)) }
        #expect(written(octet.lighter(by: lanes)) == lit)
        #expect(written(octet.shifted(by: lanes, .zero, .zero)).map(\.red) == lit.map(\.red))
        #expect(written(octet.shifted(by: .zero, lanes, .zero)).map(\.green) == lit.map(\.green))
        #expect(written(octet.shifted(by: .zero, .zero, lanes)).map(\.blue) == lit.map(\.blue))
    }

    @Test func `an octet is as bright as its pixels`() {
        let octet = Octet(Self.pixels.span, from: 0), bright = Self.pixels.prefix(Octet.count).map(\.luma)
        #expect((0..<Octet.count).map { Int(octet.luma[$0]) } == bright)
        #expect(written(octet.greyer(256)).map(\.luma) == bright)
        #expect(written(octet.greyer(256)).allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }
}
