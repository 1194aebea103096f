public import TouchCore

/// A piece that a finger slides into a gap whose place only the model knows.
///
///     idle ──began──▶ dragging ──ended──▶ solved            (until reset)
///      ▲                 │  │                ├ or ▶ frozen ──0.4 s──▶ idle    (missed)
///      │                 │  │                └ or ▶ spent                     (missed, `renews`: until reset)
///      │                 │  └──ended, hardly moved──▶ idle
///      ├────cancelled────┘
///      └─ 30 s ── waiting ◀──▶ tapping ──tap on the piece──▶ solved | frozen | idle      (by taps)
///
/// By taps, the first tap moves the piece there, further taps just beside the piece nudge it by ``nudge``, taps farther
/// away move it there again, and a tap on the piece (or its knob) hands it in. All taps together are one gesture. With
/// `input: both` a finger that lifts where it landed has tapped.
///
/// Driven by the bar below the picture (`drive: bar`, the piece moves along x at the height of the gap), or by moving
/// the piece itself (`drive: piece`, both axes). Places are the top left corner of the piece. No event and no layout
/// part reveals the target or the tolerance.
///
/// A challenge with pictures has its own pixels (`pictureWidth`, `pictureHeight`): the picture is centered, as large as
/// the widget allows, and everything given in picture pixels is scaled with it.
public struct SlideCaptcha: ChallengeModel {
    /// The name of this model.
    public static let kind = "captcha"
    /// Private, so that nobody can record a drag and replay it.
    public static let protection = Protection.proof

    /// Allowed scales of a picture.
    public static let scales = 0.25...8.0
    /// Maximum tolerance, as a fraction of the piece's longer side: more could be guessed.
    public static let maxTolerance = 0.125
    /// Height of the bar, in pixels.
    public static let barHeight = 32.0
    /// Minimum size of a picture, in pixels.
    public static let minPicture = Size(width: 100, height: 40)
    /// Default tolerance in each axis, in pixels; exactly this far off is a miss.
    public static let defaultTolerance = 3.0
    /// How long input is ignored after a miss, while the front end shows it.
    public static let freeze = Hint.shake.duration
    /// How far a tap beside the piece moves it, in pixels: less than the tolerance, so that no place is skipped.
    public static let nudge = 2.0
    /// Maximum distance of a tap from the piece at which it nudges, in pixels.
    public static let nudgeReach = 40.0

    enum State {
        case idle
        case judging
        case dragging(Landing, grip: Point, farthest: Double)
        case waiting(until: Instant, farthest: Double)
        case tapping(Landing, farthest: Double)
        case solved
        case frozen(until: Instant)
        case spent
    }

    /// Where the picture is, in pixels from the widget's top left corner.
    public let picture: Rect
    /// Where the bar is; nil with `drive: piece`.
    public let bar: Rect?
    /// The shape of the piece.
    public let piece: Outline
    /// Widget pixels per picture pixel.
    private let scale: Double
    private let tolerance: Double
    let minimumTravel: Double
    private let input: InputChoice
    private let renews: Bool
    let isJudgedOutside: Bool
    var landing: TapTrack.Touch?
    var track: FingerTrack?
    var taps = TapTrack(isConfirmed: true)
    /// The attempt that waits to be judged.
    public internal(set) var attempt: Attempt?
    private var target: Point
    var start: Point
    var corner: Point
    var state = State.idle

