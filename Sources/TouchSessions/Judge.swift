internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchVault

/// What differs between the kinds of ``JudgedSession``.
protocol Judge: AnyObject {
    /// What its results are about.
    var subject: ResultSubject { get }
    /// Whether each attempt has a reply of its own; otherwise the last reply gives the reason.
    var reportsAttempts: Bool { get }
    /// The length of that reply; nil: it varies.
    var attemptLength: Int? { get }

    /// The widget is on screen, and fingers count.
    func shown(at place: WidgetPlace, by session: JudgedSession)

    /// Judges what was handed in, by ``JudgedSession/rule(on:of:lift:_:)``: at once, or when work off the loop is done.
    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession)

    /// A ruling that needs no look at what was handed in, or at the end of a session.
    func ruling(
        _ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?, at moment: Moment
    ) -> Ruling

    /// The model refused what was entered, by that event.
    func refused(_ event: String, in session: JudgedSession)

    /// What is to be stored with a result, if anything.
    func consequence(of result: InteractionResult) -> InteractionResult?

    /// An attempt is about to be told.
    func told(_ ruling: Ruling)

    /// The session ends without an attempt.
    ///
    /// - Returns: why, if the outcome does not say it.
    func ends(_ outcome: Outcome, at place: WidgetPlace?) -> Word

    /// The daemon stops: work off the loop is not waited for.
    func stop()

    /// The last reply, and the one to a caller that does not wait for it.
    func reply(for session: JudgedSession) -> JSONObject
}

extension Judge {
    var attemptLength: Int? { nil }
    func ruling(_ outcome: Outcome, _ reason: Word, from origin: GestureOrigin?, at moment: Moment) -> Ruling {
        Ruling(outcome: outcome, reason: reason)
    }
    func refused(_ event: String, in session: JudgedSession) {}
    func consequence(of result: InteractionResult) -> InteractionResult? { nil }
    func told(_ ruling: Ruling) {}
    func stop() {}
}

/// What the results of a session are about.
struct ResultSubject {
    let kind: ResultKind
    var user: UserName?
    var secret: SecretKind?
    var challenge: ChallengeFacts?
    var isDemo = false
    /// Whether its results are stored, counted and reported.
    var isKept = true
}

/// A judge's answer to something that was handed in.
enum Judgment {
    /// It counts.
    case ruling(Ruling)
    /// It does not: the person is asked again, and told why by that word.
    case again(String)
}

/// The verdict on an attempt.
struct Ruling {
    let outcome: Outcome
    /// Why, for the caller and in the result.
    var reason = Results.noReason
    /// Why, for the screen; nil: as for the caller.
    var screenReason: String?
    /// How long the panel has to wait now, if it does.
    var wait: Interval?
    /// Whether it is one of the attempts that the caller granted.
    var isAttempt = true
    /// How it was made.
    var input: Word = "drag"
    /// How deep the secret lies that was right.
    var level = 0
    /// What else the caller learns.
    var details: JSONObject = [:]
    /// The user's attempt limit afterward.
    var standing: Standing?

    /// The ruling when nothing can be judged: the vault cannot be written.
    static let lost = Ruling(outcome: .failed, reason: "storage_failed")

    /// The same, but not stored: then nothing passes.
    var unstored: Ruling {
        Ruling(
            outcome: .failed, reason: "storage_failed", wait: wait, isAttempt: isAttempt, input: input,
            details: details, standing: standing)
    }
}
