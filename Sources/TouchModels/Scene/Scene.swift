public import TouchCore

/// The widgets of a front end, later ones above earlier ones.
///
/// A contact is hit-tested when it lands and belongs to the topmost widget under it until it ends, even outside that
/// widget. A widget has one owner at a time; further fingers that land on it are ignored until they lift. Two fingers
/// can drive two widgets at once. Time never runs backward for a model: an older timestamp is replaced by the latest
/// one.
public struct Scene: Sendable {
    /// Width and height of the view, in pixels.
    public let view: Size
    /// The widgets, in drawing order.
    public private(set) var widgets: [Widget]
    /// The landings of the last frame that reached no widget: their indices in the frame, and the reasons.
    public private(set) var unheard: [(contact: Int, reason: Unheard)] = []
    /// The indices of the widgets that accepted a landing of the last frame.
    public private(set) var landed: [Int] = []
    /// The earliest deadline of its models; nil if there is none.
    public private(set) var nextDeadline: Instant?
    private var now = Instant(microseconds: .min)
    /// The contacts that own widgets, with the widgets' indices: few, even with many widgets.
    private var driven: [(contact: ContactID, widget: Int)] = []

    /// The maximum number of widgets: more than people can use, few enough to test each for every landing.
    public static let maxWidgets = 64

    /// Whether a frame changes nothing here unless a finger lands.
    public var isIdle: Bool { driven.isEmpty && nextDeadline == nil }

