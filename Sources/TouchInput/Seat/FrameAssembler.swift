import TouchCore

/// Makes frames of contacts out of what the contacts of all panels did.
///
///     contact change ─▶ contact id, mapping ─▶ open frame ─▶ deliver
///
/// A frame closes when libinput says so, when the stamp or the panel changes, when a contact that is already in it
/// ends, when one that began in it moves (a landing is where the finger landed), and at the end of a round, because
/// libinput 1.22 leaves out TOUCH_FRAME when only the last slot's movement was below the fuzz.
final class FrameAssembler {
    private var frame = Frame(device: DeviceID(0), time: Instant(microseconds: 0), provenance: .unknown, contacts: [])
    private var lastID: UInt64 = 0
    private let deliver: (borrowing Frame) -> Void
    private let foundOffPanel: (Panel) -> Void

    init(deliver: @escaping (borrowing Frame) -> Void, foundOffPanel: @escaping (Panel) -> Void) {
        self.deliver = deliver
        self.foundOffPanel = foundOffPanel
    }

    /// Takes what one contact of a panel did.
    func take(_ change: ContactChange, of panel: Panel, at time: Instant) {
        if frame.device != panel.device.id || frame.time != time { closeFrame() }
        open(panel, at: time)
        switch change {
        case .began(let number, let place): begin(number, at: place, of: panel)
        case .moved(let number, let place):
            guard let index = panel.index(of: number) else { return }
            move(index, to: place, of: panel, at: time)
        case .ended(let number):
            guard let index = panel.index(of: number) else { return }
            end(index, of: panel, as: .ended, at: time)
        case .cancelled(let number):
            guard let index = panel.index(of: number) else { return }
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

    private func open(_ panel: Panel, at time: Instant) {
        frame.device = panel.device.id
        frame.provenance = panel.device.provenance
        frame.time = time
    }

    private func begin(_ number: UInt64, at place: UnitPoint, of panel: Panel) {
        lastID += 1
        let target = mapped(place, of: panel)
        let contact = Contact(
            id: ContactID(lastID), phase: .began, position: target.position, millimetres: target.millimetres,
            place: place)
        panel.fingers.append(Panel.Finger(number: number, contact: contact))
        frame.contacts.append(contact)
    }

    private func move(_ index: Int, to place: UnitPoint, of panel: Panel, at time: Instant) {
        let target = mapped(place, of: panel)
        panel.fingers[index].contact.position = target.position
        panel.fingers[index].contact.millimetres = target.millimetres
        panel.fingers[index].contact.place = place
        let contact = panel.fingers[index].contact
        var known = frame.contacts.firstIndex { $0.id == contact.id }
        if let index = known, frame.contacts[index].phase == .began {
            closeFrame()
            open(panel, at: time)
            known = nil
        }
        if let known {
            frame.contacts[known].position = contact.position
            frame.contacts[known].millimetres = contact.millimetres
            frame.contacts[known].place = place
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
