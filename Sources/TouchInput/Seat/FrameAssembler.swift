import TouchCore

/// Makes frames of contacts out of libinput's reports.
///
///     reports ─▶ repair ─▶ contact ids, mapping ─▶ open frame ─▶ deliver
///
/// A frame closes when libinput says so, when the stamp or the panel changes, when a contact that is already in it
/// ends, and at the end of a round, because libinput 1.22 leaves out TOUCH_FRAME when only the last slot's
/// movement was below the fuzz.
///
/// Lost reports: after SYN_DROPPED libinput lifts the fingers it lost sight of as if they had lifted themselves. A
/// round with a loss therefore turns every lift of that panel into a cancel and cancels, at its end, every finger
/// that was down before it. That is an approximation on the safe side: a finger that truly lifted in the same
/// round, before the loss, is cancelled too; one that landed in that round and stayed keeps its path, which may
/// have a gap of at most the round.
final class FrameAssembler {
    private var frame = Frame(device: DeviceID(0), time: Instant(microseconds: 0), provenance: .unknown, contacts: [])
    private var lastID: UInt64 = 0
    private var lastIDBeforeRound: UInt64 = 0
    private let deliver: (borrowing Frame) -> Void
    private let foundOffPanel: (Panel) -> Void

    init(deliver: @escaping (borrowing Frame) -> Void, foundOffPanel: @escaping (Panel) -> Void) {
        self.deliver = deliver
        self.foundOffPanel = foundOffPanel
    }

    /// Marks where the reports of the next round begin.
    func beginRound() {
        lastIDBeforeRound = lastID
    }

    /// Takes one report.
    func take(_ report: TouchReport, of panel: Panel, at time: Instant) {
        if frame.device != panel.device.id || frame.time != time { closeFrame() }
        open(panel, at: time)
        panel.lastReport = time
        switch report {
        case .down(let slot, let place):
            // A second landing without a lift is a kernel bug that libinput lets pass: the first finger is over.
            if let index = panel.index(ofSlot: slot) { end(index, of: panel, as: .cancelled, at: time) }
            begin(slot, at: place, of: panel)
        case .motion(let slot, let place):
            // Unknown slots were cancelled by us; libinput goes on about them until the finger lifts.
            guard let index = panel.index(ofSlot: slot) else { return }
            move(index, to: place, of: panel)
        case .up(let slot):
            guard let index = panel.index(ofSlot: slot) else { return }
            end(index, of: panel, as: panel.hasLostEvents ? .cancelled : .ended, at: time)
        case .cancel(let slot):
            guard let index = panel.index(ofSlot: slot) else { return }
            end(index, of: panel, as: .cancelled, at: time)
        }
    }

    /// Delivers the open frame if there is anything in it.
    func closeFrame() {
        guard !frame.contacts.isEmpty else { return }
        // Taken out first: the receiver may come back here, or keep the contacts.
        var closed = Frame(device: frame.device, time: frame.time, provenance: frame.provenance, contacts: [])
        swap(&closed.contacts, &frame.contacts)
        deliver(closed)
        closed.contacts.removeAll(keepingCapacity: true)
        if frame.contacts.isEmpty { swap(&closed.contacts, &frame.contacts) }
    }

    /// Closes the round for one panel: what was reported is delivered, what a loss made doubtful is cancelled.
    func endRound(of panel: Panel) {
        closeFrame()
        guard panel.hasLostEvents else { return }
        panel.hasLostEvents = false
        // Not now: reports that are still in the queue have earlier stamps.
        cancelFingers(of: panel, at: panel.lastReport) { [lastIDBeforeRound] in $0.id.number <= lastIDBeforeRound }
    }

    /// Cancels every finger of a panel in a frame of its own.
    func cancelFingers(of panel: Panel, at time: Instant) {
        cancelFingers(of: panel, at: time) { _ in true }
    }

    private func cancelFingers(of panel: Panel, at time: Instant, where isDoubtful: (Contact) -> Bool) {
        closeFrame()
        open(panel, at: time)
        for finger in panel.fingers where isDoubtful(finger.contact) {
            var contact = finger.contact
            contact.phase = .cancelled
            frame.contacts.append(contact)
        }
        panel.fingers.removeAll { isDoubtful($0.contact) }
        closeFrame()
    }

    private func open(_ panel: Panel, at time: Instant) {
        frame.device = panel.device.id
        frame.provenance = panel.device.provenance
        frame.time = time
    }

    private func begin(_ slot: Int32, at place: UnitPoint, of panel: Panel) {
        lastID += 1
        let place = mapped(place, of: panel)
        let contact = Contact(
            id: ContactID(lastID), phase: .began, position: place.position, millimetres: place.millimetres)
        panel.fingers.append(Panel.Finger(slot: slot, contact: contact))
        frame.contacts.append(contact)
    }

    private func move(_ index: Int, to place: UnitPoint, of panel: Panel) {
        let place = mapped(place, of: panel)
        panel.fingers[index].contact.position = place.position
        panel.fingers[index].contact.millimetres = place.millimetres
        let contact = panel.fingers[index].contact
        if let known = frame.contacts.firstIndex(where: { $0.id == contact.id }) {
            frame.contacts[known].position = contact.position
            frame.contacts[known].millimetres = contact.millimetres
        } else {
            frame.contacts.append(contact)
            frame.contacts[frame.contacts.count - 1].phase = .moved
        }
    }

    private func end(_ index: Int, of panel: Panel, as phase: Phase, at time: Instant) {
        var contact = panel.fingers.remove(at: index).contact
        contact.phase = phase
        if frame.contacts.contains(where: { $0.id == contact.id }) {
            closeFrame()
            open(panel, at: time)
        }
        frame.contacts.append(contact)
    }

    private func mapped(_ place: UnitPoint, of panel: Panel) -> ViewMapping.Place {
        let answer = panel.mapping.place(place)
        if !answer.isOnPanel, !panel.hasSaidOffPanel {
            panel.hasSaidOffPanel = true
            foundOffPanel(panel)
        }
        return answer
    }
}
