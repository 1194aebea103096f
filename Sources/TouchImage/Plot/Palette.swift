/// The colors of plots: quiet grays for the scene, strong ones for fingers.
enum Palette {
    /// Around the view.
    static let surround = Color(0xeef1f4)
    static let view = Color(0xffffff)
    static let viewEdge = Color(0xd5dae1)
    static let widget = Color(0xf6f8fa)
    static let widgetEdge = Color(0xb9c2cd)
    /// Fixed parts.
    static let ground = Color(0xe7ebf0)
    /// Edges of fixed parts, circles around places.
    static let groundEdge = Color(0xc5cdd7)
    /// Dots, and edges of parts that lie on others or move.
    static let mark = Color(0x6b7787)
    /// The initial state of moving parts.
    static let ghost = Color(0xa4aebb)
    /// Fields of a map where contacts were most often.
    static let touched = Color(0xe8a317)
    /// Fields of a map where none ever was.
    static let untouched = Color(0xc5cdd7)
    /// The path of a finger whose drawing was refused.
    static let refused = Color(0xc62828)
    static let text = Color(0x2b333e)
    /// Names and the caption.
    static let quietText = Color(0x77828f)

    /// One per contact, distinguishable also with color blindness (after Okabe and Ito, darkened for white ground).
    static let contacts = [
        Color(0x1f6fd0), Color(0xd9660b), Color(0x0e8f6a), Color(0xb14a92),
        Color(0x2a9fc4), Color(0xb58900), Color(0x5b4fc7), Color(0x7a5c3e),
    ]
}
