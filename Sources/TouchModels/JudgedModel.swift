public import TouchCore

/// How private the touches of a model are.
public enum Protection: Sendable {
    case none
    /// It asks for a proof: contacts are not reported to other programs.
    case proof
    /// It asks for a secret: contacts are not reported to other programs.
    case secret
}

/// A model whose gestures are judged by its caller.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ takes fingers, or as the model decides
public protocol JudgedModel: Model {
    /// What waits to be judged.
    var handedIn: HandedIn? { get }

    /// Reports the verdict on the gesture that was handed in.
    mutating func settle(passed: Bool, at time: Instant, _ events: inout Events)

    /// Places its parts before the first gesture, if their positions vary.
    mutating func place(by chance: inout Chance)

    /// Draws new positions of its parts for the next gesture.
    mutating func prepare(by chance: inout Chance)
}

/// What a model hands in to be judged.
public enum HandedIn: Sendable {
    case secret(SecretEntry)
    case attempt(Attempt)
}

extension JudgedModel {
    /// Whether a gesture waits to be judged.
    public var isWaiting: Bool { handedIn != nil }
    /// The default for a model whose parts do not move.
    public mutating func place(by chance: inout Chance) {}
    /// The default for a model whose parts do not move.
    public mutating func prepare(by chance: inout Chance) {}
}

/// Random numbers and the scale for a model that varies the positions of its parts.
public struct Chance: RandomNumberGenerator {
    private var source: any RandomNumberGenerator
    /// View pixels per millimeter of the panel; nil if unknown.
    public let pixelsPerMillimeter: Double?

    /// Draws from a source, which must be secure except in tests.
    public init(_ source: any RandomNumberGenerator, pixelsPerMillimeter: Double?) {
        self.source = source
        self.pixelsPerMillimeter = pixelsPerMillimeter
    }

    /// The next number.
    public mutating func next() -> UInt64 { source.next() }
}
