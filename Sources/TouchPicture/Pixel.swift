/// The color of one pixel, 8 bits a channel.
package struct Pixel: Hashable, Sendable, BitwiseCopyable {
    /// Light of each color, 0…255, not multiplied by ``alpha``.
    package var red, green, blue: UInt8
    /// Opacity, 0 (transparent) to 255.
    package var alpha: UInt8

    /// Makes a color.
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Makes an opaque color from `0xRRGGBB`.
    package init(_ code: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
            blue: UInt8(truncatingIfNeeded: code))
    }

    /// Its color as `0xRRGGBB`.
    package var code: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    /// Transparent.
    package static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
    static let white = Pixel(0xffffff)
    static let black = Pixel(0x000000)

    /// Perceived brightness, 0…255 (weights of ITU-R BT.601 in parts of 256).
    package var luma: Int {
        (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8
    }

    /// This color mixed with another one, 0 (only this one) to 256 (only the other); alpha stays.
    package func mixed(with other: Pixel, _ part: Int) -> Pixel {
        Pixel(
            red: Self.mix(red, other.red, part), green: Self.mix(green, other.green, part),
            blue: Self.mix(blue, other.blue, part), alpha: alpha)
    }

    /// The color with each channel made lighter, or darker if negative.
    package func lighter(by light: Int) -> Pixel {
        Pixel(
            red: Self.clamped(Int(red) + light), green: Self.clamped(Int(green) + light),
            blue: Self.clamped(Int(blue) + light), alpha: alpha)
    }

    /// The number clamped to a byte.
    static func clamped(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value))) }

    private static func mix(_ one: UInt8, _ other: UInt8, _ part: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(one) * (256 - part) + Int(other) * part + 128) >> 8)
    }
}
