internal import TouchCore

// MARK: - Scrolling by finger

extension ReorderList {
    /// Lets the finger scroll the content; returns false if all of it is in view.
    mutating func pull(_ row: Int, isSelected: Bool = false, _ contact: Contact) -> Bool {
        guard scroll.isLonger else { return false }
        // From here, not from the landing, so that nothing jumps.
        state = .scrolling(Pull(row: row, isSelected: isSelected, grip: scroll.offset + contact.position.y))
        return true
    }

    mutating func scroll(_ pull: Pull, to contact: Contact, at time: Instant, _ events: inout Events) {
        guard scroll.go(to: pull.grip - contact.position.y) else { return }
        events.add("scrolled", .move, at: time)
        if pull.isSelected { events.set("y", rows.middle(pull.row) - scroll.offset) }
        events.set("offset", scroll.offset)
    }

    mutating func letGo(_ pull: Pull, _ contact: Contact, at time: Instant, _ events: inout Events) {
        if pull.isSelected { return wait(pull.row, at: time) }
        guard contact.phase == .ended else { return giveUp(pull.row, .contactLost, by: .drag, at: time, &events) }
        state = .idle
        events.end("released", by: .drag, at: time)
        events.set("offset", scroll.offset)
    }
}
