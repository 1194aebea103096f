internal import TouchCore

/// Lets contacts through while there is no reason to ignore touches.
///
/// A contact that lands at the closed gate is ignored until it lifts, even after the gate has opened: no client gets
/// the end of a gesture whose beginning was not reported. Contacts let in before are cancelled, so each reported
/// contact ends exactly once.
struct TouchGate {
    /// Why it is closed; empty if it is open.
    var pauses: Set<Pause> = []
    /// Whether landings are ignored because the display is off; contacts that are down stay.
    var isDark = false
    /// Contacts that landed at the closed gate and have not lifted.
    private var unheard: Set<ContactID> = []

    /// Whether every contact is let through.
    var isWideOpen: Bool { pauses.isEmpty && !isDark && unheard.isEmpty }

    /// The part of a frame that passes; nil if it is empty.
    ///
    /// Users of these frames have to cancel their contacts when the gate closes; a lift that comes first is a cancel.
    mutating func admit(_ frame: borrowing Frame) -> Frame? {
        var heard = Frame(device: frame.device, time: frame.time, provenance: frame.provenance, contacts: [])
        for var contact in frame.contacts {
            if contact.phase == .began {
                guard pauses.isEmpty, !isDark else {
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
