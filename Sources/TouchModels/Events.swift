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
    public struct Field: Sendable {
        /// Its name on the socket, as the literal it is.
        public let word: StaticString
        /// Its value.
        public let value: Value
        /// Its name on the socket.
        public var key: String { word.description }
    }

    /// One event; its fields lie in ``Events/fields(of:)``.
    ///
    /// It holds no reference, so that events come and go without a count of any.
    public struct Event: Sendable {
        /// What happened, as the literal it is.
        public let word: StaticString
        /// What happened.
        public var name: String { word.description }
        /// What it means for the gesture.
        public let role: Role
        /// When.
        public let time: Instant
        /// Index of the widget in its scene; set by the scene.
        public internal(set) var widget: Int
        /// Where, in pixels from the widget's top left corner: its fields `x` and `y`, if it has them.
        public internal(set) var place: Point?
        /// The way the gesture was made; of ends.
        public internal(set) var input: InputWay?
        /// Why the gesture came to nothing.
        public internal(set) var reason: Reason?
        /// Feedback to play.
        public internal(set) var hint: Hint?
        let first: Int
        var count: Int
        /// Whether it has nothing but perhaps a place.
        public var isOnlyPlace: Bool { count == 0 && !isExplained }
        /// Whether it has an input, a reason or a hint, as events of every kind may.
        public var isExplained: Bool { input != nil || reason != nil || hint != nil }
    }

    /// The events, oldest first.
    public private(set) var list: [Event] = []
    private var values: [Field] = []
    private var widget = 0

    /// Makes an empty buffer.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { list.isEmpty }

    /// Whether any event means that for its gesture.
    public func has(_ role: Role) -> Bool {
        for index in list.indices where list[index].role == role { return true }
        return false
    }

    /// Everything that one of the events in ``list`` has, in one row, as traces have it: its place as `x` and `y`, the fields
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

    /// The fields that only its kind has of one of the events in ``list``, beside its place, in the order they were set.
    public func others(of event: Event) -> ArraySlice<Field> {
        values[event.first..<event.first + event.count]
    }

    /// Forgets all events and keeps the room they took.
    public mutating func removeAll() {
        list.forgetElements()
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
    }

    /// Gives the last event the way its gesture was made.
    mutating func set(_ input: InputWay) { list[list.count - 1].input = input }

    /// Gives the last event the reason why its gesture came to nothing.
    mutating func set(_ reason: Reason) { list[list.count - 1].reason = reason }

    /// Gives the last event feedback to play.
    mutating func set(_ hint: Hint) { list[list.count - 1].hint = hint }

    /// Names the widget that the next events belong to.
    public mutating func speak(for widget: Int) {
        self.widget = widget
    }

    /// Adds an event; the fields set next belong to it.
    public mutating func add(_ name: StaticString, _ role: Role, at time: Instant) {
        list.append(Event(word: name, role: role, time: time, widget: widget, first: values.count, count: 0))
    }

    /// Gives the last event one more field.
    public mutating func set(_ key: StaticString, _ value: Value) {
        precondition(!list.isEmpty, "a field needs an event")
        values.append(Field(word: key, value: value))
        list[list.count - 1].count += 1
    }

    /// Gives the last event a whole number.
    public mutating func set(_ key: StaticString, _ value: Int) { set(key, .integer(value)) }

    /// Gives the last event a number.
    public mutating func set(_ key: StaticString, _ value: Double) { set(key, .number(value)) }

    /// Gives the last event a place, as the fields `x` and `y`.
    public mutating func set(_ place: Point) {
        precondition(!list.isEmpty, "a place needs an event")
        list[list.count - 1].place = place
    }
}
