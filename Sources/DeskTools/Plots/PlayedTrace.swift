import TouchCore
import TouchModels
import TouchRecording

/// A trace played to its end, with everything a picture of it needs.
struct PlayedTrace: Sendable {
    /// A widget with its parts before the first input and after the last.
    struct PlayedWidget: Sendable {
        let id: String
        let frame: Rect
        let before: [LayoutPart]
        /// The parts after the inputs; if nothing changed, as the last finger had moved them.
        var after: [LayoutPart]
        /// Where it was reported while no finger moved it, in view pixels.
        var flight: [Point] = []
        /// The name of the row that an event named last.
        var held: String?
    }

    /// An event other than a start or a move, at the place of the finger that caused it; or a verdict.
    struct Note: Sendable {
        struct Event: Hashable, Sendable {
            let widget: Int
            /// Number of the gesture among those of its widget.
            let gesture: Int
            let text: String
        }

        let event: Event
        let role: Events.Role
        let place: Point
        /// Where that finger was before, if it moved.
        var before: Point?
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
            if case .judge(let widget, let accepted) = input.action { judge(widget, accepted) }
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
            let widget = event.widget
            if case .word(let name) = events.value("id", of: event) { widgets[widget].held = name }
            if event.role == .start { gestures[widget] += 1 }
            let (frame, path) = (widgets[widget].frame, self.path(on: widget))
            var place = path.flatMap { paths[$0].samples.last?.place } ?? frame.center
            var before: Point?
            if case .frame = input.action, let path {
                before = paths[path].samples.last { $0.place.distance(to: place) >= 4 }?.place
            }
            // An event caused by time is placed where the model reports it, not at the last finger.
            if input.action == .tick, let at = event.place {
                place = at.offset(dx: frame.minX, dy: frame.minY)
                if event.role == .move { widgets[widget].flight.append(place) }
            }
            guard event.role == .step || event.role == .end else { continue }
            var text = event.name
            if let reason = event.reason { text += ": \(reason.rawValue)" }
            if case .number(let x) = events.value("velocityX", of: event),
                case .number(let y) = events.value("velocityY", of: event),
                let speed = Int(exactly: Point(x: x, y: y).distance(to: .zero).rounded())
            {
                text += ": \(speed) px/s"
            }
            if event.end == .refused, let path { paths[path].isRefused = true }
            let what = Note.Event(widget: widget, gesture: gestures[widget], text: text)
            notes.append(Note(event: what, role: event.role, place: place, before: before))
        }
    }

    /// The path of the finger that drives or last drove a widget.
    private func path(on widget: Int) -> Int? {
        let driver = drivers[widget]
        return paths.lastIndex { $0.contact == driver && !$0.samples.isEmpty }
    }

    private mutating func judge(_ id: String, _ isRight: Bool) {
        guard let widget = widgets.firstIndex(where: { $0.id == id }), let path = self.path(on: widget),
            let place = paths[path].samples.last?.place
        else { return }
        paths[path].isRefused = !isRight
        let what = Note.Event(widget: widget, gesture: gestures[widget], text: isRight ? "right" : "wrong")
        notes.append(Note(event: what, role: .end, place: place))
    }
}

extension Events {
    fileprivate func value(_ key: String, of event: Event) -> Value? {
        others(of: event).first { $0.key == key }?.value
    }
}
