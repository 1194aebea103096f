package import StrictJSON
package import TouchCore
package import TouchModels
package import Varlink

/// A scene on screen, the call that presents it and the listeners of its widgets.
package final class PresentedScene {
    /// Unguessable name.
    package let id: String
    /// The user that presented it.
    package let uid: UInt32
    /// The open call of `Present`.
    package let call: Call
    /// Since when it is on screen.
    let since: Instant
    /// Its widgets and their models.
    package var content: Scene { scene }
    var scene: Scene
    /// How often its arrangement was replaced.
    package private(set) var arrangement = 0
    /// Whether it is on screen; set by the screen.
    var isShown = false
    /// The front end's widgets as requested; laid out again when the view changes.
    package var requests: [WidgetRequest]
    /// Whether another scene is above, as last reported to the front end; initially none is.
    private var isCovered = false
    private var listeners: [String: any GestureListener] = [:]
    private var origins: [String: GestureOrigin] = [:]
    /// What is sent about each widget, by its tag.
    package private(set) var texts: [WidgetTexts]
    /// The beginnings of each widget's messages.
    private var openings: [EventOpening]

    /// A scene that is not on screen yet.
    package init(
        id: String, call: Call, scene: Scene, texts: [WidgetTexts], requests: [WidgetRequest], now: Instant
    ) {
        self.id = id
        since = now
        self.call = call
        self.scene = scene
        self.requests = requests
        uid = call.connection.peer.uid
        self.texts = texts
        openings = Self.openings(of: scene, texts)
    }

    /// An arrangement that was replaced.
    struct Former {
        fileprivate let scene: Scene
        fileprivate let texts: [WidgetTexts]
        fileprivate let openings: [EventOpening]
    }

    /// Replaces the present arrangement.
    ///
    /// - Returns: the former one: freeing it takes as long as replacing it.
    func replace(with scene: Scene, _ texts: [WidgetTexts]) -> Former {
        let former = Former(scene: self.scene, texts: self.texts, openings: openings)
        (self.scene, self.texts) = (scene, texts)
        openings = Self.openings(of: scene, texts)
        arrangement += 1
        return former
    }

    /// The widget with that tag.
    package func widget(tagged tag: Int) -> Widget? {
        for index in scene.widgets.indices where scene.widgets[index].tag == tag { return scene.widgets[index] }
        return nil
    }

    /// Reports its layout to the front end, and the widgets that were removed because they no longer fit.
    package func tellLayout(dropped: [String] = []) {
        call.replyContinuing { SceneDescription.write(id, scene, texts, dropped: dropped, into: &$0) }
    }

    private static func openings(of scene: Scene, _ texts: [WidgetTexts]) -> [EventOpening] {
        scene.widgets.indices.map { texts[scene.widgets[$0].tag].opening }
    }

    /// Whether it has a widget that asks for a secret or a proof.
    var isProtected: Bool { Self.isProtected(scene) }

    /// Whether a scene has one.
    package static func isProtected(_ scene: Scene) -> Bool {
        // By index: a closure would copy every widget.
        for index in scene.widgets.indices where scene.widgets[index].protection != .none { return true }
        return false
    }

    /// Whether a call waits for a secret or a proof.
    var isAwaited: Bool {
        scene.widgets.contains { $0.protection != .none && listeners[$0.id] != nil }
    }

    /// Whether it has a widget for a secret.
    package var takesSecrets: Bool { scene.widgets.contains { $0.protection == .secret } }

    /// Whether that widget is for a secret.
    package func takesSecret(_ widget: String) -> Bool {
        scene.index(of: widget).map { scene.widgets[$0].protection == .secret } ?? false
    }

    /// Whether a call waits for a secret.
    var awaitsSecret: Bool {
        scene.widgets.contains { $0.protection == .secret && listeners[$0.id] != nil }
    }

    /// Subscribes `listener` to the gestures of a widget.
    ///
    /// - Returns: false if the widget has another listener.
    func bind(_ listener: any GestureListener, to widget: String) -> Bool {
        guard listeners[widget] == nil else { return false }
        listeners[widget] = listener
        return true
    }

    /// Unsubscribes `listener`.
    func unbind(_ listener: any GestureListener) {
        for (widget, bound) in listeners where bound === listener { listeners[widget] = nil }
    }

    /// Unsubscribes the listeners of these widgets, or all, and returns them in the order of the widgets' names.
    func takeListeners(of widgets: Set<String>? = nil) -> [any GestureListener] {
        let taken = listeners.filter { widgets?.contains($0.key) ?? true }
        for widget in taken.keys { listeners[widget] = nil }
        return taken.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Reports to the front end whether another scene is above, if that has changed; never which one.
    func tell(isCovered: Bool) {
        guard isCovered != self.isCovered else { return }
        self.isCovered = isCovered
        // So a front end that presents and leaves all the time does not fill the queue of one that reads slowly.
        call.replyContinuing(["covered": .bool(isCovered)], .coalesce(key: .max))
    }

    /// Sends events to the front end, with the panel whose frame caused them, if one did and a gesture begins.
    func send(_ events: borrowing Events, from origin: GestureOrigin?) {
        guard !events.isEmpty else { return }
        // A local while events are written: no other code writes messages of these widgets, and nothing is checked twice.
        var openings: [EventOpening] = []
        swap(&openings, &self.openings)
        var text = EventText(events.list[0].time)
        call.stream { replies in
            for index in events.list.indices {
                let event = events.list[index]
                if event.role == .start { note(origin, of: event.widget) }
                replies.write(event.role == .move ? .coalesce(key: UInt64(event.widget)) : .mustDeliver) { writer in
                    text.write(event, of: events, after: &openings[event.widget], into: &writer)
                }
            }
        }
        swap(&openings, &self.openings)
    }

    /// A separate function, so that these checks are not made for every event.
    @inline(never)
    private func note(_ origin: GestureOrigin?, of widget: Int) { origins[scene.widgets[widget].id] = origin }

    /// Records fingers that landed on a widget whose gesture began on another panel.
    func noteLandings(from device: DeviceID) {
        for index in scene.landed {
            let widget = scene.widgets[index].id
            if let origin = origins[widget], origin.device != device { origins[widget]?.isMixed = true }
        }
    }

    /// Notifies the listeners of gestures that ended, after the events were sent.
    func tellListeners(_ events: borrowing Events) {
        for event in events.list where event.role == .end {
            let widget = scene.widgets[event.widget].id
            guard let listener = listeners[widget], let origin = origins[widget] else { continue }
            listener.gestureEnded(end(of: event), from: origin, time: event.time)
        }
    }

    private func end(of event: Events.Event) -> GestureEnd {
        switch event.end {
        case .over: return .over
        case .refused: return .refused(event.name)
        case .handedIn:
            let model = scene.widgets[event.widget].model as? any JudgedModel
            return model?.handedIn.map { .handedIn($0) } ?? .over
        }
    }

    /// Whether there is a listener to judge what is handed in on the widget.
    package func isHeard(_ widget: String) -> Bool { listeners[widget] != nil }

    /// Sends the verdict on a gesture.
    func sendResult(
        of widget: String, passed: Bool, reason: String?, result: String?, wait: Interval?, at time: Instant
    ) {
        call.replyContinuing { writer in
            let start = writer.bytes.count
            writer.object("event") { writer in
                writer.member("widget", widget)
                writer.member("name", "judged" as StaticString)
                writer.member("timeUSec", time.microseconds)
                writer.object("judged") { writer in
                    writer.member("passed", passed)
                    writer.member("reason", reason)
                    writer.member("resultId", result)
                    if let wait { writer.member("waitUSec", wait.microseconds) }
                }
            }
            writer.pad(from: start, to: AnswerLength.event)
        }
    }
}

extension PresentedScene {
    /// Its name and its user, as the interfaces have them.
    package var owner: JSONObject {
        ["scene": .string(id), "uid": .integer(Int64(uid)), "pid": .integer(Int64(call.connection.peer.pid))]
    }

    /// The report to administrators.
    package func description(isGuarding: Bool, now: Instant) -> JSONObject {
        var fields = owner
        fields["kinds"] = .array(scene.widgets.map { .string($0.kind) })
        fields["guarded"] = .bool(isGuarding)
        fields["shownUSec"] = .integer(now.since(since).microseconds)
        return fields
    }
}
