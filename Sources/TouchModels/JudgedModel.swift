public import TouchCore
public import TouchJudge

/// How much of what fingers do to a model is nobody else's business.
public enum Protection: Sendable {
    /// Nothing.
    case none
    /// It asks for a proof: other programs are not told of fingers meanwhile.
    case proof
    /// It asks for a secret: neither are they.
    case secret
}

/// A model whose attempts its owner judges: what a challenge shows.
///
///     takes fingers ──completed──▶ waits ──settle──▶ solved | missed
public protocol JudgedModel: Model {
    /// What was handed in last, while it waits to be judged.
    var attempt: Attempt? { get }

    /// Whether a gesture is under way, or waits to be judged.
    var isActive: Bool { get }

    /// Says what became of an attempt that ended in `completed`.
    ///
    /// - Parameters:
    ///   - passed: whether it counts as solved.
    ///   - time: now.
    ///   - events: gets `solved` or `missed`.
    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events)

    /// Takes no finger any more, because somebody said that they cannot solve it; `events` gets `declined`.
    mutating func decline(at time: Instant, _ events: inout Events)
}

/// A gesture that was handed in, to be judged by who calls ``JudgedModel/settle(passed:at:_:)``.
public struct Attempt: Sendable {
    /// What fingers did.
    public enum Evidence: Sendable {
        /// One drag, and whether the finger had a size.
        case drag(FingerTrack, ContactSize)
        /// Taps.
        case taps(TapTrack)
    }

    /// Whether it is the right answer.
    public let isRight: Bool
    /// What fingers did.
    public let evidence: Evidence
    /// When the finger lifted.
    public let lifted: Instant

    /// How it was made.
    public var way: InputWay {
        switch evidence {
        case .drag: .drag
        case .taps: .tap
        }
    }
}
