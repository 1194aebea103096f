public import TouchCore

/// A proof without a picture: taps and holds in the order shown on the screen, anywhere on the widget.
///
///     idle ──began──▶ touching ──ended──▶ waiting ──began──▶ touching …
///      ▲                 │  └──ended, the last touch──▶ judging ──▶ solved            (until reset)
///      │                 │                                 ├──────▶ frozen ──0.4 s──▶ idle    (missed)
///      │                 │                                 └──────▶ spent             (missed, `renews`: until reset)
///      └────cancelled────┴─────────── 10 s ── waiting
///
/// All touches together are one gesture. It ends after as many touches as the sequence has; a person who made a mistake
/// can wait and start over without a miss. The places and movements of the touches do not count.
public struct TapGesture: RhythmModel {
    /// The name of this model.
    public static let kind = "gesture"
    /// Private, so that nobody can record the rhythm and replay it.
    public static let protection = Protection.proof

    /// How long it waits for the next touch.
    public static let patience = Interval.seconds(10)
    /// When a touch is long enough for a hold at almost any pace, and reported as such.
    public static let longEnough = Interval.milliseconds(800)

    private enum State {
        case idle
        case touching(TapTrack.Touch, heldFrom: Instant?)
        case waiting(until: Instant)
        case judging
        case solved
        case frozen(until: Instant)
        case spent
    }

    private let renews: Bool
    private let isJudgedOutside: Bool
    private var sequence: GestureSequence
    private var taps = TapTrack(isConfirmed: false)
    private var state = State.idle
    /// The attempt that waits to be judged.
    public private(set) var attempt: Attempt?

    /// Makes the model; settings are `sequence` (as ``GestureSequence`` reads it), `input` (`tap` or `both`, which mean the
    /// same here), `judge` (as of a captcha, default `model`), `renews` (a miss needs another sequence) and `spent` (it needs
    /// one now).
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(["sequence", "input", "judge", "renews", "spent"])
        if try settings.word("input", as: InputChoice.self) == .drag {
            throw .impossible(key: "input", reason: "a gesture is tapped, never dragged")
        }
        sequence = try Self.sequence(in: settings)
        renews = try settings.bool("renews") ?? false
        isJudgedOutside = try settings.word("judge", as: ChallengeAuthority.self) == .owner
        if try settings.bool("spent") ?? false { state = .spent }
    }

    private static func sequence(in settings: Settings) throws(SettingError) -> GestureSequence {
        if case .word(let text) = settings["sequence"], let sequence = GestureSequence(text) { return sequence }
        throw .wrongType(key: "sequence", wanted: "1 to 12 of 1, 2, 3 (taps) and h (hold)")
    }

    /// The whole widget is touched; it has no parts.
    public var layout: [LayoutPart] { [] }

    /// When a touch is held, a gesture times out, or input is accepted again after a miss.
    public var nextDeadline: Instant? {
        switch state {
        case .idle, .judging, .solved, .spent: nil
        case .touching(_, let heldFrom): heldFrom
        case .waiting(let until), .frozen(let until): until
        }
    }

    /// A finger may land anywhere; not when solved, frozen or spent.
    public func accepts(_ position: Point) -> Bool {
        switch state {
        case .idle, .touching, .waiting: true
        case .judging, .solved, .frozen, .spent: false
        }
    }

    /// Handles one report of the touching finger.
    public mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.idle, .began), (.touching, .began):
            taps.clear()
            events.add("began", .start, at: time)
            land(contact, at: time)
        case (.waiting, .began): land(contact, at: time)
        case (.touching(let landing, _), .ended): lift(landing, at: time, &events)
        case (.touching, .cancelled): cancel(.contactLost, at: time, &events)
        case (.touching, .moved), (.idle, _), (.waiting, _), (.judging, _), (.solved, _), (.frozen, _), (.spent, _):
            break
        }
    }

    /// Reports that a touch is long enough, cancels a gesture that timed out, or accepts input again after a miss.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .judging, .solved, .spent: break
        case .touching(let landing, let heldFrom):
            guard let heldFrom, heldFrom <= time else { return }
            state = .touching(landing, heldFrom: nil)
            events.add("held", .step, at: heldFrom)
        case .waiting(let until): if until <= time { cancel(.timedOut, at: until, &events) }
        case .frozen(let until): if until <= time { rearm(at: until, &events) }
        }
    }

    /// Cancels a gesture that waits for the next touch.
    public mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, at: time, &events)
    }

    private mutating func land(_ contact: Contact, at time: Instant) {
        let touch = TapTrack.Touch(landed: time, place: SlideCaptcha.millimeters(contact))
        state = .touching(touch, heldFrom: time.advanced(by: Self.longEnough))
    }

    private mutating func lift(_ touch: TapTrack.Touch, at time: Instant, _ events: inout Events) {
        var touch = touch
        touch.lifted = time
        taps.add(touch)
        events.add("touched", .step, at: time)
        events.set("count", taps.touches.count)
        guard taps.touches.count == sequence.touchCount else {
            return state = .waiting(until: time.advanced(by: Self.patience))
        }
        let isRight = sequence.matches(taps.touches)
        guard isJudgedOutside else {
            events.end(isRight ? "solved" : "missed", by: .tap, at: time)
            return show(isRight, at: time, &events)
        }
        attempt = Attempt(isRight: isRight, evidence: .taps(taps), lifted: time)
        state = .judging
        events.end("completed", .handedIn, by: .tap, at: time)
    }

    private mutating func show(_ isRight: Bool, at time: Instant, _ events: inout Events) {
        state = isRight ? .solved : renews ? .spent : .frozen(until: time.advanced(by: Hint.shake.duration))
        events.set(isRight ? .flash : .shake)
    }

    private mutating func cancel(_ reason: Reason, at time: Instant, _ events: inout Events) {
        events.cancel(reason, by: .tap, at: time)
        rearm(at: time, &events)
    }

    private mutating func rearm(at time: Instant, _ events: inout Events) {
        state = .idle
        events.add("rearmed", .step, at: time)
    }
}

