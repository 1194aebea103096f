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
}
