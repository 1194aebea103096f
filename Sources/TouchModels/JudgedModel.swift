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

/// A model whose gestures its owner judges.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ takes fingers, or what the model says
public protocol JudgedModel: Model {
    /// Whether something was handed in that nobody has judged yet.
    var isWaiting: Bool { get }

    /// Says what became of a gesture that was handed in.
    ///
    /// - Parameters:
    ///   - passed: whether it was right.
    ///   - time: now.
    ///   - events: gets what the model shows of it.
    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events)

    /// Places its parts before the first gesture, if they lie elsewhere each time.
    mutating func place(by chance: inout Chance)

    /// Draws where its parts will lie after the gesture that ended just now.
    mutating func prepare(by chance: inout Chance)
}

extension JudgedModel {
    /// Nothing moves.
    public mutating func place(by chance: inout Chance) {}
    /// Nothing moves.
    public mutating func prepare(by chance: inout Chance) {}
}

/// Random numbers for a model that places its parts elsewhere each time, and what it has to know for it.
public struct Chance: RandomNumberGenerator {
    private var source: any RandomNumberGenerator
    /// How many pixels of the view a millimeter of the panel is, if that is known.
    public let pixelsPerMillimeter: Double?

    /// Makes one that draws from a source: a secure one, unless for a test.
    public init(_ source: any RandomNumberGenerator = SystemRandomNumberGenerator(), pixelsPerMillimeter: Double?) {
        self.source = source
        self.pixelsPerMillimeter = pixelsPerMillimeter
    }

    /// The next number.
    public mutating func next() -> UInt64 { source.next() }
}

/// What a challenge shows: a model that is solved or missed.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ solved | missed
public protocol ChallengeModel: JudgedModel {
    /// What was handed in last, while it waits to be judged.
    var attempt: Attempt? { get }

    /// Whether a gesture is under way, or waits to be judged.
    var isActive: Bool { get }

    /// Takes no finger any more, because somebody said that they cannot solve it; `events` gets `declined`.
    mutating func decline(at time: Instant, _ events: inout Events)
}

extension ChallengeModel {
    /// Whether an attempt was handed in that nobody has judged yet.
    public var isWaiting: Bool { attempt != nil }
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
