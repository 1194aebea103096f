internal import TouchCore

/// Lets contacts through, or not: while there is a reason not to, no new contact passes.
///
/// A contact that lands at the closed gate stays unheard until it lifts, also after the gate has opened: nobody gets the end
/// of something whose beginning was not reported. What was let in before is cancelled, so each contact that was heard
/// of ends exactly once.
struct TouchGate {
    /// Why it is closed; empty: it is open.
    var pauses: Set<Pause> = []
    /// Contacts that landed at the closed gate and are still there.
    private var unheard: Set<ContactID> = []

    /// Whether every contact is let through.
    var isWideOpen: Bool { pauses.isEmpty && unheard.isEmpty }

    /// The part of a frame that passes; nil if it is empty.
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
