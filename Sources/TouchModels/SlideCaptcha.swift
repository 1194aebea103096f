public import TouchCore

/// A piece that a finger slides into a gap whose place only the model knows.
///
///     idle ──began──▶ dragging ──ended──▶ solved            (until reset)
///      ▲                 │  │                └ or ▶ frozen ──0.4 s──▶ idle    (missed)
///      │                 │  └──ended, hardly moved──▶ idle
///      ├────cancelled────┘
///      └─ 30 s ── waiting ◀──▶ tapping ──tap on the piece──▶ solved | frozen | idle      (by taps)
///
/// By taps the first one brings the piece there, further ones beside the piece nudge it by ``nudge``, farther away bring it
/// there again, and one on the piece (or its knob) hands it in. All taps together are one gesture. With `input: both` a
/// finger that lifts where it landed has tapped.
///
/// Driven by the bar below the picture (`drive: bar`, the piece moves along x at the height of the gap), or by moving
/// the piece itself (`drive: piece`, both axes). Places are the top left corner of the piece, from (0, 0) to picture
/// minus piece. No event and no layout part tells the target or the tolerance.
public struct SlideCaptcha: Model {
    /// The word for this model.
    public static let kind = "captcha"

    /// How the finger moves the piece.
    public enum Drive: String, CaseIterable, Sendable {
        /// A knob on a bar below the picture.
        case bar
        /// The piece follows the finger in both axes.
        case piece
    }

    /// Height of the bar, in pixels.
    public static let barHeight = 32.0
    /// Smallest picture, in pixels.
    public static let smallestPicture = Size(width: 100, height: 40)
    /// A miss is less than this off in each axis, in pixels; on the limit is a miss.
    public static let defaultTolerance = 3.0
    /// How long input is ignored after a miss, while the front end shows it.
    public static let freeze = Hint.shake.duration
    /// How far a tap beside the piece moves it, in pixels: less than the tolerance, so that no place is stepped over.
    public static let nudge = 2.0
    /// How far from the piece a tap still nudges it, in pixels.
    public static let nudgeReach = 40.0

    enum State {
        case idle
        case dragging(Landing, grip: Point, farthest: Double)
        case waiting(until: Instant, farthest: Double)
        case tapping(Landing, farthest: Double)
        case solved
        case frozen(until: Instant)
    }

    /// Where the picture is, in pixels from the widget's top left corner.
    public let picture: Rect
    /// Where the bar is; nil with `drive: piece`.
    public let bar: Rect?
    /// What the piece looks like.
    public let piece: Outline
    private let tolerance: Double
    private let minimumTravel: Double
    private let input: InputChoice
    private var target: Point
    var start: Point
    var corner: Point
    var state = State.idle