    /// Makes the model; settings are `drive`, `piece` (path data as read by ``TouchCore/Outline``, at most half the
    /// picture wide; default ``TouchCore/Outline/puzzle``), `tolerance` (above 0, picture pixels), `minimumTravel`
    /// (widget pixels, default twice the tolerance), `input` (default `drag`), `judge` (default `model`), and the
    /// target as `targetX` and `targetY` (picture pixels), or in the original form: `targetValue` (0…1 of the way) and
    /// `gapCenterY` (pixels).
    ///
    /// For a challenge with a picture: `pictureWidth`, `pictureHeight`, `pieceWidth`, `pieceHeight` (picture pixels),
    /// `pieceTurn` (see ``TouchCore/Outline/fitted(into:turn:)``), `startX`, `startY`, `touchTolerance` (the tolerance
    /// in widget pixels, for a panel of known size; limited to between half of `tolerance` and ``maxTolerance``),
    /// `renews` (a miss needs a new picture) and `spent` (it needs one now).
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow([
            "drive", "input", "judge", "piece", "tolerance", "touchTolerance", "minimumTravel", "renews", "spent",
            "pictureWidth", "pictureHeight", "pieceWidth", "pieceHeight", "pieceTurn", "startX", "startY", "targetX",
            "targetY", "targetValue", "gapCenterY",
        ])
        let drive: ChallengeDrive = try settings.word("drive") ?? .bar
        (picture, bar, scale) = try Self.layOut(settings, drive, in: size)
        let shape = try settings.outline("piece") ?? .puzzle
        let cut = Size(
            width: try settings.number("pieceWidth", in: 1...1_000) ?? shape.size.width,
            height: try settings.number("pieceHeight", in: 1...1_000) ?? shape.size.height)
        let turn = try settings.integer("pieceTurn", in: 0...7) ?? 0
        let shown = Size(width: cut.width * scale, height: cut.height * scale)
        piece = shown == shape.size && turn == 0 ? shape : shape.fitted(into: shown, turn: turn)
        guard piece.size.width <= picture.size.width / 2, piece.size.height <= picture.size.height else {
            throw .impossible(
                key: "piece",
                reason: "it is \(piece.size.width) by \(piece.size.height) pixels, the picture takes one of at most "
                    + "\(picture.size.width / 2) by \(picture.size.height)")
        }
        let given = (try settings.number("tolerance", in: 0.5...100) ?? Self.defaultTolerance) * scale
        let touch = try settings.number("touchTolerance", in: 0...10_000)
        let most = max(max(shown.width, shown.height) * Self.maxTolerance, given / 2)
        tolerance = touch.map { min(max($0, given / 2), most) } ?? given
        input = try settings.word("input") ?? .drag
        minimumTravel = try settings.number("minimumTravel", in: 0...1_000) ?? 2 * tolerance
        renews = try settings.bool("renews") ?? false
        isJudgedOutside = try settings.word("judge", as: ChallengeAuthority.self) == .owner
        if try settings.bool("spent") ?? false { state = .spent }
        (target, start, corner) = (.zero, .zero, .zero)
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let way = (picture.size.width - shown.width) / scale
        let value = try settings.number("targetValue", in: any).map { min(max($0, 0), 1) * max(way, 0) }
        let top = try settings.number("gapCenterY", in: any).map { $0 - cut.height / 2 }
        let wanted = Point(
            x: try settings.number("targetX", in: any) ?? value ?? 0,
            y: try settings.number("targetY", in: any) ?? top ?? 0)
        place(target: wanted, start: try Self.place("start", in: settings))
        corner = start
    }

    /// When input is accepted again after a miss, or a try by taps times out.
    public var nextDeadline: Instant? {
        switch state {
        case .idle, .dragging, .tapping, .judging, .solved, .spent: nil
        case .frozen(let until), .waiting(let until, _): until
        }
    }

    /// False when solved, frozen or spent.
    public var takesLandings: Bool {
        switch state {
        case .idle, .dragging, .waiting, .tapping: true
        case .judging, .solved, .frozen, .spent: false
        }
    }

    /// A finger may land on the bar, or on the picture with `drive: piece`.
    public func accepts(_ position: Point) -> Bool { takesLandings && (bar ?? picture).contains(position) }

    /// Handles one report of the dragging finger.
    public mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        switch (state, contact.phase) {
        case (.waiting(_, let farthest), .began):
            landing = TapTrack.Touch(landed: time, place: Self.millimeters(contact))
            state = .tapping(Landing(contact.position, slop: Tap.defaultSlop), farthest: farthest)
        case (.idle, .began), (.dragging, .began), (.tapping, .began):
            events.add("began", .start, at: time)
            let landing = Landing(contact.position, slop: Tap.defaultSlop)
            self.landing = TapTrack.Touch(landed: time, place: Self.millimeters(contact))
            taps.clear()
            if !input.takesDrags { return state = .tapping(landing, farthest: 0) }
            let grip = grip(for: contact.position)
            state = .dragging(landing, grip: grip, farthest: 0)
            beginTrack(contact, at: time)
            drag(contact, at: time, &events)
        case (.dragging, .moved):
            track?.move(to: Self.millimeters(contact), at: time)
            drag(contact, at: time, &events)
        case (.dragging(let landing, _, let farthest), .ended):
            if input.takesTaps && !landing.hasMoved && farthest >= minimumTravel {
                lift(at: time)
                return wait(from: time, farthest: farthest)
            }
            judge(farthest: farthest, by: .drag, sized: contact.size, at: time, &events)
        case (.dragging, .cancelled):
            cancel(.contactLost, by: .drag, at: time, &events)
        case (.tapping(var landing, let farthest), .moved):
            landing.follow(contact.position)
            state = .tapping(landing, farthest: farthest)
        case (.tapping(let landing, let farthest), .ended):
            lift(at: time)
            tap(landing, farthest: farthest, at: time, &events)
        case (.tapping(_, let farthest), .cancelled):
            if farthest > 0 { return wait(from: time, farthest: farthest) }
            cancel(.contactLost, by: .tap, at: time, &events)
        case (.idle, _), (.judging, _), (.solved, _), (.frozen, _), (.spent, _), (.waiting, _): break
        }
    }

    /// Accepts input again after the display of a miss, or cancels a try by taps that timed out.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .dragging, .tapping, .judging, .solved, .spent: break
        case .frozen(let until): if until <= time { rearm(at: until, &events) }
        case .waiting(let until, _): if until <= time { cancel(.timedOut, by: .tap, at: until, &events) }
        }
    }

    /// Cancels a try by taps.
    public mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, by: .tap, at: time, &events)
    }

    /// Begins again with another target; a gesture in progress is cancelled.
    ///
    /// - Parameter answer: `targetX` and `targetY`, where the piece belongs, and `startX` and `startY`, where it lies
    ///   at first, in picture pixels; with a bar, only x of the start counts. What is missing is 0.
    public mutating func reset(to answer: Settings, at time: Instant, _ events: inout Events) {
        guard let target = try? Self.place("target", in: answer), let start = try? Self.place("start", in: answer)
        else {
            return
        }
        begin(target: target, start: start, at: time, &events)
    }

    /// A place that settings give, in picture pixels.
    private static func place(_ name: String, in settings: Settings) throws(SettingError) -> Point {
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        return Point(
            x: try settings.number("\(name)X", in: any) ?? 0, y: try settings.number("\(name)Y", in: any) ?? 0)
    }

    mutating func begin(target: Point, start: Point, at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .judging, .solved, .frozen, .spent: break
        case .dragging: cancel(.reset, by: .drag, at: time, &events)
        case .waiting, .tapping: cancel(.reset, by: .tap, at: time, &events)
        }
        place(target: target, start: start)
        rearm(at: time, &events)
    }

    /// Sets target and start, both in picture pixels.
    private mutating func place(target: Point, start: Point) {
        self.target = clamp(shown(target))
        let first = clamp(shown(start))
        self.start = Point(x: first.x, y: bar == nil ? first.y : self.target.y)
    }

    /// A place of the picture in widget pixels.
    private func shown(_ place: Point) -> Point {
        Point(x: picture.minX + place.x * scale, y: picture.minY + place.y * scale)
    }

    private mutating func drag(_ contact: Contact, at time: Instant, _ events: inout Events) {
        guard case .dragging(var landing, let grip, let farthest) = state else { return }
        landing.follow(contact.position)
        let y = bar == nil ? contact.position.y - grip.y : corner.y
        move(to: Point(x: contact.position.x - grip.x, y: y), at: time, &events)
        state = .dragging(landing, grip: grip, farthest: max(farthest, corner.distance(to: start)))
    }

    /// The piece where it can be taken hold of: itself, or its knob on the bar, as wide as it.
    var held: Rect {
        let height = bar?.size.height ?? piece.size.height
        return Rect(x: corner.x, y: bar?.minY ?? corner.y, width: piece.size.width, height: height)
    }

    /// Where the finger holds the piece (or its knob): its landing if that is on it, else the center.
    private func grip(for position: Point) -> Point {
        if held.contains(position) { return Point(x: position.x - corner.x, y: position.y - corner.y) }
        return Point(x: piece.size.width / 2, y: piece.size.height / 2)
    }

    mutating func move(to wanted: Point, at time: Instant, _ events: inout Events) {
        let next = clamp(wanted)
        guard next != corner else { return }
        corner = next
        events.add("moved", .move, at: time)
        events.set(corner)
        events.set("value", reach.width > 0 ? (corner.x - picture.minX) / reach.width : 0)
    }

    mutating func judge(
        farthest: Double, by way: InputWay, sized size: ContactSize = .unknown, at time: Instant,
        _ events: inout Events
    ) {
        guard farthest >= minimumTravel else { return cancel(.hardlyMoved, by: way, at: time, &events) }
        let isRight = abs(corner.x - target.x) < tolerance && abs(corner.y - target.y) < tolerance
        if isJudgedOutside {
            let drag = way == .drag ? track : nil
            attempt = Attempt(
                isRight: isRight, evidence: drag.map { .drag($0, size) } ?? .taps(taps), lifted: time)
            track = nil
            state = .judging
            return events.end("completed", .handedIn, by: way, at: time)
        }
        events.end(isRight ? "solved" : "missed", by: way, at: time)
        show(isRight, at: time, &events)
    }

    mutating func show(_ isRight: Bool, at time: Instant, _ events: inout Events) {
        state = isRight ? .solved : renews ? .spent : .frozen(until: time.advanced(by: Self.freeze))
        events.set(isRight ? .flash : .shake)
    }

    private mutating func cancel(_ reason: Reason, by way: InputWay, at time: Instant, _ events: inout Events) {
        events.cancel(reason, by: way, at: time)
        rearm(at: time, &events)
    }

    private mutating func rearm(at time: Instant, _ events: inout Events) {
        state = .idle
        corner = start
        events.add("rearmed", .step, at: time)
        events.set(corner)
    }

    /// The nearest place at which the piece lies within the picture.
    private func clamp(_ corner: Point) -> Point {
        Point(
            x: min(max(corner.x, picture.minX), picture.minX + reach.width),
            y: min(max(corner.y, picture.minY), picture.minY + reach.height))
    }
}
