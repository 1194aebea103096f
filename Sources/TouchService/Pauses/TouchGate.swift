internal import TouchCore

/// Lets contacts through, or not: as long as there is a reason not to, nothing new is heard.
///
/// A contact that lands at the closed gate stays unheard until it lifts, also after the gate has opened: nobody gets the end
/// of something whose beginning was not told. What was let in before is cancelled, so each contact that was heard
/// of ends exactly once.
struct TouchGate {
    /// Why it is closed; empty: it is open.
    var pauses: Set<Pause> = []
    /// Contacts that landed at the closed gate and are still there.
    private var unheard: Set<ContactID> = []

    /// Whether every contact is let through.
    var isWideOpen: Bool { pauses.isEmpty && unheard.isEmpty }

    /// What may be heard of a frame; nil if that is nothing.
    ///
    /// Those whose frames are heard have to cancel their contacts when the gate closes; a lift that comes first is a cancel.
    mutating func admit(_ frame: borrowing Frame) -> Frame? {
        var heard = Frame(device: frame.device, time: frame.time, provenance: frame.provenance, contacts: [])
        for var contact in frame.contacts {
            if contact.phase == .began {
                guard pauses.isEmpty else {
                    unheard.insert(contact.id)
                    continue
                }
            } else if unheard.contains(contact.id) {
                if contact.phase.isFinal { unheard.remove(contact.id) }
                continue
            } else if !pauses.isEmpty {
                guard contact.phase.isFinal else { continue }
                contact.phase = .cancelled
            }
            heard.contacts.append(contact)
        }
        return heard.contacts.isEmpty ? nil : heard
    }
}
