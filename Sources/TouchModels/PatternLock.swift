public import TouchCore

/// A line drawn over dots, as on a locked phone.
///
///     idle ──began──▶ drawing ──ended──▶ checking ──judge──▶ idle | showing error
///      ▲                │ └─cancelled──▶ idle          │
///      │                └──ended, too few dots──▶ showing error ──1.0 s or began──▶ idle | drawing
///      └─ 30 s ── waiting ◀──▶ tapping ──last dot again──▶ checking | showing error      (by taps)
///
/// By taps, each tap connects a dot, and tapping the last dot again ends the drawing; a tap elsewhere or on a connected
/// dot is ignored. All taps together are one gesture. With `input: both` a finger that lifts with one dot has tapped.
///
/// A drawing of at least `minDots` dots ends in `completed`, and the owner of the model reads it with ``entry``, checks
/// it and calls ``settle(passed:at:_:)``. With `purpose: enroll` the model asks for two equal drawings (``SecretModel``):
/// the first is `first_recorded` once it passed, the last is `enrolled` once it is stored.
///
/// A drawing with too few samples to determine its dots ends in `too_sparse` and is not judged: see ``StrokeDecoder``.
///
/// With `moved`, `scaled` or `mirrored` the owner draws a ``GridPlacement`` for each drawing (``place(by:)``, then
/// ``prepare(by:)`` after each end); the model applies it when a drawing has been judged or rejected, and reports it as
/// `placed`. Until then no finger is accepted, so that no drawing begins on dots that are about to move. The numbers of
/// the dots do not depend on their placement.
///
/// The dots of the drawing are reported only with `trail: live`, to the front end that must draw them, and never with
/// `stealth`: then only their number is reported.
public struct PatternLock: SecretModel {
    /// The name of this model.
    public static let kind = "pattern"
    /// Dots of a grid, each at most once.
    public static let secret = SecretScheme(
        "pattern", grid: (3, 3), rule: 1, minimums: defaultMinDots...sides.upperBound * sides.upperBound,
        choices: { dots in
            // Lines over 3 × 3 dots, none of which passes a dot that is not connected; each further dot needs a larger grid.
            let counts = [1_624, 7_152, 26_016, 72_912, 140_704, 140_704.0]
            return (counts.count..<max(dots - 3, counts.count)).reduce(counts[min(max(dots, 4), 9) - 4]) { count, _ in
                count * 5
            }
        }, oldKey: "min-dots",
        words: .init(
            name: "pattern", entering: "Draw the pattern", again: "draw it again", more: "connect more dots"),
        isValid: { dots, form in
            guard !dots.isEmpty, (1...8).contains(form.rows), (1...8).contains(form.columns) else { return false }
            var seen: UInt64 = 0
            return dots.allSatisfy { dot in
                let isNew = dot < form.rows * form.columns && seen & 1 << UInt64(dot) == 0
                seen |= 1 << UInt64(dot)
                return isNew
            }
        },
        isCommon: { dots, form in CommonPatterns(rows: form.rows, columns: form.columns).contains(dots) })
    static let sides = 2...6

    /// How much of the line is reported.
    public enum Trail: String, CaseIterable, Sendable {
        /// Only the number of connected dots.
        case count
        /// The dots, the angles between them and the free end of the line.
        case live
    }

    /// Default hit radius of a dot, as a fraction of the pitch.
    ///
    /// Swept lines need less than 0.447, where a straight knight's move would touch its neighbors; 0.30 decodes dense
    /// strokes best.
    public static let defaultHitRadius = 0.30
    /// Maximum hit radius, as a fraction of the pitch.
    public static let maxHitRadius = 0.44
    /// How long a wrong drawing stays on screen.
    public static let errorDisplay = Hint.wrong.duration
    /// Default minimum number of dots of a drawing.
    public static let defaultMinDots = 4

