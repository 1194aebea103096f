struct Color: Hashable, Sendable {
    /// Parts of red, green and blue, 0…1.
    var red, green, blue: Double

    init(_ code: UInt32) {
        red = Double(code >> 16 & 0xff) / 255
        green = Double(code >> 8 & 0xff) / 255
        blue = Double(code & 0xff) / 255
    }

    /// The color mixed with a fraction (0…1) of another one.
    func mixed(with other: Color, _ part: Double) -> Color {
        var mixture = self
        mixture.red += (other.red - red) * part
        mixture.green += (other.green - green) * part
        mixture.blue += (other.blue - blue) * part
        return mixture
    }
}

struct Stroke: Hashable, Sendable {
    let color: Color
    /// In pixels of the picture.
    let width: Double
    /// Length of dashes and of the gaps between them, in pixels of the picture; nil for an unbroken line.
    let dash: Double?

    init(_ color: Color, width: Double, dash: Double? = nil) {
        (self.color, self.width, self.dash) = (color, width, dash)
    }
}
