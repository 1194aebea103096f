/// What a part of a picture looks like on the whole: its mean colour and how much it varies.
struct Look {
    /// The mean colour.
    let mean: Pixel
    private let contrast: Int

    /// The look of all of a picture.
    init(of picture: Raster) {
        var sum = Sum()
        for y in stride(from: 0, to: picture.height, by: 7) {
            for x in stride(from: 0, to: picture.width, by: 7) { sum.add(picture[x, y]) }
        }
        self.init(sum)
    }

    /// A part of a picture, in pixels.
    struct Box {
        let x, y, width, height: Int
    }

    /// The look of what lies within a part.
    init(inside box: Box, in picture: Raster) {
        var sum = Sum()
        let (across, down) = (max(box.width / 8, 1), max(box.height / 8, 1))
        for row in stride(from: down, to: box.height, by: down) {
            for column in stride(from: across, to: box.width, by: across) {
                sum.add(picture[box.x + column, box.y + row])
            }
        }
        self.init(sum)
    }

    /// The look of what is around a piece at a place; what lies outside the picture is left out.
    init(_ surroundings: Surroundings, of origin: Puzzle.Place, in picture: Raster) {
        var sum = Sum()
        let pixels = picture.pixels.span
        if surroundings.lieInPicture(around: origin) {
            let corner = origin.y * picture.width + origin.x
            for offset in surroundings.offsets { sum.add(pixels[corner + offset]) }
        } else {
            for place in surroundings.places where picture.contains(origin.x + place.x, origin.y + place.y) {
                sum.add(pixels[(origin.y + place.y) * picture.width + origin.x + place.x])
            }
        }
        self.init(sum)
    }

    private struct Sum {
        var count = 0
        var (red, green, blue) = (0, 0, 0)
        var (luma, squares) = (0, 0)

        @inline(__always)
        mutating func add(_ pixel: Pixel) {
            // No picture has so many pixels that these overflow.
            count &+= 1
            red &+= Int(pixel.red)
            green &+= Int(pixel.green)
            blue &+= Int(pixel.blue)
            let bright = pixel.luma
            luma &+= bright
            squares &+= bright &* bright
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

    /// What has to be added to the colours of another one to have this one's mean: red, green, blue and nothing.
    func shift(from other: Look) -> SIMD4<Int16> {
        SIMD4(
            Int16(mean.red) - Int16(other.mean.red), Int16(mean.green) - Int16(other.mean.green),
            Int16(mean.blue) - Int16(other.mean.blue), 0)
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
