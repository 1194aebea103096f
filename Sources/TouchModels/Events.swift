public import TouchCore

/// A reusable buffer of events, in order.
///
/// Names and keys are literals, so filling it allocates nothing once it has grown. No event carries a
/// secret: drawings and targets stay in their models.
public struct Events: Sendable {
    /// The role of an event in its gesture, which decides whether a slow reader may miss it.
    public enum Role: UInt8, Hashable, Sendable {
        /// A gesture began; always delivered.
        case start
        /// Something that no later event repeats; always delivered.
        case step
        /// A movement; a newer one may replace it for a slow reader.
        case move
        /// The end of a gesture, exactly one; always delivered.
        case end
    }

    /// What must happen after the end of a gesture.
    public enum End: UInt8, Hashable, Sendable {
        /// Nothing.
        case over
        /// The gesture waits to be judged (``JudgedModel``).
        case handedIn
        /// The model refused it; a caller that waits for a secret may be told why.
        case refused
    }

    /// The value of one field.
    public enum Value: Hashable, Sendable {
        case bool(Bool)
        case integer(Int)
        /// A number; the key names the unit.
        case number(Double)
        /// A word of a closed set, or a name from the front end.
        case word(String)
        /// Names from the front end, in order; shares the model's storage.
        case words([String])
        /// Whole numbers, in an order given by the key; shares the model's storage.
        case integers([Int])
        /// Numbers, in an order given by the key; shares the model's storage.
        case numbers([Double])
        /// Points, in an order given by the key, in pixels from the widget's top left corner.
        case points([Point])
    }

    /// One named value.
    public struct Field: Sendable {
        /// Its name on the socket, as a literal.
        public let word: StaticString
        /// Its value.
        public let value: Value
        /// Its name on the socket.
        public var key: String { word.description }
    }

    /// One event; ``Events/fields(of:)`` returns its fields.
    ///
    /// It holds no references, so that copying needs no reference counting.
    public struct Event: Sendable {
        /// The name, as a literal.
        public let word: StaticString
        /// The name.
        public var name: String { word.description }
        /// Its role in the gesture.
        public let role: Role
        /// What must happen next, if it ends a gesture.
        public internal(set) var end = End.over
        /// The time.
        public let time: Instant
        /// Index of the widget in its scene; set by the scene.
        public internal(set) var widget: Int
        /// The fields `x` and `y`, in pixels from the widget's top left corner, if it has them.
        public internal(set) var place: Point?
        /// How the gesture was made; for ends.
        public internal(set) var input: InputWay?
        /// Why the gesture was cancelled or rejected.
        public internal(set) var reason: Reason?
        /// Feedback to play.
        public internal(set) var hint: Hint?
        let first: Int
        var count: Int
        /// Whether it has no fields, except perhaps a position.
        public var isOnlyPlace: Bool { count == 0 && !isExplained }
        /// Whether it has an input, a reason or a hint.
        public var isExplained: Bool { input != nil || reason != nil || hint != nil }
    }

    /// The events, oldest first.
    public private(set) var list: [Event] = []
    private var values: [Field] = []
    private var widget = 0

    /// Makes an empty buffer.
    public init() {}

    /// Whether there are no events.
    public var isEmpty: Bool { list.isEmpty }

    /// Whether any event has the role.
    public func has(_ role: Role) -> Bool {
        for index in list.indices where list[index].role == role { return true }
        return false
    }

    /// All fields of an event in ``list`` as one row, as in traces: its position as `x` and `y`, the fields
    /// of its kind, then input, reason and hint.
    public func fields(of event: Event) -> [Field] {
        var fields: [Field] = []
        if let place = event.place {
            fields = [Field(word: "x", value: .number(place.x)), Field(word: "y", value: .number(place.y))]
        }
        fields += others(of: event)
        if let input = event.input { fields.append(Field(word: "input", value: .word(input.rawValue))) }
        if let reason = event.reason { fields.append(Field(word: "reason", value: .word(reason.rawValue))) }
        guard let hint = event.hint else { return fields }
        fields.append(Field(word: "hint", value: .word(hint.rawValue)))
        fields.append(Field(word: "hintUSec", value: .integer(Int(hint.duration.microseconds))))
        guard let shaking = hint.shaking else { return fields }
        fields.append(Field(word: "hintPixels", value: .integer(shaking.pixels)))
        fields.append(Field(word: "hintTimes", value: .integer(shaking.times)))
        return fields
    }

    /// The kind-specific fields of an event in ``list``, without its position, in the order they were set.
    public func others(of event: Event) -> ArraySlice<Field> {
        values[event.first..<event.first + event.count]
    }

    /// Removes all events and keeps the capacity.
    public mutating func removeAll() {
        list.forgetElements()
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
    }

    /// Sets why the gesture of the last event was cancelled or rejected.
    mutating func set(_ reason: Reason) { list[list.count - 1].reason = reason }

    /// Sets the feedback of the last event.
    mutating func set(_ hint: Hint) { list[list.count - 1].hint = hint }

    /// Sets the widget of the next events.
    public mutating func speak(for widget: Int) {
        self.widget = widget
    }

    /// Adds an event, at a place in pixels from the widget's top left corner; the fields set next belong to it.
    public mutating func add(_ name: StaticString, _ role: Role, at time: Instant, _ place: Point? = nil) {
        list.append(
            Event(word: name, role: role, time: time, widget: widget, place: place, first: values.count, count: 0))
    }

    /// Adds the event that ends a gesture, with the way it was made.
    mutating func end(_ name: StaticString, _ end: End = .over, by way: InputWay, at time: Instant) {
        add(name, .end, at: time)
        list[list.count - 1].end = end
        list[list.count - 1].input = way
    }

    mutating func cancel(_ reason: Reason, by way: InputWay, at time: Instant) {
        end("cancelled", by: way, at: time)
        set(reason)
    }

    /// Adds a field to the last event.
    public mutating func set(_ key: StaticString, _ value: Value) {
        precondition(!list.isEmpty, "a field needs an event")
        values.append(Field(word: key, value: value))
        list[list.count - 1].count += 1
    }

    /// Adds a whole number to the last event.
    public mutating func set(_ key: StaticString, _ value: Int) { set(key, .integer(value)) }

    /// Adds a number to the last event.
    public mutating func set(_ key: StaticString, _ value: Double) { set(key, .number(value)) }

    /// Sets the fields `x` and `y` of the last event.
    public mutating func set(_ place: Point) {
        precondition(!list.isEmpty, "a place needs an event")
        list[list.count - 1].place = place
    }
}
