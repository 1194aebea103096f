import TouchCore

/// The fingers on one panel, each with one record from its slot to its frames.
///
///     landing ──▶ in a slot ──reported──▶ in a slot and reported ──lift──▶ reported (a filter holds the lift) ──▶ gone
///                     └──lift before it was reported──▶ gone
///
/// No allocations after the maximum number of fingers has been down at once.
struct FingerTable {
    /// One finger.
    struct Finger {
        /// The slot of the panel; nil when the finger has left it and its end is not yet reported.
        fileprivate(set) var slot: Int32?
        /// Its last report.
        var place: UnitPoint
        /// The time of the last report.
        var time: Instant
        /// Its last reported state; its id identifies the finger everywhere.
        var contact: Contact
        /// Whether its landing was reported.
        var isTold = false
        /// The frame that contains it, and its index there; see ``FrameAssembler``.
        var frame: (number: Int, index: Int) = (-1, 0)

        fileprivate mutating func move(to place: UnitPoint, _ time: Instant, _ limit: SpeedLimit) -> Bool {
            guard limit.allows(from: self.place, to: place, in: time.since(self.time)) else { return false }
            self.place = place
            self.time = time
            return true
        }
    }

    /// In order of landing.
    var fingers: [Finger] = []
    private let ids: ContactIDs

    /// - Parameters:
    ///   - slots: the expected number of fingers; more are accepted.
    ///   - ids: the source of ids.
    init(slots: Int, ids: ContactIDs) {
        fingers.reserveCapacity(slots)
        self.ids = ids
    }

    /// Whether no finger is on the panel, and every end was reported.
    var isEmpty: Bool { fingers.isEmpty }

    /// The finger in a slot.
    ///
    /// - Parameter guess: its index if all fingers of the panel are reported in order.
    func index(inSlot slot: Int32, guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].slot == slot { return guess }
        for index in fingers.indices where fingers[index].slot == slot { return index }
        return nil
    }

    /// The finger with that id.
    ///
    /// - Parameter guess: its index if all fingers of the panel are reported in order.
    func index(of id: ContactID, guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].contact.id == id { return guess }
        for index in fingers.indices where fingers[index].contact.id == id { return index }
        return nil
    }

    /// Adds a finger that landed; it gets a new id.
    mutating func add(slot: Int32, at place: UnitPoint, time: Instant) -> ContactID {
        let contact = Contact(id: ids.next(), phase: .began, position: .zero, place: place)
        fingers.append(Finger(slot: slot, place: place, time: time, contact: contact))
        return contact.id
    }

    /// Moves a finger; nil if the movement is faster than the limit.
    mutating func move(_ index: Int, to place: UnitPoint, _ time: Instant, _ limit: SpeedLimit) -> ContactID? {
        fingers[index].move(to: place, time, limit) ? fingers[index].contact.id : nil
    }

    /// Removes a finger from its slot.
    mutating func leave(_ index: Int) -> ContactID {
        fingers[index].slot = nil
        return fingers[index].contact.id
    }

    /// Removes a finger whose end was reported.
    mutating func remove(_ index: Int) { fingers.remove(at: index) }

    /// Removes fingers that left and were never reported; a filter held them back.
    mutating func forgetUntold() { fingers.removeAll { $0.slot == nil && !$0.isTold } }
}

/// Ids of contacts, counted up over all panels of a seat.
final class ContactIDs {
    private var last: UInt64 = 0

    /// A new id.
    func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
