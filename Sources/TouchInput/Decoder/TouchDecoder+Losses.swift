import TouchCore

extension TouchDecoder {
    /// Cancels every finger, since the state is unknown; returns true, as it closes a frame.
    mutating func lose() -> Bool {
        for index in slots.indices {
            forget(index, id: tracker == nil && index != nowhere ? Self.unknown : Self.empty)
        }
        news.insert(.loss)
        release = nil
        close(at: lastEvent)
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
        if slots[index].hearing == .heard { end(index, .cancelled) }
        if slots[index].hearing == .landing { ignore(index, .lost) }
        // One that was down at the start remains so until its id changes, or a silence shows another.
        let held = slots[index].hearing == .heldSinceStart && id == Self.unknown ? slots[index].id : nil
        slots[index] = Slot(name: slots[index].name, id: held ?? id)
        if held != nil { slots[index].hearing = .heldSinceStart }
    }

    /// Applies the kernel's slots after a silence, in ``frame``: fingers that stayed down become new contacts.
    mutating func settle(with snapshot: Snapshot, at time: Instant) {
        beginFrame()
        close(at: time)
        isUnsettled = false
        if slots[nowhere].hearing == .heard {
            let id = slots[nowhere].id
            let home = snapshot.slots.firstIndex { $0.id == id } ?? snapshot.selected
            if home < nowhere, slots[home].id == Self.unknown { slots.swapAt(home, nowhere) }
        }
        forget(nowhere, id: Self.empty)
        for (index, slot) in snapshot.slots.prefix(nowhere).enumerated() {
            if slots[index].id != slot.id, !(slots[index].id == Self.someone && slot.id >= 0) {
                if slots[index].hearing == .heard { end(index, .cancelled) }
                slots[index].hearing = slot.id < 0 ? .silent : .landing
            }
            slots[index].id = slot.id
            fill(index, from: slot)
            flush(index)
        }
        select(snapshot.selected)
    }

    /// Whether a reported finger is no longer in its slot, where the kernel had `ids` when no events were left to read.
    func misses(_ ids: [Int32]) -> Bool {
        zip(slots, ids).contains { slot, id in slot.hearing == .heard && !Self.isSame(slot.id, id) }
    }

    /// Applies the kernel's slots where reports were missed; contacts that are gone are cancelled in ``frame``.
    ///
    /// A finger that landed unseen is ignored until it lands again: it may touch for another program.
    ///
    /// - Returns: whether a finger was gone.
    mutating func endMissed(with snapshot: Snapshot, at time: Instant) -> Bool {
        beginFrame()
        close(at: time)
        // The selection of a slot was missed, too: the finger itself is still there.
        for (home, slot) in snapshot.slots.prefix(nowhere).enumerated() where slot.id >= 0 {
            guard let index = slots.firstIndex(where: { $0.hearing == .heard && $0.id == slot.id }), index != home,
                slots[home].hearing != .heard
            else { continue }
            slots.swapAt(index, home)
        }
        var hasEnded = false
        for (index, slot) in snapshot.slots.prefix(nowhere).enumerated() {
            if !Self.isSame(slots[index].id, slot.id) {
                if slots[index].hearing == .heard { hasEnded = true }
                forget(index, id: slot.id)
            }
            fill(index, from: slot)
        }
        select(snapshot.selected)
        return hasEnded
    }

    private static func isSame(_ id: Int32, _ kernel: Int32) -> Bool { id == kernel || id == someone && kernel >= 0 }

    mutating func fill(_ index: Int, from slot: Snapshot.Slot) {
        (slots[index].x, slots[index].y, slots[index].tool) = (slot.x, slot.y, slot.tool)
        (slots[index].breadth, slots[index].distance) = (slot.breadth, slot.distance)
    }
}
