import TouchCore

/// The fingers on one panel, each with one record from its slot to the frames it is in.
///
///     landing ──▶ in a slot ──told──▶ in a slot and told ──lift──▶ told (a filter holds the lift) ──▶ gone
///                     └──lift before it was told──▶ gone
///
/// Nothing is allocated once as many fingers have been down as ever will be at once.
struct FingerTable {
    /// One finger.
    struct Finger {
        /// The slot of the panel; nil when the finger has left it and its end is not told yet.
        fileprivate(set) var slot: Int32?
        /// Its last report.
        var place: UnitPoint
        /// When that was.
        var time: Instant
        /// What was told of it; its id is the finger's name everywhere.
        var contact: Contact
        /// Whether it was told of.
        var isTold = false
        /// The frame that it is in, and where in it; see ``FrameAssembler``.
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
    ///   - slots: how many fingers are expected; more are taken too.
    ///   - ids: where names come from.
    init(slots: Int, ids: ContactIDs) {
        fingers.reserveCapacity(slots)
        self.ids = ids
    }

    /// Whether nobody is on the panel, as far as is known and told.
    var isEmpty: Bool { fingers.isEmpty }

    /// The finger in a slot.
    ///
    /// - Parameter guess: where it is if all fingers of the panel are told of in order.
    func index(inSlot slot: Int32, guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].slot == slot { return guess }
        for index in fingers.indices where fingers[index].slot == slot { return index }
        return nil
    }

    /// The finger of that name.
    ///
    /// - Parameter guess: where it is if all fingers of the panel are told of in order.
    func index(of id: ContactID, guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].contact.id == id { return guess }
        for index in fingers.indices where fingers[index].contact.id == id { return index }
        return nil
    }

    /// A finger landed; it gets a name that was never used before.
    mutating func add(slot: Int32, at place: UnitPoint, time: Instant) -> ContactID {
        let contact = Contact(id: ids.next(), phase: .began, position: .zero, place: place)
        fingers.append(Finger(slot: slot, place: place, time: time, contact: contact))
        return contact.id
    }

    /// A finger moved; nil if none can have gone there in that time.
    mutating func move(_ index: Int, to place: UnitPoint, _ time: Instant, _ limit: SpeedLimit) -> ContactID? {
        fingers[index].move(to: place, time, limit) ? fingers[index].contact.id : nil
    }

    /// A finger left its slot.
    mutating func leave(_ index: Int) -> ContactID {
        fingers[index].slot = nil
        return fingers[index].contact.id
    }

    /// The end of a finger was told.
    mutating func remove(_ index: Int) { fingers.remove(at: index) }

    /// Forgets fingers that left without having been told of; a filter kept them.
    mutating func forgetUntold() { fingers.removeAll { $0.slot == nil && !$0.isTold } }
}

/// Names of contacts, counted up over all panels of a seat.
final class ContactIDs {
    private var last: UInt64 = 0

    /// A name that was not used before.
    func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