    /// Makes a scene; ids differ, and frames are proper rectangles within the view.
    public init(view: Size, widgets: [Widget]) throws(SceneError) {
        guard view.isProper else { throw .emptyView }
        guard widgets.count <= Self.maxWidgets else { throw .tooManyWidgets(count: widgets.count) }
        let whole = Rect(x: 0, y: 0, width: view.width, height: view.height)
        var ids = Set<String>(minimumCapacity: widgets.count)
        var isInOrder = true
        for index in widgets.indices {
            let (id, frame) = (widgets[index].id, widgets[index].frame)
            guard ids.insert(id).inserted else { throw .sameID(id) }
            guard frame.origin.isFinite, frame.size.isProper, whole.encloses(frame) else { throw .outsideView(id) }
            guard (0...Widget.maxHitMargin).contains(widgets[index].hitMargin) else { throw .badHitMargin(id) }
            if index > 0, widgets[index].z < widgets[index - 1].z { isInOrder = false }
        }
        self.view = view
        // Sorting is not guaranteed to be stable, so the index is part of the key.
        self.widgets =
            isInOrder
            ? widgets
            : widgets.enumerated()
                .sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }
                .map(\.element)
        findDeadline()
    }

    /// Takes over widgets of the scene that this one replaces: their models continue with their contacts.
    public mutating func adopt(_ ids: Set<String>, from other: Scene) {
        now = max(now, other.now)
        for index in widgets.indices where ids.contains(widgets[index].id) {
            guard let before = other.index(of: widgets[index].id) else { continue }
            widgets[index].model = other.widgets[before].model
            widgets[index].owner = other.widgets[before].owner
            widgets[index].deadline = other.widgets[before].deadline
            if let owner = widgets[index].owner { driven.append((owner.contact, index)) }
        }
        findDeadline()
    }

    /// The index of a widget in ``widgets``.
    public func index(of id: String) -> Int? {
        for index in widgets.indices where widgets[index].id == id { return index }
        return nil
    }

    /// Passes the contacts of a frame to the widgets they belong to; returns the new ``nextDeadline``.
    ///
    /// - Parameter takesLandings: whether new contacts are hit-tested; false for a scene below another one.
    @discardableResult
    public mutating func handle(
        _ frame: borrowing Frame, takesLandings: Bool = true, _ events: inout Events
    ) -> Instant? {
        tick(at: frame.time, &events)
        if !unheard.isEmpty { unheard.removeAll(keepingCapacity: true) }
        if !landed.isEmpty { landed.removeAll(keepingCapacity: true) }
        if !takesLandings && driven.isEmpty { return nextDeadline }
        for index in frame.contacts.indices where takesLandings || frame.contacts[index].phase != .began {
            guard let reason = handle(frame.contacts[index], guess: index, &events) else { continue }
            unheard.append((index, reason))
        }
        return nextDeadline
    }

    /// Runs the models whose deadline is at or before `time`.
    public mutating func tick(at time: Instant, _ events: inout Events) {
        now = max(now, time)
        guard let nextDeadline, nextDeadline <= now else { return }
        for index in widgets.indices {
            guard let deadline = widgets[index].deadline, deadline <= now else { continue }
            events.speak(for: index)
            keep(widgets[index].model.ticked(at: now, &events), of: index)
        }
    }

    /// Cancels the contacts of widgets, or of all: the front end or the panel is gone, or the widgets change.
    public mutating func cancel(_ ids: Set<String>? = nil, at time: Instant, _ events: inout Events) {
        now = max(now, time)
        for index in widgets.indices where ids?.contains(widgets[index].id) ?? true {
            if let owner = widgets[index].owner {
                deliver(
                    Contact(id: owner.contact, phase: .cancelled, position: owner.position), at: owner.position,
                    to: index, &events)
            }
            events.speak(for: index)
            keep(widgets[index].model.abandoned(at: now, &events), of: index)
        }
    }

    /// Gives the owner of the scene access to one model, as what is wanted, such as `any JudgedModel`; nil if it is
    /// none.
    public mutating func withModel<Wanted, Result>(
        of id: String, as: Wanted.Type, _ events: inout Events, _ body: (inout Wanted, inout Events) -> Result
    ) -> Result? {
        guard let index = index(of: id), var wanted = widgets[index].model as? Wanted else { return nil }
        events.speak(for: index)
        let result = body(&wanted, &events)
        guard let model = wanted as? any Model else { preconditionFailure("a model stays one") }
        widgets[index].model = model
        keep(model.nextDeadline, of: index)
        return result
    }

    /// Whether a widget is at that position, busy or not.
    public func hasWidget(at position: Point) -> Bool { position.isFinite && topmost(at: position) != nil }

    /// - Parameter guess: its index in ``driven`` if all contacts of a frame own widgets, in order.
    /// - Returns: why a landing reaches no widget; nil for everything else.
    private mutating func handle(_ contact: Contact, guess: Int, _ events: inout Events) -> Unheard? {
        if contact.phase == .began {
            guard contact.position.isFinite else { return .unknownPlace }
            guard let index = topmost(at: contact.position) else { return .noWidget }
            guard !widgets[index].isDisabled else { return .notNow }
            guard widgets[index].owner == nil else { return .busy }
            guard accepts(contact.position, index) else {
                return widgets[index].model.takesLandings ? .notHere : .notNow
            }
            deliver(contact, at: contact.position, to: index, &events)
            return nil
        }
        guard let index = index(ownedBy: contact.id, guess: guess) else { return nil }
        if contact.position.isFinite {
            deliver(contact, at: contact.position, to: index, &events)
        } else if contact.phase != .moved, let last = widgets[index].owner?.position {
            deliver(contact, at: last, to: index, &events)
        }
        return nil
    }

    private mutating func deliver(
        _ contact: Contact, at position: Point, to index: Int, _ events: inout Events
    ) {
        switch contact.phase {
        case .began:
            driven.append((contact.id, index))
            landed.append(index)
        case .moved: break
        case .ended, .cancelled: driven.removeAll { $0.contact == contact.id }
        }
        widgets[index].owner = contact.phase.isFinal ? nil : Widget.Owner(contact: contact.id, position: position)
        var contact = contact
        contact.position = local(position, index)
        events.speak(for: index)
        keep(widgets[index].model.handed(contact, at: now, &events), of: index)
    }

    private mutating func keep(_ deadline: Instant?, of index: Int) {
        guard deadline != widgets[index].deadline else { return }
        widgets[index].deadline = deadline
        findDeadline()
    }

    private mutating func findDeadline() {
        nextDeadline = nil
        for index in widgets.indices {
            guard let deadline = widgets[index].deadline else { continue }
            nextDeadline = min(nextDeadline ?? deadline, deadline)
        }
    }

    // Searches go by index: a closure would copy every widget, with a retain and a release per reference in it.

    private func index(ownedBy contact: ContactID, guess: Int) -> Int? {
        if guess < driven.count, driven[guess].contact == contact { return driven[guess].widget }
        for place in driven.indices where driven[place].contact == contact { return driven[place].widget }
        return nil
    }

    /// The topmost widget that contains the position; the right and bottom edges of the view belong to its last pixel.
    private func topmost(at position: Point) -> Int? {
        let inside = Point(x: min(position.x, view.width.nextDown), y: min(position.y, view.height.nextDown))
        for index in widgets.indices.reversed() where widgets[index].frame.contains(inside) { return index }
        return nearest(to: inside)
    }

    /// The nearest widget whose hit margin contains the position; the topmost of equally near ones.
    private func nearest(to position: Point) -> Int? {
        var best: (index: Int, distance: Double)?
        for index in widgets.indices.reversed() where widgets[index].hitMargin > 0 {
            let distance = widgets[index].frame.distance(to: position)
            guard distance <= widgets[index].hitMargin, distance < best?.distance ?? .infinity else { continue }
            best = (index, distance)
        }
        return best?.index
    }

    /// A landing within the hit margin counts as a landing at the edge of the frame.
    private func accepts(_ position: Point, _ index: Int) -> Bool {
        widgets[index].model.accepts(local(widgets[index].frame.nearest(to: position), index))
    }

    private func local(_ position: Point, _ index: Int) -> Point {
        let origin = widgets[index].frame.origin
        return position.offset(dx: -origin.x, dy: -origin.y)
    }
}

// Models are called in place, and asked for their deadline only afterwards.
extension Model {
    fileprivate mutating func handed(_ contact: Contact, at time: Instant, _ events: inout Events) -> Instant? {
        handle(contact, at: time, &events)
        return nextDeadline
    }

    fileprivate mutating func ticked(at time: Instant, _ events: inout Events) -> Instant? {
        tick(at: time, &events)
        return nextDeadline
    }

    fileprivate mutating func abandoned(at time: Instant, _ events: inout Events) -> Instant? {
        abandon(at: time, &events)
        return nextDeadline
    }
}
