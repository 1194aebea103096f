/// The colours of plots: quiet greys for the scene, strong ones for fingers.
enum Palette {
    /// Around the view.
    static let surround = Colour(0xeef1f4)
    /// The view.
    static let view = Colour(0xffffff)
    /// The edge of the view.
    static let viewEdge = Colour(0xd5dae1)
    /// Widgets.
    static let widget = Colour(0xf6f8fa)
    /// Edges of widgets.
    static let widgetEdge = Colour(0xb9c2cd)
    /// Parts that stay where they are.
    static let ground = Colour(0xe7ebf0)
    /// Edges of those, circles around places.
    static let groundEdge = Colour(0xc5cdd7)
    /// Dots, edges of parts that lie on others or move.
    static let mark = Colour(0x6b7787)
    /// What moves, as it was before.
    static let ghost = Colour(0xa4aebb)
    /// Events.
    static let text = Colour(0x2b333e)
    /// Names and the caption.
    static let quietText = Colour(0x77828f)

    /// One a contact, told apart also by people who see fewer colours (after Okabe and Ito, darkened for white ground).
    static let contacts = [
        Colour(0x1f6fd0), Colour(0xd9660b), Colour(0x0e8f6a), Colour(0xb14a92),
        Colour(0x2a9fc4), Colour(0xb58900), Colour(0x5b4fc7), Colour(0x7a5c3e),
    ]
}
