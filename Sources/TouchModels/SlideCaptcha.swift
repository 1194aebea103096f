public import TouchCore

/// A piece that a finger slides into a gap whose place only the model knows.
///
///     idle ──began──▶ dragging ──ended──▶ solved            (until reset)
///      ▲                 │  │                └ or ▶ frozen ──0.4 s──▶ idle    (missed)
///      │                 │  └──ended, hardly moved──▶ idle
///      └────cancelled────┘
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

    /// Sides of the square piece, in pixels.
    public static let pieceSide = 40.0
    /// Height of the bar, in pixels.
    public static let barHeight = 32.0
    /// Smallest picture, in pixels.
    public static let smallestPicture = Size(width: 100, height: 40)
    /// A miss is less than this off in each axis, in pixels; on the limit is a miss.
    public static let defaultTolerance = 3.0
    /// How long input is ignored after a miss, while the front end shows it.
    public static let freeze = Interval.milliseconds(400)

    private enum State {
        case idle
        case dragging(grip: Point, farthest: Double)
        case solved
        case frozen(until: Instant)
    }

    /// Where the picture is, in pixels from the widget's top left corner.
    public let picture: Rect
    /// Where the bar is; nil with `drive: piece`.
    public let bar: Rect?
    private let tolerance: Double
    private let minimumTravel: Double
    private var target: Point
    private var start: Point
    private var corner: Point
    private var state = State.idle

    /// Makes the model; settings are `drive`, `tolerance` (above 0, pixels), `minimumTravel` (pixels, default twice the
    /// tolerance), and the target as `targetX` and `targetY` (pixels) or as the seed has it: `targetValue` (0…1 of the
    /// way) and `thumbCenterY` (pixels).
    public init(settings: Settings, size: Size) throws(SettingError) {
        try settings.allow([
            "drive", "tolerance", "minimumTravel", "targetX", "targetY", "targetValue", "thumbCenterY",
        ])
        let drive: Drive = try settings.word("drive") ?? .bar
        let below = drive == .bar ? Self.barHeight : 0
        picture = Rect(x: 0, y: 0, width: size.width, height: size.height - below)
        bar = drive == .bar ? Rect(x: 0, y: picture.maxY, width: size.width, height: below) : nil
        guard picture.size.width >= Self.smallestPicture.width, picture.size.height >= Self.smallestPicture.height
        else {
            throw .impossible(key: "size", reason: "a captcha needs a picture of at least 100 by 40 pixels")
        }
        tolerance = try settings.number("tolerance", in: 0.5...100) ?? Self.defaultTolerance
        minimumTravel = try settings.number("minimumTravel", in: 0...1_000) ?? 2 * tolerance
        let reach = Self.reach(of: picture.size)
        let any = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let value = try settings.number("targetValue", in: any).map { min(max($0, 0), 1) * reach.width }
        let centre = try settings.number("thumbCenterY", in: any).map { $0 - Self.pieceSide / 2 }
        target = Self.clamp(
            Point(
                x: try settings.number("targetX", in: any) ?? value ?? 0,
                y: try settings.number("targetY", in: any) ?? centre ?? 0),
            to: reach)
        start = Point(x: 0, y: drive == .bar ? target.y : 0)
        corner = start
    }

    /// How far the corner of the piece can move in a picture of that size, in pixels.
    public static func reach(of picture: Size) -> Size {
        Size(width: max(picture.width - pieceSide, 0), height: max(picture.height - pieceSide, 0))
    }

    /// A uniformly random corner on whole pixels, both ends of each axis included.
    public static func randomTarget(
        in picture: Size, using generator: inout some RandomNumberGenerator
    ) -> Point {
        let reach = reach(of: picture)
        return Point(
            x: Double(Int.random(in: 0...Int(reach.width), using: &generator)),
            y: Double(Int.random(in: 0...Int(reach.height), using: &generator)))
    }

    /// Picture, bar and the piece where it is now.
    public var layout: [LayoutPart] {
        let piece = Rect(x: corner.x, y: corner.y, width: Self.pieceSide, height: Self.pieceSide)
        let parts = [LayoutPart("picture", .rect(picture)), LayoutPart("piece", .rect(piece))]
        guard let bar else { return parts }
        return parts + [LayoutPart("bar", .rect(bar))]
    }

    /// When input is taken again after a miss.
    public var nextDeadline: Instant? {
        switch state {
        case .idle, .dragging, .solved: nil
        case .frozen(let until): until
        }
    }

    /// A finger may land on the bar, or on the picture with `drive: piece`; not when solved or frozen.
    public func accepts(_ position: Point) -> Bool {
        switch state {
        case .idle, .dragging: (bar ?? picture).contains(position)
        case .solved, .frozen: false
        }
    }

    /// Takes one sample of the dragging finger.
    public mutating func handle(_ sample: Sample, _ events: inout Events) {
        switch (state, sample.phase) {
        case (.idle, .began), (.dragging, .began):
            events.add("began", .start, at: sample.time)
            let grip = grip(for: sample.position)
            state = .dragging(grip: grip, farthest: 0)
            move(to: sample, grip: grip, farthest: 0, &events)
        case (.dragging(let grip, let farthest), .moved):
            move(to: sample, grip: grip, farthest: farthest, &events)
        case (.dragging(_, let farthest), .ended):
            judge(farthest: farthest, at: sample.time, &events)
        case (.dragging, .cancelled):
            cancel("contact_lost", at: sample.time, &events)
        case (.idle, .moved), (.idle, .ended), (.idle, .cancelled),
            (.solved, .began), (.solved, .moved), (.solved, .ended), (.solved, .cancelled),
            (.frozen, .began), (.frozen, .moved), (.frozen, .ended), (.frozen, .cancelled):
            break
        }
    }

    /// Takes input again when the front end has shown the miss.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        guard case .frozen(let until) = state, until <= time else { return }
        rearm(at: until, &events)
    }

    /// Begins again with another target; a drag under way is cancelled.
    public mutating func reset(target: Point, at time: Instant, _ events: inout Events) {
        if case .dragging = state { cancel("reset", at: time, &events) }
        self.target = Self.clamp(target, to: Self.reach(of: picture.size))
        start = Point(x: 0, y: bar == nil ? 0 : self.target.y)
        rearm(at: time, &events)
    }

    /// Where on the piece (or its knob) the finger holds it: where it landed if that is on it, else its centre.
    private func grip(for position: Point) -> Point {
        let held = Rect(
            x: corner.x, y: bar?.minY ?? corner.y, width: Self.pieceSide, height: bar?.size.height ?? Self.pieceSide)
        if held.contains(position) { return Point(x: position.x - corner.x, y: position.y - corner.y) }
        return Point(x: Self.pieceSide / 2, y: Self.pieceSide / 2)
    }

    private mutating func move(to sample: Sample, grip: Point, farthest: Double, _ events: inout Events) {
        let reach = Self.reach(of: picture.size)
        let y = bar == nil ? sample.position.y - grip.y : corner.y
        let next = Self.clamp(Point(x: sample.position.x - grip.x, y: y), to: reach)
        state = .dragging(grip: grip, farthest: max(farthest, next.distance(to: start)))
        guard next != corner else { return }
        corner = next
        events.add("moved", .move, at: sample.time)
        events.set(corner)
        events.set("value", reach.width > 0 ? corner.x / reach.width : 0)
    }

    private mutating func judge(farthest: Double, at time: Instant, _ events: inout Events) {
        guard farthest >= minimumTravel else { return cancel("hardly_moved", at: time, &events) }
        if abs(corner.x - target.x) < tolerance && abs(corner.y - target.y) < tolerance {
            state = .solved
            events.add("solved", .end, at: time)
        } else {
            state = .frozen(until: time.advanced(by: Self.freeze))
            events.add("missed", .end, at: time)
        }
    }

    private mutating func cancel(_ reason: String, at time: Instant, _ events: inout Events) {
        events.add("cancelled", .end, at: time)
        events.set("reason", .word(reason))
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
