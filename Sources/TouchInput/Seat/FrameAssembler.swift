import TouchCore

/// Assembles the frames of one panel from changes of its contacts.
///
/// A frame is what the panel reported at one moment, with each contact once: it is closed before a contact that is in
/// it ends, and before one that began in it moves (a landing keeps its place).
struct FrameAssembler {
    /// What became of a change.
    enum Outcome {
        /// It is in the frame.
        case taken
        /// It is in the frame, moved to the edge: the reported place was off the axes.
        case takenAtEdge
        /// It is not in the frame, which must be closed first.
        case full
    }

    private var frame: Frame
    /// Number of frames closed before.
    private var number = 0

    /// - Parameter device: the panel.
    init(_ device: Device) {
        frame = Frame(
            device: device.id, time: Instant(microseconds: 0), provenance: device.provenance, contacts: [])
    }

    /// Whether the frame is empty.
    var isEmpty: Bool { frame.contacts.isEmpty }

    /// Applies what one contact did.
    ///
    /// - Parameter guess: its probable index in the table.
    mutating func apply(
        _ change: ContactChange, at time: Instant, guess: Int, in table: inout FingerTable,
        mapping: borrowing ViewMapping
    ) -> Outcome {
        guard let index = table.index(of: change.id, guess: guess) else { return .taken }
        switch change {
        case .began(_, let place): return add(&table.fingers[index], .began, at: place, time, mapping)
        case .moved(_, let place): return add(&table.fingers[index], .moved, at: place, time, mapping)
        case .ended: return end(index, .ended, in: &table, time)
        case .cancelled: return end(index, .cancelled, in: &table, time)
        }
    }

    private mutating func add(
        _ finger: inout FingerTable.Finger, _ phase: Phase, at place: UnitPoint, _ time: Instant,
        _ mapping: borrowing ViewMapping
    ) -> Outcome {
        let isInFrame = finger.frame.number == number
        if isInFrame, phase == .began || finger.contact.phase == .began { return .full }
        let target = mapping.place(place)
        finger.isTold = true
        finger.contact.phase = phase
        finger.contact.position = target.position
        finger.contact.millimeters = target.millimeters
        finger.contact.place = place
        frame.time = time
        if isInFrame {
            frame.contacts[finger.frame.index] = finger.contact
        } else {
            finger.frame = (number, frame.contacts.count)
            frame.contacts.append(finger.contact)
        }
        return target.isOnPanel ? .taken : .takenAtEdge
    }

    private mutating func end(_ index: Int, _ phase: Phase, in table: inout FingerTable, _ time: Instant) -> Outcome {
        if table.fingers[index].frame.number == number { return .full }
        let isTold = table.fingers[index].isTold
        var contact = table.fingers[index].contact
        table.remove(index)
        guard isTold else { return .taken }
        contact.phase = phase
        frame.time = time
        frame.contacts.append(contact)
        return .taken
    }

    /// Closes and returns the frame; its storage can be given back with ``reuse(_:)``.
    mutating func close() -> Frame {
        number += 1
        var closed = Frame(device: frame.device, time: frame.time, provenance: frame.provenance, contacts: [])
        swap(&closed.contacts, &frame.contacts)
        return closed
    }

    /// Takes back the storage of a frame.
    mutating func reuse(_ storage: consuming [Contact]) {
        guard frame.contacts.isEmpty else { return }
        storage.forgetElements()
        frame.contacts = storage
    }
}
