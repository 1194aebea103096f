package import TouchCore

@testable import TouchInput

/// Follows contacts from landing to end and finds violations.
struct Lives {
    /// The first few violations, as text.
    private(set) var oddities: [String] = []
    /// Number of contacts that began.
    private(set) var count = 0
    private var alive: Set<ContactID> = []
    private var newest = ContactID(0)

    /// Number of contacts that have not ended.
    var left: Int { alive.count }

    mutating func record(_ change: ContactChange) {
        let isKnown = alive.contains(change.id)
        switch change {
        case .began(let id, _):
            count += 1
            // Filters may let an older contact through later, but never one that has ended.
            if isKnown || ended.contains(id) { complain("\(id.number) began again") }
            alive.insert(id)
            newest = max(newest, id)
        case .moved(let id, _):
            if !isKnown { complain("\(id.number) moved without having begun, or after its end") }
        case .ended(let id), .cancelled(let id):
            if alive.remove(id) == nil { complain("\(id.number) ended twice or never began") }
            ended.insert(id)
        }
    }

    mutating func record(_ frame: borrowing Frame) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began: record(.began(contact.id, contact.place ?? UnitPoint(x: 0, y: 0)))
            case .moved: record(.moved(contact.id, contact.place ?? UnitPoint(x: 0, y: 0)))
            case .ended: record(.ended(contact.id))
            case .cancelled: record(.cancelled(contact.id))
            }
        }
    }

    private var ended: Set<ContactID> = []

    private mutating func complain(_ text: String) {
        if oddities.count < 5 { oddities.append(text) }
    }
}

/// Contacts are named by their numbers in tables of tests.
extension ContactID: ExpressibleByIntegerLiteral {
    /// The contact with that number.
    package init(integerLiteral value: UInt64) { self.init(value) }
}
