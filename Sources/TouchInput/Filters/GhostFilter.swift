import TouchCore

/// Filters out contacts that are too short, or that never reach the breadth of a fingertip.
///
///     landing ──▶ withheld ──long and broad enough──▶ let through: began at its landing, moved to its present place
///                    └──lifted or cancelled before──▶ dropped
///
/// Delay of a landing: ``FilterSettings/minimumLife``, or until the contact is broad enough. Other changes: none.
struct GhostFilter {
    private struct Withheld {
        let id: ContactID
        let landing: UnitPoint
        let start: Instant
        var place: UnitPoint
        var isBroad: Bool
    }

    private let life: Interval
    private let size: Double
    private var withheld: [Withheld] = []

    /// - Parameter size: minimum breadth it must reach once, in mm; 0: any.
    init(life: Interval, size: Double) {
        (self.life, self.size) = (life, size)
    }

    var awaitsSizes: Bool { withheld.contains { !$0.isBroad } }

    var deadline: Instant? {
        withheld.lazy.filter(\.isBroad).map { $0.start.advanced(by: life) }.min()
    }

    /// Sets the present breadth of a contact; takes effect at the next ``tick(at:into:)``.
    mutating func measure(_ id: ContactID, size: Double) {
        guard size >= self.size, let index = withheld.firstIndex(where: { $0.id == id }) else { return }
        withheld[index].isBroad = true
    }

    mutating func filter(
        _ change: ContactChange, at time: Instant, into changes: inout [ContactChange], unheard: inout [UnheardLanding]
    ) {
        if case .began(let id, let place) = change {
            withheld.append(Withheld(id: id, landing: place, start: time, place: place, isBroad: size <= 0))
            return tick(at: time, into: &changes)
        }
        guard let index = withheld.firstIndex(where: { $0.id == change.id }) else {
            return changes.append(change)
        }
        switch change {
        case .began: break
        case .moved(_, let place):
            withheld[index].place = place
            release(index, at: time, into: &changes)
        case .ended, .cancelled:
            guard case .ended = change, release(index, at: time, into: &changes) else {
                unheard.append(UnheardLanding(reason: .ghost, place: withheld.remove(at: index).landing))
                return
            }
            changes.append(change)
        }
    }

    mutating func tick(at time: Instant, into changes: inout [ContactChange]) {
        for index in withheld.indices.reversed() { release(index, at: time, into: &changes) }
    }

    @discardableResult
    private mutating func release(_ index: Int, at time: Instant, into changes: inout [ContactChange]) -> Bool {
        let contact = withheld[index]
        guard contact.isBroad, time.since(contact.start) >= life else { return false }
        withheld.remove(at: index)
        changes.append(.began(contact.id, contact.landing))
        if contact.place != contact.landing { changes.append(.moved(contact.id, contact.place)) }
        return true
    }
}
