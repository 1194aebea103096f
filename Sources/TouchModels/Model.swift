public import TouchCore

/// One interaction: reports of its owner in, events out; without clock, threads or files.
///
/// The scene guarantees: reports in time order; one contact at a time (the owner) from `began` to its end; a
/// `began` only where ``accepts(_:)`` is true; ``tick(at:_:)`` no later than the first report past
/// ``nextDeadline``. The model guarantees: one `start` event per accepted gesture and exactly one `end` event, even
/// on cancel; it never traps on a finite position.
public protocol Model: Sendable {
    /// The name of the model in scenes, in traces and on the socket.
    static var kind: String { get }

    /// How private its touches are.
    static var protection: Protection { get }

    /// The same type if it is one of a secret or of a rhythm, at less than the cost of a cast; nil otherwise.
    static var asSecret: (any SecretModel.Type)? { get }
    static var asRhythm: (any RhythmModel.Type)? { get }

    /// Makes the model for a widget of a proper size; every setting has a default, and the first invalid one is thrown.
    init(settings: Settings, size: Size) throws(SettingError)

    /// The layout of its parts, in pixels from the widget's top left corner.
    var layout: [LayoutPart] { get }

    /// When ``tick(at:_:)`` must be called; nil if it has no deadline.
    var nextDeadline: Instant? { get }

    /// Whether it accepts landings now.
    var takesLandings: Bool { get }

    /// Whether a finger landing here becomes the owner; never while ``takesLandings`` is false.
    func accepts(_ position: Point) -> Bool

    /// Handles one report of the owner.
    ///
    /// - Parameters:
    ///   - contact: its position is in pixels from the widget's top left corner, finite, and may leave the widget after
    ///     landing.
    ///   - time: never earlier than that of the report before.
    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events)

    /// Runs what is due at or before `time`.
    mutating func tick(at time: Instant, _ events: inout Events)

    /// Ends a gesture in progress that has no contact: the front end or the panel is gone.
    mutating func abandon(at time: Instant, _ events: inout Events)
}

extension Model {
    /// Nil, the default for a model that asks for no secret.
    public static var asSecret: (any SecretModel.Type)? { nil }

    /// Nil, the default for other models.
    public static var asRhythm: (any RhythmModel.Type)? { nil }

    /// Nil, the default for a model without timers.
    public var nextDeadline: Instant? { nil }

    /// The default for a model without timers.
    public mutating func tick(at time: Instant, _ events: inout Events) {}

    /// True, the default for a model that does not wait to be judged.
    public var takesLandings: Bool { true }

    /// The default for a model whose gestures are single contacts.
    public mutating func abandon(at time: Instant, _ events: inout Events) {}
}

/// One named part of a widget's layout, for drawing.
public struct LayoutPart: Hashable, Sendable {
    /// The geometry of a part.
    public enum Shape: Hashable, Sendable {
        /// A point, such as a center.
        case point(Point)
        /// Points in order, such as the centers of dots.
        case points([Point])
        /// Corners of a closed shape in order, such as a captcha's piece.
        case polygon([Point])
        /// A rectangle, such as a track.
        case rect(Rect)
        /// Rectangles in order, such as rows.
        case rects([Rect])
        /// A length in pixels, such as a radius.
        case length(Double)
        /// A flag for drawing.
        case flag(Bool)
        /// Rectangles with a text each, in order, such as keys.
        case labeled([LabeledRect])
    }

    /// A rectangle with a text.
    public struct LabeledRect: Hashable, Sendable {
        /// The text.
        public let label: String
        /// Where it is.
        public let rect: Rect

        /// Puts them together.
        public init(_ label: String, _ rect: Rect) { (self.label, self.rect) = (label, rect) }
    }

    /// The name on the socket.
    public let name: String
    /// Its geometry, in pixels from the widget's top left corner.
    public let shape: Shape
    /// What its rows or points are called, in order, for pictures; not sent, since front ends name them.
    public let names: [String]

    /// Makes a part.
    public init(_ name: String, _ shape: Shape, names: [String] = []) {
        (self.name, self.shape, self.names) = (name, shape, names)
    }
}
