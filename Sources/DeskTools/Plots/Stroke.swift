import TouchPicture

struct Stroke: Hashable, Sendable {
    let color: Pixel
    /// In pixels of the picture.
    let width: Double
    /// Length of dashes and of the gaps between them, in pixels of the picture; nil for an unbroken line.
    let dash: Double?

    init(_ color: Pixel, width: Double, dash: Double? = nil) {
        (self.color, self.width, self.dash) = (color, width, dash)
    }
}
