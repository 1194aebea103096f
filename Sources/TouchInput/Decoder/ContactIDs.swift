import TouchCore

/// Ids of contacts, counted up over all panels of a seat.
final class ContactIDs {
    private var last: UInt64 = 0

    /// A new id.
    func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
