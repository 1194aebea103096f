public import TouchCore

/// Feedback that a front end may give for an event: what to play, for how long, and how far and how often.
///
/// Models never wait for a front end to play it, except where a model's own documentation says so.
public enum Hint: String, CaseIterable, Sendable {
    /// A row was picked up: draw it larger by ``liftScale``.
    case lift
    /// Something was let go: let it slide into its place.
    case settle
    /// Something was refused: move it left and right a little.
    case shake
    /// Something was wrong: show it in the color of errors.
    case wrong
    /// Something was right: let it light up.
    case flash

    /// How much larger a lifted row is drawn.
    public static let liftScale = 1.03

    /// How far something that was refused moves to either side, in pixels, and how often it goes there and back.
    public var shaking: (pixels: Int, times: Int)? { self == .shake ? (3, 2) : nil }

    /// How long it is played.
    public var duration: Interval {
        switch self {
        case .lift, .settle: .milliseconds(200)
        case .shake, .flash: .milliseconds(400)
        case .wrong: .milliseconds(1_000)
        }
    }
}
