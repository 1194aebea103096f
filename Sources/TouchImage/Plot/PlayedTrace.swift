internal import TouchCore
internal import TouchModels
internal import TouchScene
internal import TouchTrace

/// A trace played to its end, with everything a picture of it needs.
struct PlayedTrace: Sendable {
    /// A widget with its parts before the first input and after the last.
    struct PlayedWidget: Sendable {
        let id: String
        let frame: Rect
        let before: [LayoutPart]
        /// The parts after the inputs; if nothing changed, as the last finger had moved them.
        var after: [LayoutPart]
    }

    /// An event other than a start or a move, at the place of the finger that caused it.
    struct Note: Sendable {
        let widget: Int
        /// Number of the gesture among those of its widget.
        let gesture: Int
        let text: String
        let role: Events.Role
        let place: Point
    }

    private(set) var widgets: [PlayedWidget]
    private(set) var paths: [ContactPath] = []
    private(set) var notes: [Note] = []
    /// From the first to the last input.
    let duration: Interval

    private var open: [ContactID: Int] = [:]
    private var drivers: [ContactID?]
    private var gestures: [Int]

    init(_ trace: Trace) throws(TraceError) {
        var player = try TracePlayer(trace)
        widgets = player.scene.widgets.map {
            PlayedWidget(id: $0.id, frame: $0.frame, before: $0.model.layout, after: $0.model.layout)
        }
        drivers = widgets.map { _ in nil }
        gestures = widgets.map { _ in 0 }
        let times = trace.inputs.map(\.time)
        duration = (times.max() ?? Instant(microseconds: 0)).since(times.min() ?? Instant(microseconds: 0))
        var events = Events()
        for input in trace.inputs {
            move(by: input)
            events.removeAll()
            player.play(input, &events)
            hear(events, to: input, player.scene)
        }
        for (index, widget) in player.scene.widgets.enumerated() {
            let left = widget.model.layout
            if left != widgets[index].before { widgets[index].after = left }
        }
    }

    private mutating func move(by input: Trace.Input) {
        switch input.action {
        case .frame(let contacts):
            for contact in contacts {
                let path = self.path(of: contact)
                paths[path].add(contact.phase, at: contact.position, time: input.time)
                if contact.phase.isFinal { open[contact.id] = nil }
            }
        case .cancel:
            for path in open.values { paths[path].add(.cancelled, at: .zero, time: input.time) }
            open = [:]
        case .tick, .judge, .reset: break
        }
    }

    /// The path that a contact continues.
    private mutating func path(of contact: Contact) -> Int {
        if contact.phase != .began, let path = open[contact.id] { return path }
        paths.append(ContactPath(contact.id, isWhole: contact.phase == .began))
        open[contact.id] = paths.count - 1
        return paths.count - 1
    }

    private mutating func hear(_ events: Events, to input: Trace.Input, _ scene: Scene) {
        for (index, widget) in scene.widgets.enumerated() {
            drivers[index] = widget.contact ?? drivers[index]
            if events.list.contains(where: { $0.widget == index }), widget.contact != nil {
                widgets[index].after = widget.model.layout
            }
        }
        for event in events.list {
            if event.role == .start { gestures[event.widget] += 1 }
            guard event.role == .step || event.role == .end else { continue }
            let fields = Dictionary(events.fields(of: event).map { ($0.key, $0.value) }) { _, last in last }
            var text = event.name
            if case .word(let reason) = fields["reason"] { text += ": \(reason)" }
            var place = self.place(of: event.widget)
            // An event caused by time is placed where the model reports it, not at the last finger.
            if input.action == .tick, case .number(let x) = fields["x"], case .number(let y) = fields["y"] {
                place = Point(x: x, y: y).offset(
                    dx: widgets[event.widget].frame.minX, dy: widgets[event.widget].frame.minY)
            }
            notes.append(
                Note(
                    widget: event.widget, gesture: gestures[event.widget], text: text, role: event.role,
                    place: place))
        }
    }

    /// The place of the finger that drives or last drove a widget; the middle of the widget if there was none.
    private func place(of widget: Int) -> Point {
        let driver = drivers[widget]
        let path = paths.last { $0.contact == driver && !$0.samples.isEmpty }
        return path?.samples.last?.place ?? widgets[widget].frame.center
    }
}
