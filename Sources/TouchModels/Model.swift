public import TouchCore

/// What one finger did to one widget at one moment.
public struct Sample: Hashable, Sendable {
    /// When; never earlier than the sample before.
    public var time: Instant
    /// Which finger.
    public var contact: ContactID
    /// What it did.
    public var phase: Phase
    /// Where, in pixels from the widget's top left corner; finite; may lie outside the widget after landing.
    public var position: Point
    /// Where on the panel, if its size is known.
    public var millimeters: Millimeters?
    /// Whether the finger had a size so far.
    public var size: ContactSize

    /// Makes a sample.
    public init(
        time: Instant, contact: ContactID, phase: Phase, position: Point, millimeters: Millimeters? = nil,
        size: ContactSize = .unknown
    ) {
        self.time = time
        self.contact = contact
        self.phase = phase
        self.position = position
        self.millimeters = millimeters
        self.size = size
    }
}

/// One interaction: samples of its owner in, events out, no clock, no thread, no file.
///
/// The scene promises: samples come in time order; one contact at a time (the owner) from `began` to its end; a
/// `began` only where ``accepts(_:)`` said yes; ``tick(at:_:)`` no later than the first sample past
/// ``nextDeadline``. The model promises: one `start` event per accepted gesture and exactly one `end` event, also
/// on cancel; it never traps on a finite position.
public protocol Model: Sendable {
    /// The word for this model in scenes, traces and on the socket.
    static var kind: String { get }

    /// How much of what fingers do to it is nobody else's business.
    static var protection: Protection { get }

    /// Makes the model for a widget.
    ///
    /// - Parameters:
    ///   - settings: what the front end asked for; every value it does not give has a default.
    ///   - size: width and height of the widget, in pixels; proper.
    /// - Throws: the first setting that cannot be used.
    init(settings: Settings, size: Size) throws(SettingError)

    /// Where its parts are, in pixels from the widget's top left corner.
    var layout: [LayoutPart] { get }

    /// The moment it wants to be woken at, if it waits for something.
    var nextDeadline: Instant? { get }

    /// Whether a finger may land anywhere now.
    var takesLandings: Bool { get }

    /// Whether a finger landing here becomes the owner; never while ``takesLandings`` is false.
    func accepts(_ position: Point) -> Bool

    /// Takes one sample of the owner.
    mutating func handle(_ sample: Sample, _ events: inout Events)

    /// Does what is due at or before `time`.
    mutating func tick(at time: Instant, _ events: inout Events)

    /// Ends a gesture that is open while no finger touches the widget: the front end or the panel is gone.
    mutating func abandon(at time: Instant, _ events: inout Events)
}

extension Model {
    /// None: right for a model without timers.
    public var nextDeadline: Instant? { nil }

    /// Does nothing: right for a model without timers.
    public mutating func tick(at time: Instant, _ events: inout Events) {}

    /// Always: right for a model that waits for nobody's judgment.
    public var takesLandings: Bool { true }

    /// Does nothing: right for a model whose every gesture is one contact.
    public mutating func abandon(at time: Instant, _ events: inout Events) {}
}

/// One named part of a widget, for a front end that draws it.
public struct LayoutPart: Hashable, Sendable {
    /// What the part looks like.
    public enum Shape: Hashable, Sendable {
        /// Places in order, such as the centers of dots.
        case points([Point])
        /// Corners of a closed shape in order, such as a captcha's piece.
        case polygon([Point])
        /// A rectangle, such as a track.
        case rect(Rect)
        /// Rectangles in order, such as rows.
        case rects([Rect])
        /// A length in pixels, such as a radius.
        case length(Double)
        /// Not a place at all, but something to know for drawing.
        case flag(Bool)
        /// Texts in the order of another part, such as what stands on keys.
        case words([String])
    }

    /// The name on the socket.
    public let name: String
    /// Its geometry, in pixels from the widget's top left corner.
    public let shape: Shape

    /// Makes a part.
    public init(_ name: String, _ shape: Shape) {
        self.name = name
        self.shape = shape
    }
}
