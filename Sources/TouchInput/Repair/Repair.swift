import TouchCore

/// Gives ids to fingers, and splits jumps.
///
/// A panel that swaps two fingers, or gives a new one an old tracking id, makes one finger jump. A movement faster than
/// ``SpeedLimit`` counts as another finger: the old one is cancelled, and a new one begins at the report that jumps.
///
/// A value without clock or C.
struct Repair {
    /// What counts as a jump.
    var limit: SpeedLimit

    /// Handles one report of a slot and appends what its contacts did.
    ///
    /// - Parameters:
    ///   - kind: what the slot did.
    ///   - place: where, in fractions of the device's axes.
    ///   - guess: the probable index of its finger in the table.
    func handle(
        _ kind: TouchDecoder.Report.Kind, slot: Int32, at place: UnitPoint, _ time: Instant, guess: Int,
        in table: inout FingerTable, into changes: inout [ContactChange]
    ) {
        switch (kind, table.index(inSlot: slot, guess: guess)) {
        case (.down, let index):
            if let index { changes.append(.cancelled(table.leave(index))) }
            begin(slot, at: place, time, in: &table, into: &changes)
        case (.motion, let index?):
            if let id = table.move(index, to: place, time, limit) { return changes.append(.moved(id, place)) }
            changes.append(.cancelled(table.leave(index)))
            begin(slot, at: place, time, in: &table, into: &changes)
        case (.up, let index?): changes.append(.ended(table.leave(index)))
        case (.cancel, let index?): changes.append(.cancelled(table.leave(index)))
        // Its contacts were cancelled by the caller; it is ignored until it lands again.
        case (.motion, nil), (.up, nil), (.cancel, nil): break
        }
    }

    /// Cancels every finger that is in a slot.
    func cancelAll(in table: inout FingerTable, into changes: inout [ContactChange]) {
        for index in table.fingers.indices where table.fingers[index].slot != nil {
            changes.append(.cancelled(table.leave(index)))
        }
    }

    private func begin(
        _ slot: Int32, at place: UnitPoint, _ time: Instant, in table: inout FingerTable,
        into changes: inout [ContactChange]
    ) {
        changes.append(.began(table.add(slot: slot, at: place, time: time), place))
    }
}
