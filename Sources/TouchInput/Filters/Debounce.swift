import TouchCore

/// Joins a finger that briefly loses contact to its earlier contact.
///
///     down ──lift──▶ held ──lands again, near and in time──▶ down, with its old id
///                      └──time is over──▶ ended
///
/// Delay of a lift: ``FilterSettings/debounce``. Landings and movements: none. Cancels are never held.
struct Debounce {
    /// Maximum distance of the new landing from the lift, in mm: about half the width of a fingertip.
    static let reach = 5.0

    private struct Lift {
        let id: ContactID
        let place: UnitPoint
        let end: Instant
    }

    private struct Contact {
        let id: ContactID
        let name: ContactID
        var place: UnitPoint
    }

    private let window: Interval
    private let size: PanelSize
    private var held: [Lift] = []
    private var contacts: [Contact] = []

    init(window: Interval, size: PanelSize) {
        (self.window, self.size) = (window, size)
    }

    var deadline: Instant? { held.lazy.map(\.end).min() }

    mutating func filter(
        _ change: ContactChange, at time: Instant, into changes: inout [ContactChange], unheard: inout [UnheardLanding]
    ) {
        switch change {
        case .began(let id, let place):
            guard let lift = lift(near: place, at: time) else {
                contacts.append(Contact(id: id, name: id, place: place))
                return changes.append(change)
            }
            let name = held.remove(at: lift).id
            unheard.append(UnheardLanding(reason: .bounce, place: place))
            contacts.append(Contact(id: id, name: name, place: place))
            changes.append(.moved(name, place))
        case .moved(let id, let place):
            guard let index = contacts.firstIndex(where: { $0.id == id }) else { return }
            contacts[index].place = place
            changes.append(.moved(contacts[index].name, place))
        case .ended(let id):
            guard let contact = remove(id) else { return }
            held.append(Lift(id: contact.name, place: contact.place, end: time.advanced(by: window)))
        case .cancelled(let id):
            guard let contact = remove(id) else { return }
            changes.append(.cancelled(contact.name))
        }
    }

    mutating func tick(at time: Instant, into changes: inout [ContactChange]) {
        for lift in held where lift.end <= time { changes.append(.ended(lift.id)) }
        held.removeAll { $0.end <= time }
    }

    mutating func cancelAll(into changes: inout [ContactChange]) {
        for lift in held { changes.append(.cancelled(lift.id)) }
        held.removeAll(keepingCapacity: true)
    }

    private mutating func remove(_ id: ContactID) -> Contact? {
        contacts.firstIndex { $0.id == id }.map { contacts.remove(at: $0) }
    }

    /// The held lift that a landing continues: the nearest one within reach.
    private func lift(near place: UnitPoint, at time: Instant) -> Int? {
        held.indices.lazy.filter { held[$0].end > time && distance(held[$0].place, place) <= Self.reach }
            .min { distance(held[$0].place, place) < distance(held[$1].place, place) }
    }

    private func distance(_ left: UnitPoint, _ right: UnitPoint) -> Double {
        let (dx, dy) = ((left.x - right.x) * size.width, (left.y - right.y) * size.height)
        return (dx * dx + dy * dy).squareRoot()
    }
}
