public import TouchCore
public import TouchModels

/// What a front end has on screen: widgets, later ones above earlier ones.
///
/// A contact is hit-tested when it lands and belongs to the topmost widget under it until it ends, also outside that
/// widget. A widget has one owner at a time; further fingers that land on it are ignored until they lift. Two fingers
/// can drive two widgets at once. Time never runs backwards for a model: a late stamp counts as the latest one.
public struct Scene: Sendable {
    /// Width and height of the view, in pixels.
    public let view: Size
    /// The widgets, in drawing order.
    public private(set) var widgets: [Widget]
    private var now = Instant(microseconds: .min)

    /// Most widgets in one scene: far more than fit under fingers, few enough to test each for every landing.
    public static let mostWidgets = 64

    /// Makes a scene.
    ///
    /// - Throws: ``SceneError`` if the view is empty, an id appears twice, or a widget's frame is not a proper
    ///   rectangle within the view.
    public init(view: Size, widgets: [Widget]) throws(SceneError) {
        guard view.isProper else { throw .emptyView }
        guard widgets.count <= Self.mostWidgets else { throw .tooManyWidgets(count: widgets.count) }
        let whole = Rect(x: 0, y: 0, width: view.width, height: view.height)
        var ids: Set<String> = []
        for widget in widgets {
            guard ids.insert(widget.id).inserted else { throw .sameID(widget.id) }
            guard widget.frame.origin.isFinite, widget.frame.size.isProper, whole.encloses(widget.frame) else {
                throw .outsideView(widget.id)
            }
        }
        self.view = view
        self.widgets = widgets
    }

    /// The moment the scene wants to be woken at, if a model waits for something.
    public var nextDeadline: Instant? {
        var earliest: Instant?
        for widget in widgets {
            guard let deadline = widget.model.nextDeadline else { continue }
            earliest = min(earliest ?? deadline, deadline)
        }
        return earliest
    }

    /// Hands the contacts of a frame to the widgets they belong to.
    ///
    /// - Parameters:
    ///   - frame: contacts that changed.
    ///   - takesLandings: whether new contacts are hit-tested; false for a scene that lies below another one.
    ///   - events: gets what the widgets say.
    public mutating func handle(_ frame: borrowing Frame, takesLandings: Bool = true, _ events: inout Events) {
        tick(at: frame.time, &events)
        for contact in frame.contacts where takesLandings || contact.phase != .began { handle(contact, &events) }
    }

    /// Does what the models have due at or before `time`.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        now = max(now, time)
        for index in widgets.indices {
            guard let deadline = widgets[index].model.nextDeadline, deadline <= now else { continue }
            events.speak(for: index)
            widgets[index].model.tick(at: now, &events)
        }
    }

    /// Takes every contact away from every widget: the front end or the panel is gone.
    public mutating func cancel(at time: Instant, _ events: inout Events) {
        now = max(now, time)
        for index in widgets.indices {
            if let owner = widgets[index].owner {
                deliver(.cancelled, of: owner.contact, at: owner.position, nil, to: index, &events)
            }
            events.speak(for: index)
            widgets[index].model.abandon(at: now, &events)
        }
    }

    /// Whether the contact drives one of the widgets.
    public func owns(_ contact: ContactID) -> Bool {
        widgets.contains { $0.owner?.contact == contact }
    }

    /// Lets the owner of the scene talk to one model, for what only that model can do.
    ///
    /// - Returns: what `body` returns; nil if the widget does not exist or has another model.
    public mutating func withModel<Wanted: Model, Result>(
        of index: Int, as: Wanted.Type, _ events: inout Events, _ body: (inout Wanted, inout Events) -> Result
    ) -> Result? {
        guard widgets.indices.contains(index), var model = widgets[index].model as? Wanted else { return nil }
        events.speak(for: index)
        let result = body(&model, &events)
        widgets[index].model = model
        return result
    }

    private mutating func handle(_ contact: Contact, _ events: inout Events) {
        if contact.phase == .began {
            guard contact.position.isFinite, let index = topmost(at: contact.position) else { return }
            guard widgets[index].owner == nil, widgets[index].model.accepts(local(contact.position, index)) else {
                return
            }
            deliver(.began, of: contact.id, at: contact.position, contact.millimetres, to: index, &events)
            return
        }
        guard let index = widgets.firstIndex(where: { $0.owner?.contact == contact.id }) else { return }
        if contact.phase == .moved && !contact.position.isFinite { return }
        let last = widgets[index].owner?.position ?? contact.position
        let position = contact.position.isFinite ? contact.position : last
        deliver(contact.phase, of: contact.id, at: position, contact.millimetres, to: index, &events)
    }

    private mutating func deliver(
        _ phase: Phase, of contact: ContactID, at position: Point, _ millimetres: Millimetres?, to index: Int,
        _ events: inout Events
    ) {
        widgets[index].owner = phase.isFinal ? nil : Widget.Owner(contact: contact, position: position)
        let sample = Sample(
            time: now, contact: contact, phase: phase, position: local(position, index), millimetres: millimetres)
        events.speak(for: index)
        widgets[index].model.handle(sample, &events)
    }

    /// The last of the widgets that contain the place; the right and bottom edge of the view belong to its last pixel.
    private func topmost(at position: Point) -> Int? {
        let inside = Point(x: min(position.x, view.width.nextDown), y: min(position.y, view.height.nextDown))
        return widgets.lastIndex { $0.frame.contains(inside) }
    }

    private func local(_ position: Point, _ index: Int) -> Point {
        let origin = widgets[index].frame.origin
        return position.offset(dx: -origin.x, dy: -origin.y)
    }
}
