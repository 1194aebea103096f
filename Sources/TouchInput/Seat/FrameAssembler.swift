import TouchCore

/// Writes the frames of one panel from what its contacts did.
///
/// A frame is what the panel told at one moment, with each contact once: it is closed before a contact that is in it
/// ends, and before one that began in it moves (a landing is where the finger landed).
struct FrameAssembler {
    private var frame: Frame

    /// - Parameter device: the panel.
    init(_ device: Device) {
        frame = Frame(
            device: device.id, time: Instant(microseconds: 0), provenance: device.provenance, contacts: [])
    }

    /// Whether nothing is in the frame.
    var isEmpty: Bool { frame.contacts.isEmpty }

    /// Whether the frame has to be closed before a change is taken.
    func isClosed(by change: ContactChange) -> Bool {
        let id = change.id
        for index in frame.contacts.indices where frame.contacts[index].id == id {
            if case .moved = change { return frame.contacts[index].phase == .began }
            return true
        }
        return false
    }

    /// Takes what one contact did.
    ///
    /// - Returns: false if the panel reported a place that is off its axes.
    mutating func take(
        _ change: ContactChange, at time: Instant, in table: inout FingerTable, mapping: ViewMapping
    ) -> Bool {
        guard let index = table.index(of: change.id) else { return true }
        frame.time = time
        switch change {
        case .began(_, let place):
            table.fingers[index].isTold = true
            return add(index, .began, at: place, in: &table, mapping)
        case .moved(_, let place): return add(index, .moved, at: place, in: &table, mapping)
        case .ended: end(index, .ended, in: &table)
        case .cancelled: end(index, .cancelled, in: &table)
        }
        return true
    }

    private mutating func add(
        _ index: Int, _ phase: Phase, at place: UnitPoint, in table: inout FingerTable, _ mapping: ViewMapping
    ) -> Bool {
        let target = mapping.place(place)
        var contact = table.fingers[index].contact
        contact.phase = phase
        contact.position = target.position
        contact.millimetres = target.millimetres
        contact.place = place
        table.fingers[index].contact = contact
        for known in frame.contacts.indices where frame.contacts[known].id == contact.id {
            frame.contacts[known] = contact
            return target.isOnPanel
        }
        frame.contacts.append(contact)
        return target.isOnPanel
    }

    private mutating func end(_ index: Int, _ phase: Phase, in table: inout FingerTable) {
        let isTold = table.fingers[index].isTold
        var contact = table.fingers[index].contact
        table.remove(index)
        guard isTold else { return }
        contact.phase = phase
        frame.contacts.append(contact)
    }

    /// Takes the frame out; what was in it can be given back with ``reuse(_:)``.
    mutating func close() -> Frame {
        var closed = Frame(device: frame.device, time: frame.time, provenance: frame.provenance, contacts: [])
        swap(&closed.contacts, &frame.contacts)
        return closed
    }

    /// Takes back the storage of a frame that was handed out.
    mutating func reuse(_ storage: consuming [Contact]) {
        guard frame.contacts.isEmpty else { return }
        storage.removeAll(keepingCapacity: true)
        frame.contacts = storage
    }
}
