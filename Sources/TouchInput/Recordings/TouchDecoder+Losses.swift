import TouchCore

/// Handling of lost events.
extension TouchDecoder {
    /// Cancels every finger, since the state is unknown; returns true, as it closes a frame.
    mutating func lose() -> Bool {
        for index in slots.indices {
            forget(index, id: tracker == nil && index != nowhere ? Self.unknown : Self.empty)
        }
        hasLostEvents = true
        if tracker != nil {
            // The next frame has all fingers.
            tracker = SlotTracker(description)
            (selected, isSkipping) = (0, true)
        } else {
            selected = isMultitouch ? nowhere : 0
            isUnsettled = true
        }
        if selected == nowhere { slots[nowhere].id = Self.unknown }
        return true
    }

    /// Resets a slot to unknown; its finger is cancelled.
    @inline(never)
    mutating func forget(_ index: Int, id: Int32) {
        if slots[index].hearing == .heard { report(.cancel, slots[index]) }
        if slots[index].hearing == .landing { ignore(slots[index], .lost) }
        slots[index] = Slot(name: slots[index].name, id: id)
    }

    /// Applies the kernel's slots after a silence; the changes are in ``reports``.
    ///
    /// Fingers that stayed down through the loss become new contacts.
    mutating func settle(with snapshot: Snapshot) {
        isUnsettled = false
        if slots[nowhere].hearing == .heard {
            let id = slots[nowhere].id
            let home = snapshot.slots.firstIndex { $0.id == id } ?? snapshot.selected
            if home < nowhere, slots[home].id == Self.unknown { slots.swapAt(home, nowhere) }
        }
        forget(nowhere, id: Self.empty)
        for (index, slot) in snapshot.slots.prefix(nowhere).enumerated() {
            if slots[index].id != slot.id, !(slots[index].id == Self.someone && slot.id >= 0) {
                if slots[index].hearing == .heard { report(.cancel, slots[index]) }
                slots[index].hearing = slot.id < 0 ? .silent : .landing
            }
            slots[index].id = slot.id
            fill(index, from: slot)
            flush(index)
        }
        select(snapshot.selected)
    }

    /// Gives up on what cannot be determined.
    mutating func leaveUnsettled() { isUnsettled = false }

    mutating func fill(_ index: Int, from slot: Snapshot.Slot) {
        (slots[index].x, slots[index].y, slots[index].tool) = (slot.x, slot.y, slot.tool)
        slots[index].breadth = slot.breadth
    }
}
