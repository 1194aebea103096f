internal import TouchCore

// MARK: - Tapping

extension ReorderList {
    mutating func select(_ row: Int, at time: Instant, _ events: inout Events) {
        guard rows.row(at: row).canMove else {
            reject(row, .cannotMove, by: .tap, at: time, &events)
            return state = .idle
        }
        wait(row, at: time)
        sayLifted(row, at: rows.middle(row) - scroll.offset, time, &events)
    }

    mutating func wait(_ row: Int, at time: Instant) {
        state = .selected(row: row, until: time.advanced(by: Tap.patience))
    }

    mutating func choose(_ landing: Landing, _ row: Int, at time: Instant, _ events: inout Events) {
        if landing.hasMoved { return wait(row, at: time) }
        let y = landing.position.y + scroll.offset
        if rows.index(at: y) == row { return giveUp(row, .putBack, by: .tap, at: time, &events) }
        guard let spot = rows.spot(of: row, tappedAt: y) else {
            reject(row, .cannotDrop, by: .tap, at: time, &events)
            return state = .idle
        }
        let home = rows.spot(at: row)
        if spot != home { sayMoved(row, from: home, to: spot, at: time, &events) }
        drop(Lift(home: home, spot: spot, finger: 0, grip: 0), by: .tap, at: time, &events)
    }
}

// MARK: - Telling

extension ReorderList {
    func say(_ name: StaticString, _ role: Events.Role, _ lift: Lift, at time: Instant, _ events: inout Events) {
        events.add(name, role, at: time)
        // In both events, since one may replace the other for a slow reader.
        events.set("y", lift.finger + lift.grip)
        events.set("offset", scroll.offset)
    }

    func sayLifted(_ row: Int, at y: Double, _ time: Instant, _ events: inout Events) {
        events.add("lifted", .step, at: time)
        tell(row, &events)
        events.set("y", y)
        events.set("scale", Hint.liftScale)
        events.set(.lift)
    }

    func sayMoved(
        _ row: Int, from: ListRows.Spot, to: ListRows.Spot, at time: Instant, _ events: inout Events
    ) {
        events.add("moved", .step, at: time)
        events.set("id", .word(rows.row(at: row).id))
        events.set("from", from.index)
        events.set("to", to.index)
        tellSection(to.section, &events)
    }

    func tell(_ row: Int, _ events: inout Events) {
        events.set("id", .word(rows.row(at: row).id))
        events.set("index", row)
        tellSection(rows.section(at: row), &events)
    }

    func tellSection(_ section: Int, _ events: inout Events) {
        if rows.sections.count > 1 { events.set("section", section) }
    }

    func tellOrder(_ events: inout Events) {
        events.set("order", .words(rows.ids))
        if rows.sections.count > 1 { events.set("sectionSizes", .integers(rows.sectionSizes)) }
    }

    /// Ends the gesture without a change; a finger that is still down is ignored.
    mutating func giveUp(
        _ row: Int, _ reason: Reason, by way: InputWay, at time: Instant, _ events: inout Events
    ) {
        state = reason == .movedAway ? .spent : .idle
        events.cancel(reason, by: way, at: time)
        events.set("id", .word(rows.row(at: row).id))
        tellOrder(&events)
    }

    mutating func reject(
        _ row: Int, _ reason: Reason, by way: InputWay, at time: Instant, _ events: inout Events
    ) {
        state = .spent
        events.end("rejected", by: way, at: time)
        events.set(reason)
        events.set("id", .word(rows.row(at: row).id))
        events.set(.shake)
    }
}
