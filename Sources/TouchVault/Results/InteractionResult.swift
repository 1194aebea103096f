package import TouchCore

/// The kind of an interaction.
package enum ResultKind: String, Hashable, Sendable, CaseIterable {
    /// The pattern or PIN of a user was requested.
    case unlock
    case enrollment
    case removal
    /// A user's failed attempts, or an alarm of the vault, were cleared.
    case clearing
    /// A secret was replaced with the old one as proof, or a duress secret was stored.
    case change
    case restriction
    /// Without a request: a user has no guesses left, or the vault was changed by something other than touchd.
    case lock
    /// A recovery key was created or tried.
    case recovery
    case captcha

    /// The word in the file and in the chain of results: an enrollment keeps its original spelling there.
    var stored: String { self == .enrollment ? "enrolment" : rawValue }

    init?(stored: String) {
        guard let kind = Self.allCases.first(where: { $0.stored == stored }) else { return nil }
        self = kind
    }
}

/// How it ended.
package enum ResultOutcome: String, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// Not compared, for instance during a wait.
    case refused
    /// Ended by the person, the front end, or the loss of the panel.
    case cancelled
    /// Not completed in time; stored in an older word.
    case timedOut = "expired"

    /// Its word in the interfaces.
    package var word: String { self == .timedOut ? "timed_out" : rawValue }
}

/// One unlock, enrollment, removal or captcha; no field for anything secret.
package struct InteractionResult: Hashable, Sendable {
    /// The kind.
    package var kind: ResultKind
    /// How it ended.
    package var outcome: ResultOutcome
    /// Why, in one word of the socket interface.
    package var reason: Word
    /// The user of the secret; nil for a captcha.
    package var user: UserName?
    /// Which of the user's secrets was requested or entered, if any.
    package var secret: SecretKind?
    /// The uid of the caller.
    package var owner: UInt32
    /// The panel's provenance, as a word of TouchCore's `Provenance`.
    package var provenance: Word
    /// Nil if no finger landed; at most ``maxText`` bytes are kept.
    package var device: String?
    /// The kind of input, for instance `drag` or `tap`.
    package var input: Word
    /// Whether the target was given by the caller, so that the result proves nothing.
    package var isDemo: Bool
    /// The number of the attempt, from 1; nil where attempts are not counted.
    package var attempt: Int?
    /// The user's standing afterward; nil where attempts are not counted.
    package var standing: ResultStanding?
    /// The challenge, if any.
    package var challenge: ChallengeFacts?
    /// When it ended.
    package var moment: ResultMoment
    /// At most ``maxText`` bytes are kept.
    package var scene: String?
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
    /// How many pictures or sequences were requested, besides the first one and those after a miss.
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

/// A user's standing with the attempt limit at the time of a result.
package struct ResultStanding: Hashable, Sendable {
    /// How long until the next guess was allowed; nil if it was allowed at once.
    package var wait: Interval?
    /// Number of guesses until the next wait or the end.
    package var attemptsLeft: Int
    /// Number of guesses until the user is locked for good; nil if the schedule has no end.
    package var attemptsUntilLocked: Int?
    /// Whether the user is locked for good.
    package var isLocked: Bool
}

extension ResultStanding {
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

/// When a result was decided.
package struct ResultMoment: Hashable, Sendable {
    /// The boot that ``monotonic`` belongs to.
    package var boot: BootID
    /// CLOCK_MONOTONIC.
    package var monotonic: Instant
    /// CLOCK_REALTIME; for people.
    package var wall: WallTime
}

extension ResultMoment {
    /// Copies the timestamps of a moment that results contain.
    package init(_ moment: Moment) {
        self.init(boot: moment.boot, monotonic: moment.monotonic, wall: moment.wall)
    }
}

/// A result as it is stored.
package struct StoredResult: Hashable, Sendable {
    /// Its unguessable name.
    package let id: ResultID
    /// Its sequence number among all results of this vault, from 1; never reused.
    package let sequence: Int64
    /// Its content.
    package let result: InteractionResult
}
