package import TouchCore

/// What the person was asked to do.
package enum ResultKind: String, Hashable, Sendable, CaseIterable {
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
    /// Without a request: a user has no guess left, or the vault is not the one that touchd left behind.
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
package enum ResultOutcome: String, Hashable, Sendable, CaseIterable {
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

/// The record of one unlock, enrollment, removal or captcha.
///
/// It has no field for anything secret.
package struct InteractionResult: Hashable, Sendable {
    /// What was asked.
    package var kind: ResultKind
    /// How it ended.
    package var outcome: ResultOutcome
    /// Why, in one word of the socket interface.
    package var reason: Word
    /// Whose secret; nil for a captcha.
    package var user: UserName?
    /// Which of the user's secrets was requested or entered, if any.
    package var secret: SecretKind?
    /// The uid of the peer that asked.
    package var owner: UInt32
    /// Where the panel comes from, in the word of TouchCore's `Provenance`.
    package var provenance: Word
    /// The name of the panel; nil if no finger landed.
    ///
    /// At most ``maxText`` bytes are kept.
    package var device: String?
    /// How the person answered, for instance `drag` or `tap`.
    package var input: Word
    /// Whether the target was given by the caller, so that the result proves nothing.
    package var isDemo: Bool
    /// Which attempt it was, from 1; nil where attempts are not counted.
    package var attempt: Int?
    /// How the user stood with the attempt limit after it; nil where attempts are not counted.
    package var standing: ResultStanding?
    /// The challenge, if any.
    package var challenge: ChallengeFacts?
    /// When it ended.
    package var moment: ResultMoment
    /// The scene that it was drawn in.
    ///
    /// At most ``maxText`` bytes are kept.
    package var scene: String?
    /// The widget that it was drawn in.
    ///
    /// At most ``maxText`` bytes are kept.
    package var widget: String?

    /// Maximum length of a device, scene or widget name, in bytes; the kernel's device names have at most 80.
    package static let maxText = 128

    /// Makes a result.
    package init(
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

/// The facts of a captcha, without its solution.
package struct ChallengeFacts: Hashable, Sendable {
    /// The task, for instance `slide` or `gesture`.
    package var kind: Word
    /// How it was made, for instance `default`.
    package var profile: Word
    /// Size of the picture, in pixels; nil without one.
    package var size: Size?
    /// How many pictures or sequences were asked for beside the first one and those after a miss.
    package var refreshes: Int

    /// The size of a picture.
    package struct Size: Hashable, Sendable {
        /// In pixels.
        package let width: Int
        /// In pixels.
        package let height: Int

        /// Makes a size.
        package init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    /// Makes the facts.
    package init(kind: Word, profile: Word, size: Size? = nil, refreshes: Int = 0) {
        self.kind = kind
        self.profile = profile
        self.size = size
        self.refreshes = refreshes
    }
}

/// How a user stood with the attempt limit when a result came about.
package struct ResultStanding: Hashable, Sendable {
    /// How long until the next guess was allowed; nil if it was allowed at once.
    package var wait: Interval?
    /// How many guesses could be made before the next wait or the end.
    package var attemptsLeft: Int
    /// Number of guesses until the user is locked for good; nil if the schedule has no end.
    package var attemptsUntilLocked: Int?
    /// Whether the user is locked for good.
    package var isLocked: Bool

    init(wait: Interval?, attemptsLeft: Int, attemptsUntilLocked: Int?, isLocked: Bool) {
        self.wait = wait
        self.attemptsLeft = attemptsLeft
        self.attemptsUntilLocked = attemptsUntilLocked
        self.isLocked = isLocked
    }

    /// Copies the recorded part of a standing.
    package init(_ standing: Standing) {
        var (wait, isLocked): (Interval?, Bool) = (nil, false)
        switch standing.bar {
        case .none, .inactive: break
        case .wait(let left): wait = left
        case .exhausted, .altered: isLocked = true
        }
        self.init(
            wait: wait, attemptsLeft: standing.attemptsLeft,
            attemptsUntilLocked: standing.attemptsUntilLocked, isLocked: isLocked)
    }
}

/// When a result came about.
package struct ResultMoment: Hashable, Sendable {
    /// The boot that ``monotonic`` belongs to.
    package var boot: BootID
    /// CLOCK_MONOTONIC.
    package var monotonic: Instant
    /// CLOCK_REALTIME; for people.
    package var wall: WallTime

    /// Makes a moment from its stamps.
    package init(boot: BootID, monotonic: Instant, wall: WallTime) {
        self.boot = boot
        self.monotonic = monotonic
        self.wall = wall
    }

    /// Takes the stamps of a moment that results carry.
    package init(_ moment: Moment) {
        self.init(
            boot: moment.boot, monotonic: moment.monotonic,
            wall: moment.wall)
    }
}

/// A result as it is stored.
package struct StoredResult: Hashable, Sendable {
    /// Its unguessable name.
    package let id: ResultID
    /// Its place in the order of all results of this vault, from 1; never used twice.
    package let sequence: Int64
    /// Its content.
    package let result: InteractionResult
}
