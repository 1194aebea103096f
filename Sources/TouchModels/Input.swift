public import TouchCore

/// Ways of driving a widget that a front end allows (`input`).
///
/// Nobody must be forced to drag (WCAG 2.2, success criterion 2.5.7), so every model can be driven by taps.
public enum InputChoice: String, CaseIterable, Sendable {
    /// Only by dragging.
    case drag
    /// Only by tapping.
    case tap
    /// Either; the gesture decides.
    case both

    var takesDrags: Bool { self != .tap }
    var takesTaps: Bool { self != .drag }
    /// The way assumed before the gesture is recognized.
    var presumed: InputWay { self == .tap ? .tap : .drag }
}

/// How a gesture was made; the field `input` of every end event.
public enum InputWay: String, CaseIterable, Sendable {
    /// A finger moved over the widget.
    case drag
    /// A finger landed and lifted in one place, once or several times.
    case tap
}

/// Limits of a tap.
public enum Tap {
    /// Default distance a finger may stray and still tap, in pixels; the same 10 points that phones allow for long
    /// presses.
    public static let defaultSlop = 10.0
    /// Allowed slop, in pixels.
    public static let slopRange = 0.0...200.0
    /// How long a gesture of several taps waits for the next one: long enough for a person who aims slowly, short
    /// enough that the next person does not continue it.
    public static let patience = Interval.seconds(30)
}

/// Where a finger landed, and whether it has left that place.
struct Landing: Sendable {
    let position: Point
    let slop: Double
    private(set) var hasMoved = false

    init(_ position: Point, slop: Double) {
        self.position = position
        self.slop = slop
    }

    mutating func follow(_ position: Point) {
        if position.squaredDistance(to: self.position) > slop * slop { hasMoved = true }
    }
}

/// What happens to the value when a contact is cancelled (`onCancel`).
public enum CancelRule: String, CaseIterable, Sendable {
    /// It stays where the finger left it.
    case keep
    /// It goes back to where it was before the finger landed.
    case rollBack = "roll_back"
}

/// How a finger holds what it drags (`grab` of sliders and lists).
public enum Grab: String, CaseIterable, Sendable {
    /// By the place where it landed: nothing jumps.
    case keepOffset = "keep_offset"
    /// By the center, which jumps under the finger.
    case center
}
