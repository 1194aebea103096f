package import TouchCore
package import TouchModels

/// A recording of a scene: its inputs and its events (docs/trace.md).
package struct Trace: Sendable {
    /// Its description, for people.
    package var about: String
    /// The view, in pixels.
    package var view: Size
    /// The widgets, in drawing order.
    package var widgets: [WidgetLine]
    /// Inputs in order.
    package var inputs: [Input]
    /// Events in order.
    package var events: [TraceEvent]

    /// One widget as the trace describes it.
    package struct WidgetLine: Hashable, Sendable {
        /// Its name.
        package var id: String
        /// The kind of its model.
        package var kind: String
        /// Where it is in the view.
        package var frame: Rect
        /// The settings of its model.
        package var settings: Settings
    }

    /// One input at a moment.
    package struct Input: Hashable, Sendable {
        /// The time.
        package var time: Instant
        /// The input.
        package var action: Action
    }

    /// The kinds of inputs.
    package enum Action: Hashable, Sendable {
        /// Contacts that changed.
        case frame([Contact])
        /// Time passed.
        case tick
        /// The front end or the panel went away.
        case cancel
        /// A finished drawing was judged.
        case judge(widget: String, accepted: Bool)
        /// A captcha got a new target.
        case reset(widget: String, target: Point)
    }
}

/// One event of a trace.
package struct TraceEvent: Hashable, Sendable {
    /// The name of the event.
    package var name: String
    /// The widget.
    package var widget: String
    /// The time.
    package var time: Instant
    /// Its fields; order does not matter.
    package var fields: [String: Events.Value]

    /// Makes an event.
    package init(name: String, widget: String, time: Instant, fields: [String: Events.Value]) {
        self.name = name
        self.widget = widget
        self.time = time
        self.fields = fields
    }

    /// Whether both are equal; numbers may differ by a millionth.
    package func agrees(with other: TraceEvent) -> Bool {
        guard name == other.name, widget == other.widget, time == other.time else { return false }
        guard fields.count == other.fields.count else { return false }
        return fields.allSatisfy { key, value in other.fields[key]?.agrees(with: value) ?? false }
    }
}

extension Events.Value {
    /// Whether both are equal; numbers, whole or not, may differ by a millionth.
    fileprivate func agrees(with other: Events.Value) -> Bool {
        guard let mine = asNumbers, let theirs = other.asNumbers else { return self == other }
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { abs($0 - $1) <= 1e-6 }
    }

    private var asNumbers: [Double]? {
        switch self {
        case .integer(let value): [Double(value)]
        case .number(let value): [value]
        case .integers(let values): values.map(Double.init)
        case .numbers(let values): values
        case .points(let places): places.flatMap { [$0.x, $0.y] }
        case .bool, .word, .words: nil
        }
    }
}

extension TraceEvent: CustomStringConvertible {
    /// The event on one line, fields in alphabetical order.
    package var description: String {
        let rest = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return (["\(time.microseconds)", widget, name] + rest).joined(separator: " ")
    }
}
