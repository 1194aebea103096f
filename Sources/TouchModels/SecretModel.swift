internal import TouchCore

/// A model that takes a secret: what an unlock, an enrollment or a recovery waits for.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ takes fingers
///
/// With `purpose: verify` each entry is a guess. With `purpose: enroll` it takes the same secret twice; both entries are handed
/// in, so that the owner can refuse the first one before anybody is told that it is good.
public protocol SecretModel: JudgedModel {
    /// What entries are for.
    var purpose: SecretPurpose { get }
    /// What entries look like, whatever they are.
    var form: SecretForm { get }
    /// What was handed in, while it waits to be judged.
    var entry: SecretEntry? { get }

    /// Puts what the administrator wants of every such widget into the settings of a front end.
    static func apply(_ policy: SecretPolicy, to settings: inout Settings)
}

extension SecretModel {
    /// Nobody else is told of fingers.
    public static var protection: Protection { .secret }
    /// Whether an entry was handed in that nobody has judged yet.
    public var isWaiting: Bool { entry != nil }
}

/// What the entries of a secret are for.
public enum SecretPurpose: String, CaseIterable, Sendable {
    /// Each is a guess that somebody else judges.
    case verify
    /// Two equal ones make a new secret.
    case enroll = "enroll"
}

/// What a secret looks like.
public enum SecretForm: Hashable, Sendable {
    /// Dots of a grid.
    case pattern(rows: Int, columns: Int)
    /// Digits.
    case pin
}

/// A secret as a person gave it, to be judged by who calls ``JudgedModel/settle(passed:at:_:)``.
public struct SecretEntry: Sendable {
    /// What it looks like.
    public let form: SecretForm
    /// Its dots or digits.
    public let parts: SecretSequence
    /// Whether the same has to follow once more.
    public let isFirst: Bool
}

/// What the administrator wants of every widget that takes a secret.
public struct SecretPolicy: Sendable {
    /// The fewest dots of a new pattern.
    public var minDots: Int
    /// The fewest digits of a new PIN.
    public var minDigits: Int
    /// Whether no more of a drawing is told than how many dots it has.
    public var hidesTrail: Bool
    /// Settings that are true whatever a front end asks for, unless it enrolls: what lies elsewhere each time.
    public var varied: Set<String>

    /// Makes a policy.
    public init(minDots: Int, minDigits: Int, hidesTrail: Bool, varied: Set<String>) {
        self.minDots = minDots
        self.minDigits = minDigits
        self.hidesTrail = hidesTrail
        self.varied = varied
    }
}

extension Settings {
    /// A front end may ask for longer new secrets than the administrator does, not for shorter ones.
    ///
    /// - Parameter shortest: what is below is too short on its own, which is for the model to refuse.
    mutating func raise(_ key: String, to least: Int, shortest: Int) {
        let asked: Double? = if case .number(let number) = self[key] { number } else { nil }
        if let asked, asked < Double(shortest) { return }
        self[key] = .number(max(asked ?? 0, Double(least)))
    }
}

/// Which of the entries of a widget comes next, and the first one while the second is awaited.
struct SecretTurns: Sendable {
    let purpose: SecretPurpose
    private var first: SecretSequence?

    init(_ purpose: SecretPurpose) { self.purpose = purpose }

    /// Whether the next entry is the first of two.
    var isFirst: Bool { purpose == .enroll && first == nil }

    /// Whether an entry may be handed in: it is a guess, the first of two, or the same as the first.
    func takes(_ entry: SecretSequence) -> Bool { first?.matches(entry) ?? true }

    /// Notes what became of an entry that was handed in, and says it if two were asked for.
    mutating func settle(_ entry: SecretSequence, passed: Bool, at time: Instant, _ events: inout Events) {
        let wasFirst = isFirst
        first?.wipe()
        first = passed && wasFirst ? entry : nil
        guard passed, purpose == .enroll else { return }
        events.add(wasFirst ? "first_recorded" : "enrolled", .step, at: time)
        if !wasFirst { events.set(.flash) }
    }
}
