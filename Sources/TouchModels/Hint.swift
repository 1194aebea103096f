public import TouchCore

/// Feedback that a front end may give for an event: what to play, how long, how far and how often.
///
/// Models never wait for a front end to play it, unless their documentation says so.
public enum Hint: String, CaseIterable, Sendable {
    /// A row was picked up: draw it larger by ``liftScale``.
    case lift
    /// Something was released: let it slide into its place.
    case settle
    /// Something was rejected: shake it a little.
    case shake
    /// Something was wrong: show it in the error color.
    case wrong
    /// Something was right: flash it.
    case flash

    /// How much larger a lifted row is drawn.
    public static let liftScale = 1.03

    /// How far a rejected object moves to either side, in pixels, and how often.
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
