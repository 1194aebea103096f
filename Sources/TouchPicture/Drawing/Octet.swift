/// The colours of eight pixels, their channels apart and with room to compute in, for work of many steps on each pixel.
///
/// The processor does the eight at once. After every step each channel is 0…255. What the pixels cover is left out.
struct Octet {
    /// A number for each of the pixels.
    typealias Lanes = SIMD8<Int16>

    private var red, green, blue: Lanes

    /// How many pixels it has.
    static let count = 8

    /// One colour eight times.
    init(_ colour: Pixel) {
        red = Lanes(repeating: Int16(colour.red))
        green = Lanes(repeating: Int16(colour.green))
        blue = Lanes(repeating: Int16(colour.blue))
    }

    /// The pixels from an index on; what lies beyond the last one is black.
    @inline(__always)
    init(_ pixels: Span<Pixel>, from index: Int) {
        if index + Self.count <= pixels.count {
            unsafe self.init(Self.words(pixels.bytes, from: index))
        } else {
            var end = [Pixel](repeating: .black, count: Self.count)
            for place in index..<pixels.count { end[place - index] = pixels[place] }
            unsafe self.init(Self.words(end.span.bytes, from: 0))
        }
    }

    /// The bytes of eight pixels: red in the lowest ones, alpha in the highest.
    private typealias Words = SIMD8<UInt32>

    @inline(__always)
    private init(_ words: Words) {
        red = Lanes(truncatingIfNeeded: words & 0xff)
        green = Lanes(truncatingIfNeeded: words &>> 8 & 0xff)
        blue = Lanes(truncatingIfNeeded: words &>> 16 & 0xff)
    }

    @unsafe @inline(__always)
    private static func words(_ pixels: RawSpan, from index: Int) -> Words {
        unsafe pixels.unsafeLoadUnaligned(fromByteOffset: index * MemoryLayout<Pixel>.stride, as: Words.self)
    }

    /// Writes them to an index and after it; what lies beyond the last pixel is left out.
    ///
    /// What the pixels there cover stays.
    @inline(__always)
    func write(to pixels: inout MutableSpan<Pixel>, from index: Int) {
        let colours = Self.words(red) | Self.words(green) &<< 8 | Self.words(blue) &<< 16
        if index + Self.count <= pixels.count {
            let words = unsafe Self.words(pixels.span.bytes, from: index)
            var bytes = unsafe pixels.mutableBytes
            bytes.storeBytes(
                of: colours | words & 0xff00_0000, toByteOffset: index * MemoryLayout<Pixel>.stride, as: Words.self)
        } else {
            for place in index..<pixels.count {
                let lane = place - index
                pixels[place] = Pixel(
                    red: UInt8(red[lane]), green: UInt8(green[lane]), blue: UInt8(blue[lane]),
                    alpha: pixels[place].alpha)
            }
        }
    }

    @inline(__always)
    private static func words(_ lanes: Lanes) -> Words {
        Words(truncatingIfNeeded: SIMD8<UInt16>(truncatingIfNeeded: lanes))
    }

    /// As ``Pixel/luma``, of each.
    @inline(__always)
    var luma: Lanes {
        let weights = Pixel.lumaWeights
        let weighted = red &* Int16(weights.red) &+ green &* Int16(weights.green) &+ blue &* Int16(weights.blue)
        return Lanes(truncatingIfNeeded: SIMD8<UInt16>(truncatingIfNeeded: weighted) &>> 8)
    }

    /// With parts of other ones in them.
    ///
    /// - Parameter part: 0 (all of these) to 256 (all of the others), for each.
    @inline(__always)
    func mixed(with other: Octet, _ part: Lanes) -> Octet {
        var octet = self
        octet.red = Self.mixed(red, other.red, part)
        octet.green = Self.mixed(green, other.green, part)
        octet.blue = Self.mixed(blue, other.blue, part)
        return octet
    }

    @inline(__always)
    private static func mixed(_ one: Lanes, _ other: Lanes, _ part: Lanes) -> Lanes {
        // At most 255 times 256 and a half: more than half of a number with a sign.
        let sum = one &* (256 &- part) &+ other &* part &+ 128
        return Lanes(truncatingIfNeeded: SIMD8<UInt16>(truncatingIfNeeded: sum) &>> 8)
    }

    /// With other ones in the place of some.
    ///
    /// - Parameter mask: all bits where the other one is wanted, none where this one stays.
    @inline(__always)
    func replaced(by other: Octet, where mask: Lanes) -> Octet {
        var octet = self
        octet.red = red & ~mask | other.red & mask
        octet.green = green & ~mask | other.green & mask
        octet.blue = blue & ~mask | other.blue & mask
        return octet
    }

    /// With light added to all channels, or taken away; so much for each.
    @inline(__always)
    func lighter(by light: Lanes) -> Octet { shifted(by: light, light, light) }

    /// With something added to each channel.
    @inline(__always)
    func shifted(by red: Lanes, _ green: Lanes, _ blue: Lanes) -> Octet {
        var octet = self
        octet.red = Self.clamped(self.red &+ red)
        octet.green = Self.clamped(self.green &+ green)
        octet.blue = Self.clamped(self.blue &+ blue)
        return octet
    }

    @inline(__always)
    private static func clamped(_ lanes: Lanes) -> Lanes {
        pointwiseMin(pointwiseMax(lanes, .zero), Lanes(repeating: 255))
    }

    /// The same brightness with a part of the colour taken away.
    ///
    /// - Parameter part: 0 (as it is) to 256 (grey).
    @inline(__always)
    func greyer(_ part: Int16) -> Octet {
        var grey = self
        grey.red = luma
        (grey.green, grey.blue) = (grey.red, grey.red)
        return mixed(with: grey, Lanes(repeating: part))
    }
}
