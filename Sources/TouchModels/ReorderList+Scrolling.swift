internal import TouchCore

// MARK: - Scrolling by finger

extension ReorderList {
    /// Lets the finger scroll the content; returns false if all of it is in view.
    mutating func pull(_ row: Int, isSelected: Bool = false, _ sample: Sample) -> Bool {
        guard scroll.isLonger else { return false }
        // From here, not from the landing, so that nothing jumps.
        state = .scrolling(Pull(row: row, isSelected: isSelected, grip: scroll.offset + sample.position.y))
        return true
    }

    mutating func scroll(_ pull: Pull, to sample: Sample, _ events: inout Events) {
        guard scroll.go(to: pull.grip - sample.position.y) else { return }
        events.add("scrolled", .move, at: sample.time)
        if pull.isSelected { events.set("y", rows.middle(pull.row) - scroll.offset) }
        events.set("offset", scroll.offset)
    }

    mutating func letGo(_ pull: Pull, _ sample: Sample, _ events: inout Events) {
        if pull.isSelected { return wait(pull.row, at: sample.time) }
        guard sample.phase == .ended else { return giveUp(pull.row, .contactLost, by: .drag, at: sample.time, &events) }
        state = .idle
        events.end("released", by: .drag, at: sample.time)
        events.set("offset", scroll.offset)
    }
}
