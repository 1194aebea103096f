import TouchCore

/// Ids of contacts, counted up over all panels of a seat.
final class ContactIDs {
    private var last: UInt64 = 0

    func next() -> ContactID {
        last += 1
        return ContactID(last)
    }
}
