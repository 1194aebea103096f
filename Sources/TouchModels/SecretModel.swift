public import TouchCore

/// A model for entering a secret, for unlock, enrollment and recovery.
///
///     takes fingers ──handed in──▶ waits ──settle──▶ takes fingers
///
/// With `purpose: verify` each entry is a guess. With `purpose: enroll` the secret is entered twice; both entries are handed
/// in, so that the owner can refuse the first one before it is reported as accepted. If they differ (`mismatch`), nobody
/// knows which one was the slip: a third that equals either is handed in, and three different ones `start_over`.
public protocol SecretModel: JudgedModel {
    /// What is known about its kind of secret.
    static var secret: SecretScheme { get }

    /// The purpose of entries.
    var purpose: SecretPurpose { get }
    /// The form of entries, such as the size of the grid.
    var form: SecretForm { get }
    /// The entry that waits to be judged.
    var entry: SecretEntry? { get }

    /// Applies the administrator's policy to the settings of a front end.
    static func apply(_ policy: SecretPolicy, to settings: inout Settings)
}

extension SecretModel {
    /// Itself.
    public static var asSecret: (any SecretModel.Type)? { self }
    /// Contacts are not reported to other programs.
    public static var protection: Protection { .secret }
    /// The entry that waits to be judged.
    public var handedIn: HandedIn? { entry.map { .secret($0) } }
}

/// The purpose of entering a secret.
public enum SecretPurpose: String, CaseIterable, Sendable {
    /// Each entry is a guess.
    case verify
    /// Two equal entries make a new secret.
    case enroll = "enroll"
}

/// A secret as entered, to be judged by the caller of ``JudgedModel/settle(passed:at:_:)``.
public struct SecretEntry: Sendable {
    /// Its form.
    public let form: SecretForm
    /// Its dots or digits.
    public let parts: SecretSequence
    /// Whether it must be entered again.
    public let isFirst: Bool
    /// Whether the owner has not accepted an equal one before.
    public let isNew: Bool
}

/// The administrator's policy for all widgets for secrets.
public struct SecretPolicy: Hashable, Sendable {
    /// The minimum number of parts of a new secret, by kind.
    public var minParts: [SecretKind: Int]
    /// Whether events report only the number of dots of a drawing.
    public var hidesTrail: Bool
    /// Settings for varied positions that are forced on, except when enrolling.
    public var varied: Set<String>

    /// Makes a policy.
    public init(minParts: [SecretKind: Int], hidesTrail: Bool, varied: Set<String>) {
        self.minParts = minParts
        self.hidesTrail = hidesTrail
        self.varied = varied
    }
}

extension SecretPolicy {
    /// Raises the minimum that a front end set to the administrator's.
    ///
    /// One below what the kind allows is left for the model to reject.
    func raise(_ key: String, of secret: SecretScheme, in settings: inout Settings) {
        let (shortest, asked) = (secret.minimums.lowerBound, settings[key])
        let own: Double? = if case .number(let number) = asked { number } else { nil }
        if let own, own < Double(shortest) { return }
        settings[key] = .number(max(own ?? 0, Double(minParts[secret.kind] ?? shortest)))
    }
}

/// The state of entering a secret: which entry is next, and the earlier ones until two are equal.
struct SecretTurns: Sendable {
    let purpose: SecretPurpose
    private var first: SecretSequence?
    /// The second entry, if it differed from the first.
    private var second: SecretSequence?

    init(_ purpose: SecretPurpose) { self.purpose = purpose }

    /// Whether the next entry is the first of two.
    var isFirst: Bool { purpose == .enroll && first == nil }

    func handIn(_ entry: SecretSequence, as form: SecretForm) -> SecretEntry {
        SecretEntry(form: form, parts: entry, isFirst: isFirst, isNew: !(first?.matches(entry) ?? false))
    }

    /// The end of an entry that is not handed in; nil for a guess, the first of two, and one that equals an earlier one.
    mutating func refusal(of entry: SecretSequence) -> StaticString? {
        guard let first, !first.matches(entry) else { return nil }
        guard let second else {
            self.second = entry
            return "mismatch"
        }
        if second.matches(entry) { return nil }
        forget()
        return "start_over"
    }

    /// Applies the verdict on an entry, and reports it if two entries are required.
    mutating func settle(_ entry: SecretSequence, passed: Bool, at time: Instant, _ events: inout Events) {
        let wasFirst = isFirst
        forget()
        guard passed, purpose == .enroll else { return }
        if wasFirst { first = entry }
        events.add(wasFirst ? "first_recorded" : "enrolled", .step, at: time)
        if !wasFirst { events.set(.flash) }
    }

    private mutating func forget() {
        first?.wipe()
        second?.wipe()
        (first, second) = (nil, nil)
    }
}
