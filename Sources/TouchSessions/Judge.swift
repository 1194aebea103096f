internal import StrictJSON
internal import TouchCore
internal import TouchModels
internal import TouchScreen
internal import TouchVault

/// What differs between the kinds of ``JudgedSession``.
protocol Judge: AnyObject {
    /// What its results are about.
    var subject: ResultSubject { get }
    /// The length of the reply about each attempt, 0 if it varies; nil: there is one about each step of the only attempt.
    var attemptLength: Int? { get }

    /// The widget is on screen, and fingers count.
    func shown(at place: WidgetPlace, by session: JudgedSession)

    /// Judges what was handed in, by ``JudgedSession/rule(on:of:lift:otherwise:_:)``: at once, or when work off the loop is
    /// done.
    func judge(_ handedIn: HandedIn, from origin: GestureOrigin, at time: Instant, for session: JudgedSession)

    /// A ruling that needs no look at what was handed in, or at the end of a session.
    func ruling(_ outcome: ResultOutcome, _ reason: Word, from origin: GestureOrigin?) -> Ruling

    /// An attempt that passed is about to be told.
    func passed()

    /// Why a session ends without an attempt, unless its caller says so.
    func reason(of outcome: ResultOutcome) -> Word

    /// The last reply, and the one to a caller that does not wait for it.
    func reply(for session: JudgedSession) -> JSONObject
}

extension Judge {
    func shown(at place: WidgetPlace, by session: JudgedSession) {}
    func ruling(_ outcome: ResultOutcome, _ reason: Word, from origin: GestureOrigin?) -> Ruling {
        Ruling(outcome: outcome, reason: reason)
    }
    func reason(of outcome: ResultOutcome) -> Word { Results.noReason }
    func passed() {}
    func reply(for session: JudgedSession) -> JSONObject { session.ending?.fields ?? [:] }
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

/// What is said of an attempt, or of an end without one: replies, events and results are made of it alone.
struct Ruling {
    var outcome: ResultOutcome
    /// Why, for the caller and in the result.
    var reason = Results.noReason
    /// Why, for the screen; nil: as for the caller.
    var screenReason: String?
    /// Why the person is asked once more; nil: it counts.
    var step: String?
    /// How long the panel has to wait now, if it does.
    var wait: Interval?
    /// Whether it is one of the attempts that the caller granted.
    var isAttempt = true
    /// Whether nothing follows, whatever the outcome.
    var isEnd = false
    /// How it was made.
    var input: Word = "drag"
    /// How deep the secret lies that was right.
    var level = 0
    /// What else the caller learns.
    var details: JSONObject = [:]
    /// The user's attempt limit afterward.
    var standing: Standing?
    /// What is to be stored with it, if anything.
    var consequence: InteractionResult?

    /// The panel; nil: no finger made it, and the screen is not told.
    var origin: GestureOrigin?
    /// What was stored.
    var results: [StoredResult] = []
    var token: IssuedToken?
    /// When it is told; nil: at once.
    var moment: Instant?

    /// The same, but not stored: then nothing passes.
    var unstored: Ruling {
        var lost = self
        (lost.results, lost.token, lost.screenReason) = ([], nil, nil)
        if !isEnd { (lost.outcome, lost.reason) = (.failed, "storage_failed") }
        return lost
    }

    /// Its outcome in the word of the interfaces, which distinguish what is stored as cancelled.
    var word: String { reason == Results.declined ? reason.description : outcome.word }

    /// Why, if that can be told and the outcome does not say it.
    var told: String? {
        outcome == .passed || [Results.noReason, Results.declined].contains(reason) ? nil : reason.description
    }

    /// The name of its result, if that was stored.
    var result: String? { results.first?.id.description }

    /// As the interfaces have it in the last reply.
    var fields: JSONObject {
        [
            "outcome": .string(word), "resultId": result.map { .string($0) },
            "reason": told.map { .string($0) }, "token": token?.text.map { .string($0) },
        ]
    }

    /// As they have the attempt of that number.
    func attempt(_ number: Int) -> JSONObject {
        var attempt: JSONObject = [
            "resultId": result.map { .string($0) }, "number": .integer(Int64(number)),
            "outcome": .string(word), "reason": told.map { .string($0) },
        ]
        attempt.add(details)
        attempt.add(standing?.fields ?? [:])
        return ["attempt": .object(attempt)]
    }
}