    private enum State {
        case idle
        case drawing(StrokeDecoder.Stroke)
        case checking
        case showingError(until: Instant)
        case waiting(until: Instant)
        case tapping(Landing)
    }

    /// The dots.
    public private(set) var grid: PatternGrid
    let variation: GridVariation
    /// Hit radius in pixels.
    public var hitRadius: Double { decoder.hitRadius }
    let minDots: Int
    /// The purpose of drawings.
    public var purpose: SecretPurpose { turns.purpose }
    private let trail: Trail
    private let size: Size
    private let hitPart: Double
    private let rule: StrokeDecoder.Rule
    private var decoder: StrokeDecoder
    private var next: GridPlacement?
    private let input: InputChoice
    private var state = State.idle
    private var dots = SecretSequence()
    private var turns: SecretTurns

    /// Makes the model; its settings are those of its kind in io.touchd.scene.
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow(
            [
                "rows", "columns", "minDots", "hitRadiusFraction", "purpose", "trail", "decoder", "stealth", "input",
            ] + GridVariation.keys)
        let rows = try settings.integer("rows", in: Self.sides) ?? 3
        let columns = try settings.integer("columns", in: Self.sides) ?? 3
        guard rows * columns > Self.defaultMinDots else {
            throw .impossible(key: "rows", reason: "every pattern on a grid of 2 by 2 is too common to be enrolled")
        }
        grid = PatternGrid(rows: rows, columns: columns, size: size)
        minDots =
            try settings.integer("minDots", in: Self.defaultMinDots...rows * columns)
            ?? Self.defaultMinDots
        hitPart = try settings.number("hitRadiusFraction", in: 0.05...Self.maxHitRadius) ?? Self.defaultHitRadius
        let purpose: SecretPurpose = try settings.word("purpose") ?? .verify
        turns = SecretTurns(purpose)
        let asked: Trail = try settings.word("trail") ?? .count
        trail = try settings.bool("stealth") == true ? .count : asked
        input = try settings.word("input") ?? .drag
        rule = try settings.word("decoder") ?? .turn
        variation = try GridVariation(settings, for: purpose)
        self.size = size
        decoder = StrokeDecoder(grid: grid, hitRadius: hitPart * grid.pitch, rule: rule)
    }

    /// The centers of the dots, the hit radius, and whether the dots need numbers because they may be mirrored.
    public var layout: [LayoutPart] {
        let parts = [
            LayoutPart("dots", .points((0..<grid.count).map(grid.center(of:)))),
            LayoutPart("hitRadius", .length(hitRadius)),
        ]
        return variation.isMirrored ? parts + [LayoutPart("numbered", .flag(true))] : parts
    }

    /// When the error display ends, or a drawing by taps times out.
    public var nextDeadline: Instant? {
        switch state {
        case .idle, .drawing, .checking, .tapping: nil
        case .showingError(let until), .waiting(let until): until
        }
    }

    /// The finished drawing, while it waits to be judged.
    public var entry: SecretEntry? {
        switch state {
        case .checking: turns.handIn(dots, as: form)
        case .idle, .drawing, .showingError, .waiting, .tapping: nil
        }
    }

    /// The grid.
    public var form: SecretForm { Self.secret.form((grid.rows, grid.columns)) }

    /// False while a drawing is being checked and until the dots have moved.
    public var takesLandings: Bool {
        switch state {
        case .idle, .drawing, .waiting, .tapping: true
        case .showingError: next == nil
        case .checking: false
        }
    }

    /// A finger may land anywhere in the widget.
    public func accepts(_ position: Point) -> Bool { takesLandings }

    /// Handles one report of the drawing finger.
    public mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        // Nearly all samples.
        if contact.phase == .moved, case .drawing(var stroke) = state {
            let known = dots.count
            decoder.move(&stroke, to: contact.position, &dots)
            state = .drawing(stroke)
            report(from: known, at: time, &events)
            if trail == .live { events.add("moved", .move, at: time, contact.position) }
            return
        }
        switch (state, contact.phase) {
        case (.waiting, .began):
            state = .tapping(Landing(contact.position, slop: Tap.defaultSlop))
        case (.idle, .began), (.showingError, .began), (.drawing, .began), (.checking, .began), (.tapping, .began):
            dots.wipe()
            events.add("began", .start, at: time)
            if !input.takesDrags { return state = .tapping(Landing(contact.position, slop: Tap.defaultSlop)) }
            state = .drawing(decoder.begin(at: contact.position, &dots))
            report(from: 0, at: time, &events)
        case (.drawing(let stroke), .ended):
            lift(stroke, at: time, &events)
        case (.drawing, .cancelled):
            cancel(.contactLost, by: .drag, at: time, &events)
        case (.tapping(var landing), .moved):
            landing.follow(contact.position)
            state = .tapping(landing)
        case (.tapping(let landing), .ended):
            tap(landing, at: time, &events)
        case (.tapping, .cancelled):
            if dots.count > 0 { return wait(from: time) }
            cancel(.contactLost, by: .tap, at: time, &events)
        case (.drawing, .moved), (.idle, _), (.checking, _), (.showingError, _), (.waiting, _): break
        }
    }

    /// Ends the error display, or cancels a drawing by taps that timed out.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .drawing, .checking, .tapping: break
        case .showingError(let until): if until <= time { end(at: until, &events) }
        case .waiting(let until): if until <= time { cancel(.timedOut, by: .tap, at: until, &events) }
        }
    }

    /// Cancels a drawing by taps.
    public mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, by: .tap, at: time, &events)
    }

    /// Applies the verdict on a `completed` drawing; the dots are wiped in either case.
    public mutating func settle(passed: Bool, at time: Instant, _ events: inout Events) {
        guard case .checking = state else { return }
        turns.settle(dots, passed: passed, at: time, &events)
        if passed { end(at: time, &events) } else { showError(from: time) }
    }

    /// Places the dots before the first drawing.
    public mutating func place(by chance: inout Chance) {
        if variation.isAny { place(placement(by: &chance)) }
    }

    /// Sets the places of the dots after the drawing that has just ended.
    public mutating func prepare(by chance: inout Chance) {
        if variation.isAny { prepare(placement(by: &chance)) }
    }

    mutating func prepare(_ placement: GridPlacement) {
        switch state {
        case .checking, .showingError: next = placement
        // A cancelled gesture moves nothing.
        case .idle, .drawing, .waiting, .tapping: break
        }
    }

    /// Applies the administrator's policy for patterns.
    public static func apply(_ policy: SecretPolicy, to settings: inout Settings) {
        if policy.hidesTrail { settings["trail"] = .word(Trail.count.rawValue) }
        if settings["purpose"] == .word(SecretPurpose.enroll.rawValue) {
            policy.raise("minDots", of: secret, in: &settings)
        } else {
            for key in GridVariation.keys where policy.varied.contains(key) { settings[key] = .bool(true) }
        }
    }

    private func placement(by chance: inout Chance) -> GridPlacement {
        let minPitch = chance.pixelsPerMillimeter.map { $0 * GridVariation.minPitchMillimeters } ?? 0
        let fullPitch = PatternGrid(rows: grid.rows, columns: grid.columns, size: size).pitch
        return variation.placement(minScale: minPitch / fullPitch, using: &chance)
    }

    mutating func place(_ placement: GridPlacement) {
        next = nil
        grid = PatternGrid(rows: grid.rows, columns: grid.columns, size: size, placement: placement)
        decoder = StrokeDecoder(grid: grid, hitRadius: hitPart * grid.pitch, rule: rule)
    }

    private mutating func lift(_ stroke: StrokeDecoder.Stroke, at time: Instant, _ events: inout Events) {
        let known = dots.count
        decoder.end(stroke, &dots)
        report(from: known, at: time, &events)
        if input.takesTaps && dots.count == 1 { return wait(from: time) }
        guard stroke.isTooSparse, dots.count > 0 else { return finish(by: .drag, at: time, &events) }
        events.end("too_sparse", .refused, by: .drag, at: time)
        events.set(.wrong)
        showError(from: time)
    }

    private mutating func finish(by way: InputWay, at time: Instant, _ events: inout Events) {
        let count = dots.count
        if count == 0 { return cancel(.empty, by: way, at: time, &events) }
        guard count >= minDots else {
            events.end("too_short", .refused, by: way, at: time)
            events.set("count", count)
            events.set("minDots", minDots)
            events.set(.wrong)
            return showError(from: time)
        }
        if let refusal = turns.refusal(of: dots) {
            events.end(refusal, .refused, by: way, at: time)
            events.set(.wrong)
            return showError(from: time)
        }
        state = .checking
        events.end("completed", .handedIn, by: way, at: time)
        events.set("count", count)
    }

    private mutating func cancel(_ reason: Reason, by way: InputWay, at time: Instant, _ events: inout Events) {
        events.cancel(reason, by: way, at: time)
        clear(at: time, &events)
    }

    /// Wipes the drawing, and applies the next placement if one was prepared.
    private mutating func end(at time: Instant, _ events: inout Events) {
        clear(at: time, &events)
        guard let next else { return }
        place(next)
        events.add("placed", .step, at: time)
        events.set("dots", .points((0..<grid.count).map(grid.center(of:))))
        events.set("hitRadius", hitRadius)
    }

    private mutating func showError(from time: Instant) {
        dots.wipe()
        state = .showingError(until: time.advanced(by: Self.errorDisplay))
    }

    private mutating func clear(at time: Instant, _ events: inout Events) {
        dots.wipe()
        state = .idle
        events.add("cleared", .step, at: time)
    }
}

