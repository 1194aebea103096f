public import TouchCore

/// What happened, in order, in a buffer that is used again for the next frame.
///
/// Names and keys are literals, so that filling it costs no allocation once it has grown. No event carries a
/// secret: drawings and targets stay in their models.
public struct Events: Sendable {
    /// What an event means for its gesture, and so whether a lagging reader may miss it.
    public enum Role: UInt8, Hashable, Sendable {
        /// A gesture began; delivered always.
        case start
        /// Something happened that no later event repeats; delivered always.
        case step
        /// Something moved; a newer one replaces it for a reader that lags.
        case move
        /// A gesture is over, exactly once; delivered always.
        case end
    }

    /// The value of one field.
    public enum Value: Hashable, Sendable {
        /// True or false.
        case bool(Bool)
        /// A whole number.
        case integer(Int)
        /// A number; the key names the unit.
        case number(Double)
        /// A word from a closed list, or a name the front end chose.
        case word(String)
        /// Names the front end chose, in order; shares storage that the model keeps.
        case words([String])
        /// Whole numbers in an order the key explains; shares storage that the model keeps.
        case integers([Int])
        /// Numbers in an order the key explains; shares storage that the model keeps.
        case numbers([Double])
        /// Places in an order the key explains, in pixels from the widget's top left corner.
        case points([Point])
    }

    /// One named value.
    public struct Field: Hashable, Sendable {
        /// Its name on the socket.
        public let key: String
        /// Its value.
        public let value: Value
    }

    /// One event; its fields lie in ``Events/fields(of:)``.
    public struct Event: Hashable, Sendable {
        /// What happened.
        public let name: String
        /// What it means for the gesture.
        public let role: Role
        /// When.
        public let time: Instant
        /// Index of the widget in its scene; set by the scene.
        public internal(set) var widget: Int
        let first: Int
        var count: Int
    }

    /// The events, oldest first.
    public private(set) var list: [Event] = []
    private var values: [Field] = []
    private var widget = 0

    /// Makes an empty buffer.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { list.isEmpty }

    /// The fields of one of the events in ``list``, in the order they were set.
    public func fields(of event: Event) -> ArraySlice<Field> {
        values[event.first..<event.first + event.count]
    }

    /// Forgets all events and keeps the room they took.
    public mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Names the widget that the next events belong to.
    public mutating func speak(for widget: Int) {
        self.widget = widget
    }

    /// Adds an event; the fields set next belong to it.
    public mutating func add(_ name: String, _ role: Role, at time: Instant) {
        list.append(Event(name: name, role: role, time: time, widget: widget, first: values.count, count: 0))
    }

    /// Gives the last event one more field.
    public mutating func set(_ key: String, _ value: Value) {
        precondition(!list.isEmpty, "a field needs an event")
        values.append(Field(key: key, value: value))
        list[list.count - 1].count += 1
    }

    /// Gives the last event a whole number.
    public mutating func set(_ key: String, _ value: Int) { set(key, .integer(value)) }

    /// Gives the last event a number.
    public mutating func set(_ key: String, _ value: Double) { set(key, .number(value)) }

    /// Gives the last event a place, as the fields `x` and `y`.
    public mutating func set(_ place: Point) {
        set("x", .number(place.x))
        set("y", .number(place.y))
    }
}
