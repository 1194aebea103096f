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

    /// The look of what lies around a part.
    init(around box: Box, in picture: Raster) {
        var sum = Sum()
        func add(_ x: Int, _ y: Int) {
            if picture.contains(x, y) { sum.add(picture[x, y]) }
        }
        for margin in [2, 7] {
            for x in stride(from: box.x - margin, to: box.x + box.width + margin, by: 5) {
                add(x, box.y - margin)
                add(x, box.y + box.height + margin)
            }
            for y in stride(from: box.y - margin, to: box.y + box.height + margin, by: 5) {
                add(box.x - margin, y)
                add(box.x + box.width + margin, y)
            }
        }
        self.init(sum)
    }

    private struct Sum {
        var count = 0
        var (red, green, blue) = (0, 0, 0)
        var (luma, squares) = (0, 0)

        mutating func add(_ pixel: Pixel) {
            count += 1
            red += Int(pixel.red)
            green += Int(pixel.green)
            blue += Int(pixel.blue)
            luma += pixel.luma
            squares += pixel.luma * pixel.luma
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
        let (red, green, blue) = other.shift(from: self)
        return abs(red) + abs(green) + abs(blue) + 2 * abs(contrast - other.contrast)
    }

    /// What has to be added to the colours of another one to have this one's mean.
    func shift(from other: Look) -> (Int, Int, Int) {
        (
            Int(mean.red) - Int(other.mean.red), Int(mean.green) - Int(other.mean.green),
            Int(mean.blue) - Int(other.mean.blue)
        )
    }
}

/// The rim of noise around a piece and its gaps: whether a line goes on beyond it cannot be seen at its edge.
struct Rim {
    /// What lies within it.
    let core: Coverage
    /// The colour that its noise is around.
    let colour: Pixel

    /// A pixel of piece or gap, hidden as far as it lies in the rim.
    func frosted(_ pixel: Pixel, _ column: Int, _ row: Int, _ generator: inout SeededGenerator) -> Pixel {
        let part = 256 - core.part(column, row)
        guard part > 0 else { return pixel }
        let noise = Int(generator.byte()) - 128
        var frosted = pixel.mixed(with: colour.lighter(by: noise / 2), part)
        frosted.alpha = pixel.alpha
        return frosted
    }
}

extension Pixel {
    /// The same colour, covering as much as a part of 256 says.
    func withAlpha(_ part: Int) -> Pixel {
        var pixel = self
        pixel.alpha = Pixel.clamped(part)
        return pixel
    }

    /// The colour with something added to each channel.
    func shifted(_ shift: (Int, Int, Int)) -> Pixel {
        Pixel(
            red: Self.clamped(Int(red) + shift.0), green: Self.clamped(Int(green) + shift.1),
            blue: Self.clamped(Int(blue) + shift.2), alpha: alpha)
    }
}
