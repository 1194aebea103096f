/// An opaque color.
package struct Color: Hashable, Sendable {
    /// Parts of red, green and blue, 0…1.
    package var red, green, blue: Double

    /// Makes a color from `0xRRGGBB`.
    package init(_ code: UInt32) {
        red = Double(code >> 16 & 0xff) / 255
        green = Double(code >> 8 & 0xff) / 255
        blue = Double(code & 0xff) / 255
    }

    /// The color mixed with a fraction (0…1) of another one.
    package func mixed(with other: Color, _ part: Double) -> Color {
        var mixture = self
        mixture.red += (other.red - red) * part
        mixture.green += (other.green - green) * part
        mixture.blue += (other.blue - blue) * part
        return mixture
    }
}

/// The style of a line.
package struct Stroke: Hashable, Sendable {
    /// Its color.
    package var color: Color
    /// Its width, in pixels of the picture.
    package var width: Double
    /// Length of dashes and of the gaps between them, in pixels of the picture; nil for an unbroken line.
    package var dash: Double?

    /// Makes a stroke.
    package init(_ color: Color, width: Double, dash: Double? = nil) {
        self.color = color
        self.width = width
        self.dash = dash
    }
}
