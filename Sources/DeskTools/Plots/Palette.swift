import TouchPicture

/// The colors of plots: quiet grays for the scene, strong ones for fingers.
enum Palette {
    /// Around the view.
    static let surround = Pixel(0xeef1f4)
    static let view = Pixel(0xffffff)
    static let viewEdge = Pixel(0xd5dae1)
    static let widget = Pixel(0xf6f8fa)
    static let widgetEdge = Pixel(0xb9c2cd)
    /// Fixed parts.
    static let ground = Pixel(0xe7ebf0)
    /// Edges of fixed parts, circles around places.
    static let groundEdge = Pixel(0xc5cdd7)
    /// Dots, and edges of parts that lie on others or move.
    static let mark = Pixel(0x6b7787)
    /// The initial state of moving parts.
    static let ghost = Pixel(0xa4aebb)
    /// Fields of a map where contacts were most often.
    static let touched = Pixel(0xe8a317)
    /// Fields of a map where none ever was.
    static let untouched = Pixel(0xc5cdd7)
    /// The path of a finger whose drawing was refused.
    static let refused = Pixel(0xc62828)
    static let text = Pixel(0x2b333e)
    /// Names and the caption.
    static let quietText = Pixel(0x77828f)

    /// One per contact, distinguishable also with color blindness (after Okabe and Ito, darkened for white ground).
    static let contacts = [
        Pixel(0x1f6fd0), Pixel(0xd9660b), Pixel(0x0e8f6a), Pixel(0xb14a92),
        Pixel(0x2a9fc4), Pixel(0xb58900), Pixel(0x5b4fc7), Pixel(0x7a5c3e),
    ]
}
