import TouchCore

/// Makes contacts that begin once and end once out of what libinput reports of a panel's slots.
///
///     slot:  empty ──down──▶ contact n ──up──▶ ended      empty again
///                              │  ▲ motion
///                              ├──cancel, second down, loss, replacement, impossible speed──▶ cancelled
///                              └──(what libinput goes on to say of a cancelled slot is nothing, until it lands anew)
///
/// What libinput 1.22 hides and this restores:
///
/// * *Lost reports.* After SYN_DROPPED it lifts the fingers it lost sight of as if they had lifted themselves. All
///   contacts are cancelled where the loss is; where losses are more frequent than libinput tells of, lifts count as
///   cancels.
/// * *Replaced fingers.* A slot that changes its tracking id within one frame, with a lift or without, is another
///   finger; libinput only moves the old one there. The old contact is cancelled, a new one begins with the slot's next
///   report, or at the end of the round where the old one was.
/// * *Jumps* faster than ``SpeedLimit``: the same, in the report that jumps.
///
/// A value without clock or C. Nothing is allocated once as many fingers have been down as ever will be at once.
struct Repair {
    private struct Finger {
        let slot: Int32
        let number: UInt64
        var place: UnitPoint
        var time: Instant
    }

    /// A slot whose finger is another one, of which nothing was reported yet.
    private struct Replacement {
        let slot: Int32
        /// Where the finger before it was.
        let place: UnitPoint
    }

    private var fingers: [Finger] = []
    private var replacements: [Replacement] = []
    private var lastNumber: UInt64 = 0
    private var lastTime = Instant(microseconds: 0)
    /// Until when a lift may be one that libinput made up.
    private var doubtfulUntil: Instant?
    /// What counts as a jump.
    var limit: SpeedLimit

    /// - Parameters:
    ///   - slots: how many fingers are expected; more are taken too.
    ///   - limit: what counts as a jump.
    init(slots: Int, limit: SpeedLimit) {
        self.limit = limit
        fingers.reserveCapacity(slots)
        replacements.reserveCapacity(slots)
    }

    /// How many contacts are down.
    var count: Int { fingers.count }

    /// The stamp of the last report.
    var lastReport: Instant { lastTime }

    /// Calls `body` with the slot and the number of every contact that is down.
    func forEachContact(_ body: (_ slot: Int32, _ number: UInt64) -> Void) {
        for finger in fingers { body(finger.slot, finger.number) }
    }

    /// The kernel dropped reports: everything is doubtful.
    mutating func loseReports(into changes: inout [ContactChange]) {
        cancelAll(into: &changes)
    }

    /// libinput will not tell of further losses until then.
    mutating func doubtLifts(until time: Instant) {
        doubtfulUntil = time
    }

    /// A slot holds another finger from here on.
    mutating func replace(slot: Int32, into changes: inout [ContactChange]) {
        guard let index = index(of: slot) else { return }
        replacements.append(Replacement(slot: slot, place: fingers[index].place))
        cancel(index, into: &changes)
    }

    /// Every slot may hold another finger from here on.
    mutating func replaceAll(into changes: inout [ContactChange]) {
        while let finger = fingers.first { replace(slot: finger.slot, into: &changes) }
    }

    /// Takes one report.
    mutating func take(_ report: TouchReport, at time: Instant, into changes: inout [ContactChange]) {
        lastTime = time
        if let replaced = replacements.firstIndex(where: { $0.slot == report.slot }) {
            replacements.remove(at: replaced)
            if case .motion(let slot, let place) = report { return begin(slot, at: place, into: &changes) }
        }
        switch report {
        case .down(let slot, let place):
            // A second landing without a lift is a kernel bug that libinput lets pass: the first finger is over.
            if let index = index(of: slot) { cancel(index, into: &changes) }
            begin(slot, at: place, into: &changes)
        case .motion(let slot, let place):
            guard let index = index(of: slot) else { return }
            let finger = fingers[index]
            guard limit.allows(from: finger.place, to: place, in: time.since(finger.time)) else {
                cancel(index, into: &changes)
                return begin(slot, at: place, into: &changes)
            }
            (fingers[index].place, fingers[index].time) = (place, time)
            changes.append(.moved(finger.number, place))
        case .up(let slot):
            guard let index = index(of: slot) else { return }
            if let doubtfulUntil, time < doubtfulUntil { return cancel(index, into: &changes) }
            changes.append(.ended(fingers.remove(at: index).number))
        case .cancel(let slot):
            if let index = index(of: slot) { cancel(index, into: &changes) }
        }
    }

    /// Ends the round: a replaced finger of which nothing was said is where the one before it was.
    mutating func endRound(into changes: inout [ContactChange]) {
        guard !replacements.isEmpty else { return }
        for replacement in replacements { begin(replacement.slot, at: replacement.place, into: &changes) }
        replacements.removeAll(keepingCapacity: true)
    }

    /// Cancels every contact.
    mutating func cancelAll(into changes: inout [ContactChange]) {
        for finger in fingers { changes.append(.cancelled(finger.number)) }
        fingers.removeAll(keepingCapacity: true)
        replacements.removeAll(keepingCapacity: true)
    }

    private mutating func begin(_ slot: Int32, at place: UnitPoint, into changes: inout [ContactChange]) {
        lastNumber += 1
        fingers.append(Finger(slot: slot, number: lastNumber, place: place, time: lastTime))
        changes.append(.began(lastNumber, place))
    }

    private mutating func cancel(_ index: Int, into changes: inout [ContactChange]) {
        changes.append(.cancelled(fingers.remove(at: index).number))
    }

    private func index(of slot: Int32) -> Int? {
        fingers.firstIndex { $0.slot == slot }
    }
}
