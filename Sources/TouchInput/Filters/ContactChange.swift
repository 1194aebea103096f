package import TouchCore

/// What one contact of a panel did, on its way through the filters.
///
/// A contact moves only between ``began(_:_:)`` and exactly one of ``ended(_:)`` and ``cancelled(_:)``.
package enum ContactChange: Hashable, Sendable {
    /// A finger landed, at fractions of the device's axes.
    case began(ContactID, UnitPoint)
    case moved(ContactID, UnitPoint)
    case ended(ContactID)
    case cancelled(ContactID)

    /// The contact.
    package var id: ContactID {
        switch self {
        case .began(let id, _), .moved(let id, _), .ended(let id), .cancelled(let id): id
        }
    }

    init(_ contact: Contact) {
        let place = contact.place ?? .unknown
        switch contact.phase {
        case .began: self = .began(contact.id, place)
        case .moved: self = .moved(contact.id, place)
        case .ended: self = .ended(contact.id)
        case .cancelled: self = .cancelled(contact.id)
        }
    }
}