// MARK: - What is asked for

extension TapGesture {
    /// Stored since the first version.
    public static let topic: UInt8 = 16
    /// The steps.
    public static let given = (
        member: "steps",
        allowed: "1 to \(GestureSequence.maxSteps) steps, each 1 to \(GestureSequence.maxTaps) taps or one hold"
    )
    /// Its steps are printed.
    public static let instruction =
        "Tap and hold as the terminal shows, in symbols and in words: the captcha for people who cannot see or drag."

    /// Draws a sequence.
    public static func drawn(using random: inout some RandomNumberGenerator) -> Settings {
        setting(.random(using: &random))
    }

    /// Reads the steps of a caller.
    public static func asked(by given: Settings) -> Settings? {
        guard case .list(let steps) = given["steps"] else { return nil }
        let read: [GestureSequence.Step?] = steps.map { step in
            guard case .group(let step) = step else { return nil }
            switch (step["act"], step["count"] ?? .number(1)) {
            case (.word("tap"), .number(let count)): return Int(exactly: count).map { .taps($0) }
            case (.word("hold"), .number(1)): return .hold
            default: return nil
            }
        }
        let known = read.compactMap(\.self)
        return known.count < read.count ? nil : GestureSequence(known).map(setting)
    }

    /// The steps as a front end gets them.
    public static func shown(_ asked: Settings) -> Settings {
        let steps = (try? sequence(in: asked))?.steps ?? []
        return [
            "steps": .list(
                steps.map { step in
                    .group(["act": .word(step == .hold ? "hold" : "tap"), "count": .number(Double(step.touches))])
                })
        ]
    }

    private static func setting(_ sequence: GestureSequence) -> Settings { ["sequence": .word(sequence.text)] }
}

// MARK: - What the owner says

extension TapGesture {
    /// Whether a gesture is in progress or waits to be judged.
    public var isActive: Bool {
        switch state {
        case .touching, .waiting, .judging: true
        case .idle, .solved, .frozen, .spent: false
        }
    }

    /// Applies the verdict on an attempt.
    public mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .judging = state else { return }
        attempt = nil
        events.add(passed ? "solved" : "missed", .step, at: time)
        show(passed, at: time, &events)
    }

    /// Begins again with another sequence; a gesture in progress is cancelled.
    public mutating func reset(to answer: Settings, at time: Instant, _ events: inout Events) {
        if let next = try? Self.sequence(in: answer) { sequence = next }
        switch state {
        case .touching, .waiting: cancel(.reset, at: time, &events)
        case .idle, .judging, .solved, .frozen, .spent: rearm(at: time, &events)
        }
    }

    /// Stops accepting contacts.
    public mutating func decline(at time: Instant, _ events: inout Events) {
        reset(to: [:], at: time, &events)
        state = .spent
        events.add("declined", .step, at: time)
    }
}
