public import TouchCore

/// What was asked of the person.
public enum ResultKind: String, Hashable, Sendable, CaseIterable {
    /// To draw the pattern of a user.
    case unlock
    /// To draw a new pattern twice.
    case enrollment
    /// To have a pattern removed.
    case removal
    /// To have a user's failed attempts, or an alarm of the vault, forgotten.
    case clearing
    /// To draw a new pattern after the old one, or one for duress.
    case change
    /// To keep a user out, let them in again, or set when their pattern expires.
    case restriction
    /// Nobody asked: a user has no guess left, or the vault is not the one that touchd left behind.
    case lock
    /// To get in by the recovery key and draw a new pattern; or the making of such a key.
    case recovery
    /// To solve a captcha.
    case captcha

    /// The word in the file and in the chain of results: that of an enrollment has kept its first spelling.
    var stored: String { self == .enrollment ? "enrolment" : rawValue }

    init?(stored: String) {
        guard let kind = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = kind
    }
}

/// How it ended.
public enum ResultOutcome: String, Hashable, Sendable, CaseIterable {
    /// Right.
    case passed
    /// Wrong.
    case failed
    /// Not even compared, for instance inside a waiting time.
    case refused
    /// Broken off by the person or the front end, or by a panel that went away.
    case cancelled
    /// Not done in time.
    case expired
}

/// What is kept of one unlock, enrollment, removal or captcha.
///
/// There is no place in it for anything secret.
public struct InteractionResult: Hashable, Sendable {
    /// What was asked.
    public var kind: ResultKind
    /// How it ended.
    public var outcome: ResultOutcome
    /// Why, in one word of the socket interface.
    public var reason: Word
    /// Whose secret; nil for a captcha.
    public var user: UserName?
    /// Which of the user's secrets was asked for or entered; nil where none was.
    public var secret: SecretKind?
    /// The uid of the peer that asked.
    public var owner: UInt32
    /// Where the panel comes from, in the word of TouchCore's `Provenance`.
    public var provenance: Word
    /// The name of the panel; nil if no finger landed.
    ///
    /// At most ``maxText`` bytes are kept.
    public var device: String?
    /// How the person answered, for instance `drag` or `tap`.
    public var input: Word
    /// Whether the target was given by the caller, so that the result proves nothing.
    public var isDemo: Bool
    /// Which attempt it was, from 1; nil where attempts are not counted.
    public var attempt: Int?
    /// How the user stood with the attempt limit after it; nil where attempts are not counted.
    public var standing: ResultStanding?
    /// What was to be solved; nil where nothing was.
    public var challenge: ChallengeFacts?
    /// When it ended.
    public var moment: ResultMoment
    /// The scene that it was drawn in.
    ///
    /// At most ``maxText`` bytes are kept.
    public var scene: String?
    /// The widget that it was drawn in.
    ///
    /// At most ``maxText`` bytes are kept.
    public var widget: String?

    /// The longest device, scene or widget name that is kept, in bytes; the kernel's device names have at most 80.
    public static let maxText = 128

    /// Makes a result.
    public init(
        kind: ResultKind, outcome: ResultOutcome, reason: Word, user: UserName? = nil, secret: SecretKind? = nil,
        owner: UInt32, provenance: Word, device: String? = nil, input: Word, isDemo: Bool = false, attempt: Int? = nil,
        standing: ResultStanding? = nil, challenge: ChallengeFacts? = nil, moment: ResultMoment, scene: String? = nil,
        widget: String? = nil
    ) {
        self.kind = kind
        self.outcome = outcome
        self.reason = reason
        self.user = user
        self.secret = secret
        self.owner = owner
        self.provenance = provenance
        self.device = device
        self.input = input
        self.isDemo = isDemo
        self.attempt = attempt
        self.standing = standing
        self.challenge = challenge
        self.moment = moment
        self.scene = scene
        self.widget = widget
    }
}

/// What a captcha was, and nothing of its solution.
public struct ChallengeFacts: Hashable, Sendable {
    /// What had to be done, for instance `slide` or `gesture`.
    public var kind: Word
    /// How it was made, for instance `default`.
    public var profile: Word
    /// Size of the picture, in pixels; nil where there was none.
    public var size: Size?
    /// How many pictures or sequences were asked for beside the first one and those after a miss.
    public var refreshes: Int

    /// The size of a picture.
    public struct Size: Hashable, Sendable {
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int

        /// Makes a size.
        public init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// Makes the facts.
    public init(kind: Word, profile: Word, size: Size? = nil, refreshes: Int = 0) {
        self.kind = kind
        self.profile = profile
        self.size = size
        self.refreshes = refreshes
    }
}

/// How a user stood with the attempt limit when a result came about.
public struct ResultStanding: Hashable, Sendable {
    /// How long no guess was taken, in microseconds; nil if one was taken at once.
    public var waitMicroseconds: Int64?
    /// How many guesses could be made before the next wait or the end.
    public var attemptsLeft: Int
    /// How many guesses there were in all before no wait helps any more; nil if the schedule has no end.
    public var attemptsUntilLocked: Int?
    /// Whether no wait helped any more.
    public var isLocked: Bool

    init(waitMicroseconds: Int64?, attemptsLeft: Int, attemptsUntilLocked: Int?, isLocked: Bool) {
        self.waitMicroseconds = waitMicroseconds
        self.attemptsLeft = attemptsLeft
        self.attemptsUntilLocked = attemptsUntilLocked
        self.isLocked = isLocked
    }

    /// What is kept of a standing.
    public init(_ standing: Standing) {
        var (wait, isLocked): (Int64?, Bool) = (nil, false)
        switch standing.bar {
        case .none, .inactive: break
        case .wait(let microseconds): wait = microseconds
        case .exhausted, .altered: isLocked = true
        }
        self.init(
            waitMicroseconds: wait, attemptsLeft: standing.attemptsLeft,
            attemptsUntilLocked: standing.attemptsUntilLocked, isLocked: isLocked)
    }
}

/// When a result came about.
public struct ResultMoment: Hashable, Sendable {
    /// Which run of the machine ``monotonicMicroseconds`` belongs to.
    public var boot: BootID
    /// CLOCK_MONOTONIC, in microseconds.
    public var monotonicMicroseconds: Int64
    /// CLOCK_REALTIME, in microseconds since 1970 in UTC; for people.
    public var wallMicroseconds: Int64

    /// Makes a moment from its stamps.
    public init(boot: BootID, monotonicMicroseconds: Int64, wallMicroseconds: Int64) {
        self.boot = boot
        self.monotonicMicroseconds = monotonicMicroseconds
        self.wallMicroseconds = wallMicroseconds
    }

    /// Takes the stamps of a moment that results carry.
    public init(_ moment: Moment) {
        self.init(
            boot: moment.boot, monotonicMicroseconds: moment.monotonicMicroseconds,
            wallMicroseconds: moment.wallMicroseconds)
    }
}

/// A result as it is stored.
public struct StoredResult: Hashable, Sendable {
    /// Its unguessable name.
    public let id: ResultID
    /// Its place in the order of all results of this vault, from 1; never used twice.
    public let sequence: Int64
    /// What it says.
    public let result: InteractionResult
}