    /// Makes the model; settings are `drive`, `piece` (path data as ``TouchCore/Outline`` reads it, at most half the
    /// picture wide; default ``TouchCore/Outline/puzzle``), `tolerance` (above 0, pixels), `minimumTravel` (pixels,
    /// default twice the tolerance), `input` (default `drag`), and the target as `targetX` and `targetY` (pixels) or as
    /// the seed has it: `targetValue` (0…1 of the way) and `thumbCenterY` (pixels).
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow([
            "drive", "input", "piece", "tolerance", "minimumTravel", "targetX", "targetY", "targetValue",
            "thumbCenterY",
        ])
        let drive: Drive = try settings.word("drive") ?? .bar
        let below = drive == .bar ? Self.barHeight : 0
        picture = Rect(x: 0, y: 0, width: size.width, height: size.height - below)
        bar = drive == .bar ? Rect(x: 0, y: picture.maxY, width: size.width, height: below) : nil
        guard picture.size.width >= Self.smallestPicture.width, picture.size.height >= Self.smallestPicture.height
        else {
            throw .impossible(key: "size", reason: "a captcha needs a picture of at least 100 by 40 pixels")
        }
        piece = try settings.outline("piece") ?? .puzzle
        guard piece.size.width <= picture.size.width / 2, piece.size.height <= picture.size.height else {
            throw .impossible(
                key: "piece",
                reason: "it is \(piece.size.width) by \(piece.size.height) pixels, the picture takes one of at most "
                    + "\(picture.size.width / 2) by \(picture.size.height)")
        }
        tolerance = try settings.number("tolerance", in: 0.5...100) ?? Self.defaultTolerance
        input = try settings.word("input") ?? .drag
        minimumTravel = try settings.number("minimumTravel", in: 0...1_000) ?? 2 * tolerance
        let reach = Self.reach(of: picture.size, piece: piece.size)
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let value = try settings.number("targetValue", in: any).map { min(max($0, 0), 1) * reach.width }
        let top = try settings.number("thumbCenterY", in: any).map { [piece] in $0 - piece.size.height / 2 }
        target = Self.clamp(
            Point(
                x: try settings.number("targetX", in: any) ?? value ?? 0,
                y: try settings.number("targetY", in: any) ?? top ?? 0),
            to: reach)
        start = Point(x: 0, y: drive == .bar ? target.y : 0)
        corner = start
    }

    /// How far the corner of a piece can move in a picture of that size, in pixels.
    public static func reach(of picture: Size, piece: Size = Outline.puzzle.size) -> Size {
        Size(width: max(picture.width - piece.width, 0), height: max(picture.height - piece.height, 0))
    }

    /// A uniformly random corner on whole pixels, both ends of each axis included.
    public static func randomTarget(
        in picture: Size, piece: Size = Outline.puzzle.size, using generator: inout some RandomNumberGenerator
    ) -> Point {
        let reach = reach(of: picture, piece: piece)
        return Point(
            x: Double(Int.random(in: 0...Int(reach.width), using: &generator)),
            y: Double(Int.random(in: 0...Int(reach.height), using: &generator)))
    }

    /// Picture, bar, and the piece where it is now: the rectangle around it and its outline.
    public var layout: [LayoutPart] {
        let box = Rect(x: corner.x, y: corner.y, width: piece.size.width, height: piece.size.height)
        let parts = [
            LayoutPart("picture", .rect(picture)), LayoutPart("piece", .rect(box)),
            LayoutPart("pieceOutline", .polygon(piece.polygon(at: corner))),
        ]
        guard let bar else { return parts }
        return parts + [LayoutPart("bar", .rect(bar))]
    }

    /// When input is taken again after a miss, or a try by taps is given up.
    public var nextDeadline: Instant? {
        switch state {
        case .idle, .dragging, .tapping, .solved: nil
        case .frozen(let until), .waiting(let until, _): until
        }
    }

    /// A finger may land on the bar, or on the picture with `drive: piece`; not when solved or frozen.
    public func accepts(_ position: Point) -> Bool {
        switch state {
        case .idle, .dragging, .waiting, .tapping: (bar ?? picture).contains(position)
        case .solved, .frozen: false
        }
    }

    /// Takes one sample of the dragging finger.
    public mutating func handle(_ sample: Sample, _ events: inout Events) {
        switch (state, sample.phase) {
        case (.waiting(_, let farthest), .began):
            state = .tapping(Landing(sample.position, slop: Tap.defaultSlop), farthest: farthest)
        case (.idle, .began), (.dragging, .began), (.tapping, .began):
            events.add("began", .start, at: sample.time)
            let landing = Landing(sample.position, slop: Tap.defaultSlop)
            if !input.takesDrags { return state = .tapping(landing, farthest: 0) }
            let grip = grip(for: sample.position)
            state = .dragging(landing, grip: grip, farthest: 0)
            drag(sample, &events)
        case (.dragging, .moved):
            drag(sample, &events)
        case (.dragging(let landing, _, let farthest), .ended):
            if input.takesTaps && !landing.hasMoved && farthest >= minimumTravel {
                return wait(from: sample.time, farthest: farthest)
            }
            judge(farthest: farthest, by: .drag, at: sample.time, &events)
        case (.dragging, .cancelled):
            cancel(.contactLost, by: .drag, at: sample.time, &events)
        case (.tapping(var landing, let farthest), .moved):
            landing.follow(sample.position)
            state = .tapping(landing, farthest: farthest)
        case (.tapping(let landing, let farthest), .ended):
            tap(landing, farthest: farthest, at: sample.time, &events)
        case (.tapping(_, let farthest), .cancelled):
            if farthest > 0 { return wait(from: sample.time, farthest: farthest) }
            cancel(.contactLost, by: .tap, at: sample.time, &events)
        case (.idle, .moved), (.idle, .ended), (.idle, .cancelled),
            (.solved, .began), (.solved, .moved), (.solved, .ended), (.solved, .cancelled),
            (.frozen, .began), (.frozen, .moved), (.frozen, .ended), (.frozen, .cancelled),
            (.waiting, .moved), (.waiting, .ended), (.waiting, .cancelled):
            break
        }
    }

    /// Takes input again when the front end has shown the miss, or gives a try by taps up.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .dragging, .tapping, .solved: break
        case .frozen(let until): if until <= time { rearm(at: until, &events) }
        case .waiting(let until, _): if until <= time { cancel(.timedOut, by: .tap, at: until, &events) }
        }
    }

    /// Gives a try by taps up.
    public mutating func abandon(at time: Instant, _ events: inout Events) {
        guard case .waiting = state else { return }
        cancel(.contactLost, by: .tap, at: time, &events)
    }

    /// Begins again with another target; a gesture under way is cancelled.
    public mutating func reset(target: Point, at time: Instant, _ events: inout Events) {
        switch state {
        case .idle, .solved, .frozen: break
        case .dragging: cancel(.reset, by: .drag, at: time, &events)
        case .waiting, .tapping: cancel(.reset, by: .tap, at: time, &events)
        }
        self.target = Self.clamp(target, to: reach)
        start = Point(x: 0, y: bar == nil ? 0 : self.target.y)
        rearm(at: time, &events)
    }

    private mutating func drag(_ sample: Sample, _ events: inout Events) {
        guard case .dragging(var landing, let grip, let farthest) = state else { return }
        landing.follow(sample.position)
        let y = bar == nil ? sample.position.y - grip.y : corner.y
        move(to: Point(x: sample.position.x - grip.x, y: y), at: sample.time, &events)
        state = .dragging(landing, grip: grip, farthest: max(farthest, corner.distance(to: start)))
    }

    private var reach: Size { Self.reach(of: picture.size, piece: piece.size) }

    /// The piece where it can be taken hold of: itself, or its knob on the bar, as wide as it.
    var held: Rect {
        let height = bar?.size.height ?? piece.size.height
        return Rect(x: corner.x, y: bar?.minY ?? corner.y, width: piece.size.width, height: height)
    }

    /// Where on the piece (or its knob) the finger holds it: where it landed if that is on it, else its centre.
    private func grip(for position: Point) -> Point {
        if held.contains(position) { return Point(x: position.x - corner.x, y: position.y - corner.y) }
        return Point(x: piece.size.width / 2, y: piece.size.height / 2)
    }

    mutating func move(to wanted: Point, at time: Instant, _ events: inout Events) {
        let reach = self.reach
        let next = Self.clamp(wanted, to: reach)
        guard next != corner else { return }
        corner = next
        events.add("moved", .move, at: time)
        events.set(corner)
        events.set("value", reach.width > 0 ? corner.x / reach.width : 0)
    }

    mutating func judge(farthest: Double, by way: InputWay, at time: Instant, _ events: inout Events) {
        guard farthest >= minimumTravel else { return cancel(.hardlyMoved, by: way, at: time, &events) }
        if abs(corner.x - target.x) < tolerance && abs(corner.y - target.y) < tolerance {
            state = .solved
            events.end("solved", by: way, at: time)
            events.set(.flash)
        } else {
            state = .frozen(until: time.advanced(by: Self.freeze))
            events.end("missed", by: way, at: time)
            events.set(.shake)
        }
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

    private static func clamp(_ corner: Point, to reach: Size) -> Point {
        Point(x: min(max(corner.x, 0), reach.width), y: min(max(corner.y, 0), reach.height))
    }
}