extension PatternLock {
    private mutating func wait(from time: Instant) {
        state = .waiting(until: time.advanced(by: Tap.patience))
    }

    /// Connects the tapped dot, or ends the drawing if it is the last one again.
    private mutating func tap(_ landing: Landing, at time: Instant, _ events: inout Events) {
        let dot = landing.hasMoved ? nil : dot(at: landing.position)
        if let dot, dot == dots.last { return finish(by: .tap, at: time, &events) }
        if let dot, !dots.contains(dot) {
            let known = dots.count
            dots.connect(dot, on: grid)
            report(from: known, at: time, &events)
        }
        if dots.count == 0 { return cancel(.empty, by: .tap, at: time, &events) }
        wait(from: time)
    }

    private func dot(at place: Point) -> Int? {
        (0..<grid.count).first { grid.center(of: $0).distance(to: place) <= hitRadius }
    }
}

extension PatternLock {
    /// Reports the connected dots, except the first `known` ones.
    private func report(from known: Int, at time: Instant, _ events: inout Events) {
        for place in known..<dots.count {
            events.add("dot", .step, at: time)
            events.set("count", place + 1)
            guard trail == .live else { continue }
            events.set("dot", dots[place])
            if place > 0 { events.set("angle", grid.angle(from: dots[place - 1], to: dots[place])) }
        }
    }
}

extension GridVariation {
    /// Reads the settings of a pattern; enrolling always shows the plain grid.
    fileprivate init(_ settings: Settings, for purpose: SecretPurpose) throws(SettingError) {
        self.init()
        isMoved = try settings.bool("moved") ?? false
        isScaled = try settings.bool("scaled") ?? false
        isMirrored = try settings.bool("mirrored") ?? false
        guard purpose == .enroll else { return }
        for (key, isOn) in zip(Self.keys, [isMoved, isScaled, isMirrored]) where isOn {
            throw .impossible(key: key, reason: "a new pattern is drawn on the whole grid")
        }
    }
}
