/// What a part of a picture looks like on the whole: its mean colour and how much it varies.
struct Look {
    /// The mean colour.
    let mean: Pixel
    private let contrast: Int

    /// The look of all of a picture.
    init(of picture: Raster) {
        let step = 7, pixels = picture.pixels.span
        var sum = Sum(count: ((picture.height + step - 1) / step) * ((picture.width + step - 1) / step))
        for y in stride(from: 0, to: picture.height, by: step) {
            for x in stride(from: 0, to: picture.width, by: step) { sum.add(pixels[y * picture.width + x]) }
        }
        self.init(sum)
    }

    /// The look of some pixels.
    init(_ sample: Sample, in picture: Raster) {
        let (pixels, offsets) = (picture.pixels.span, sample.offsets.span)
        let bytes = unsafe pixels.bytes
        var sum = Sum(count: offsets.count)
        var next = 0
        while next + Quartet.count <= offsets.count {
            var quartet = Quartet()
            let end = min(offsets.count, next + Quartet.limit * Quartet.count)
            while next + Quartet.count <= end {
                func word(_ index: Int) -> UInt32 {
                    let pixel = sample.corner &+ Int(offsets[next &+ index])
                    return unsafe bytes.unsafeLoadUnaligned(
                        fromByteOffset: pixel &* MemoryLayout<Pixel>.stride, as: UInt32.self)
                }
                quartet.add(Quartet.Words(word(0), word(1), word(2), word(3)))
                next += Quartet.count
            }
            sum.add(quartet)
        }
        while next < offsets.count {
            sum.add(pixels[sample.corner + Int(offsets[next])])
            next += 1
        }
        self.init(sum)
    }

    private struct Sum {
        let count: Int
        var (red, green, blue) = (0, 0, 0)
        var (luma, squares) = (0, 0)

        init(count: Int) {
            self.count = count
        }

        @inline(__always)
        mutating func add(_ pixel: Pixel) {
            // No picture has so many pixels that these overflow.
            red &+= Int(pixel.red)
            green &+= Int(pixel.green)
            blue &+= Int(pixel.blue)
            let bright = pixel.luma
            luma &+= bright
            squares &+= bright &* bright
        }

        mutating func add(_ sums: Quartet) {
            for lane in 0..<Quartet.count {
                red += Int(sums.outer[2 * lane])
                green += Int(sums.inner[2 * lane])
                blue += Int(sums.outer[2 * lane + 1])
                luma += Int(sums.luma[lane])
                squares += Int(sums.squares[lane])
            }
        }
    }

    /// Sums of pixels, four at a time: as many as the processor computes at once.
    private struct Quartet {
        static let count = 4
        /// Pixels as they lie in memory: red in the lowest byte, alpha in the highest.
        typealias Words = SIMD4<UInt32>
        private typealias Halves = SIMD8<UInt16>

        /// How many times pixels can be added.
        static let limit = 256

        /// Of red and blue, in turns; and of green and nothing.
        var (outer, inner) = (SIMD8<UInt16>.zero, SIMD8<UInt16>.zero)
        /// Of ``Pixel/luma``, and of its squares.
        var (luma, squares) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)

        @inline(__always)
        mutating func add(_ words: Words) {
            let outer = unsafe unsafeBitCast(words & 0xff_00ff, to: Halves.self)
            let inner = unsafe unsafeBitCast(words &>> 8 & 0xff, to: Halves.self)
            self.outer &+= outer
            self.inner &+= inner
            let (red, green, blue) = Pixel.lumaWeights
            let weighted = outer &* Halves(red, blue, red, blue, red, blue, red, blue) &+ inner &* green
            let halves = unsafe unsafeBitCast(weighted, to: Words.self)
            let bright = (halves & 0xffff &+ halves &>> 16) &>> 8
            luma &+= bright
            let small = unsafe unsafeBitCast(bright, to: Halves.self)
            squares &+= unsafe unsafeBitCast(small &* small, to: Words.self)
        }
    }

    private init(_ sum: Sum) {
        let count = max(sum.count, 1)
        mean = Pixel(
            red: UInt8(sum.red / count), green: UInt8(sum.green / count), blue: UInt8(sum.blue / count))
        let middle = sum.luma / count
        contrast = Int(Double(max(sum.squares / count - middle * middle, 0)).squareRoot())
    }

    /// How different two look.
    func distance(to other: Look) -> Int {
        let shift = other.shift(from: self)
        return Int(abs(shift.x) + abs(shift.y) + abs(shift.z)) + 2 * abs(contrast - other.contrast)
    }

    /// What has to be added to the colours of another one to have this one's mean: red, green and blue.
    func shift(from other: Look) -> SIMD3<Int16> {
        SIMD3(
            Int16(mean.red) - Int16(other.mean.red), Int16(mean.green) - Int16(other.mean.green),
            Int16(mean.blue) - Int16(other.mean.blue))
    }
}

extension Pixel {
    /// The same colour, covering as much as a part of 256 says.
    func withAlpha(_ part: Int) -> Pixel {
        var pixel = self
        pixel.alpha = Pixel.clamped(part)
        return pixel
    }
}
