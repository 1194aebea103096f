public import TouchCore

/// The model of a challenge, which is solved or missed.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ solved | missed
public protocol ChallengeModel: JudgedModel {
    /// The attempt that waits to be judged.
    var attempt: Attempt? { get }

    /// Whether a gesture is in progress or waits to be judged.
    var isActive: Bool { get }

    /// Ends the challenge because the person cannot solve it; `events` receives `declined`.
    mutating func decline(at time: Instant, _ events: inout Events)

    /// Begins again with another right answer, given as when the model was made; a gesture under way is cancelled.
    mutating func reset(to answer: Settings, at time: Instant, _ events: inout Events)
}

/// A challenge without a picture: its model draws what is asked for, and the screen shows it in words.
public protocol RhythmModel: ChallengeModel {
    /// Tells its misses from those of other challenges, also in what is stored.
    static var topic: UInt8 { get }
    /// The member by which a caller sets what is asked for, and its allowed values in words for people.
    static var given: (member: String, allowed: String) { get }
    /// What touchctl says of it.
    static var instruction: String { get }

    /// Draws what is asked for, as a setting of the model.
    static func drawn(using random: inout some RandomNumberGenerator) -> Settings

    /// The same, as a caller sets it; nil: it is invalid.
    static func asked(by given: Settings) -> Settings?

    /// What a front end needs to show it, and nothing else.
    static func shown(_ asked: Settings) -> Settings
}

extension RhythmModel {
    /// Itself.
    public static var asRhythm: (any RhythmModel.Type)? { self }
}

/// How the finger moves the piece of a picture (`drive`).
public enum ChallengeDrive: String, CaseIterable, Sendable {
    /// A knob on a bar below the picture.
    case bar
    /// The piece follows the finger in both axes.
    case piece
}

/// Who says whether an attempt passed (`judge`).
public enum ChallengeAuthority: String, CaseIterable, Sendable {
    /// The model, by its right answer alone.
    case model
    /// The owner of the model, by ``ChallengeModel/attempt`` and whatever else it knows.
    case owner
}

extension ChallengeModel {
    /// The attempt that waits to be judged.
    public var handedIn: HandedIn? { attempt.map { .attempt($0) } }
}

/// A gesture that was handed in, to be judged by the caller of ``JudgedModel/settle(passed:at:_:)``.
public struct Attempt: Sendable {
    /// The touches.
    public enum Evidence: Sendable {
        /// One drag, and whether the finger had a size.
        case drag(FingerTrack, ContactSize)
        case taps(TapTrack)
    }

    /// Whether it is the right answer.
    public let isRight: Bool
    /// The touches.
    public let evidence: Evidence
    /// When the finger lifted.
    public let lifted: Instant

    /// Whether it was a drag or taps.
    public var way: InputWay {
        switch evidence {
        case .drag: .drag
        case .taps: .tap
        }
    }
}
