import TouchDevice
import TouchCore

/// The frames of a panel with filters, which withhold, delay, rename and move its contacts.
///
///     frame of the decoder ─▶ changes ─▶ filters ─▶ changes ─▶ frames in the view
///
/// A contact is at most once in a frame: it is closed before a contact that is in it ends, and before one that began in
/// it moves (a landing keeps its place). No allocations after the maximum number of fingers has been down at once.
struct FilteredFrames {
    /// One finger, from its landing to its reported end.
    private struct Finger {
        /// As last reported; the size is that of the panel's last report.
        var contact: Contact
        /// Whether the panel has not reported its end.
        var isDown = true
        /// Whether its landing passed the filters.
        var isTold = false
        /// The frame that contains it, and its index there.
        var frame: (number: Int, index: Int) = (-1, 0)
    }

    private var filters: FilterChain
    private let mapping: ViewMapping
    /// In order of landing.
    private var fingers: [Finger] = []
    /// Changes that passed the filters, their time, and how many are in frames already.
    private var passed: [ContactChange] = []
    private var time = Instant.zero
    private var framed = 0
    private var frame: Frame
    /// Number of frames closed before, and whether the last one is still in ``frame``.
    private var number = 0
    private var isClosed = false
    /// Whether all places of the last frame are on the panel.
    private(set) var isOnPanel = true

    /// Nil without a filter; `frame` is an empty one of the panel.
    init?(_ settings: FilterSettings, _ frame: Frame, mapping: ViewMapping) {
        filters = FilterChain(settings, size: mapping.panel)
        guard !filters.isEmpty else { return nil }
        (self.frame, self.mapping) = (frame, mapping)
    }

    /// Whether no finger is on the panel, and every end was reported.
    var isEmpty: Bool { fingers.isEmpty }

    var deadline: Instant? { filters.deadline }

    mutating func filter(_ frame: borrowing Frame) {
        time = frame.time
        for index in frame.contacts.indices {
            let contact = frame.contacts[index]
            follow(contact)
            filters.filter(ContactChange(contact), at: time, into: &passed)
        }
    }

    private mutating func follow(_ contact: Contact) {
        guard contact.phase != .began else { return fingers.append(Finger(contact: contact)) }
        guard let index = index(of: contact.id) else { return }
        fingers[index].contact.size = contact.size
        if contact.phase.isFinal { fingers[index].isDown = false }
    }

    private func index(of id: ContactID) -> Int? {
        for index in fingers.indices where fingers[index].contact.id == id { return index }
        return nil
    }

    mutating func next() -> Frame? {
        if isClosed { frame.contacts.forgetElements() }
        (isClosed, isOnPanel) = (false, true)
        while framed < passed.count {
            guard add(passed[framed]) else { return close() }
            framed += 1
        }
        framed = 0
        passed.forgetElements()
        // A filter held them back.
        fingers.removeAll { !$0.isDown && !$0.isTold }
        return frame.contacts.isEmpty ? nil : close()
    }

    private mutating func close() -> Frame {
        number += 1
        isClosed = true
        return frame
    }

    /// Adds a change to the frame; false if the frame must be closed first.
    private mutating func add(_ change: ContactChange) -> Bool {
        guard let index = index(of: change.id) else { return true }
        switch change {
        case .began(_, let place): return report(index, .began, at: place)
        case .moved(_, let place): return report(index, .moved, at: place)
        case .ended: return end(index, .ended)
        case .cancelled: return end(index, .cancelled)
        }
    }

    private mutating func report(_ index: Int, _ phase: Phase, at place: UnitPoint) -> Bool {
        let isInFrame = fingers[index].frame.number == number
        if isInFrame, phase == .began || fingers[index].contact.phase == .began { return false }
        let target = mapping.place(place)
        if !target.isOnPanel { isOnPanel = false }
        fingers[index].isTold = true
        fingers[index].contact.phase = phase
        fingers[index].contact.place = place
        (fingers[index].contact.position, fingers[index].contact.millimeters) = (target.position, target.millimeters)
        frame.time = time
        if isInFrame {
            frame.contacts[fingers[index].frame.index] = fingers[index].contact
        } else {
            fingers[index].frame = (number, frame.contacts.count)
            frame.contacts.append(fingers[index].contact)
        }
        return true
    }

    private mutating func end(_ index: Int, _ phase: Phase) -> Bool {
        if fingers[index].frame.number == number { return false }
        var finger = fingers.remove(at: index)
        guard finger.isTold else { return true }
        finger.contact.phase = phase
        frame.time = time
        frame.contacts.append(finger.contact)
        return true
    }

    // MARK: - Without events

    /// Lets filters emit what is due first, if it is due by `end`; returns whether it was.
    mutating func tick(until end: Instant, after last: Instant) -> Bool {
        guard let deadline = filters.deadline, deadline <= end else { return false }
        filters.tick(at: deadline, into: &passed)
        time = max(deadline, min(last, end))
        return true
    }

    /// Sets the breadths of the last frame's fingers, with a unit in mm; returns whether the filters needed them.
    mutating func measure(_ decoder: borrowing TouchDecoder, unit: Double) -> Bool {
        guard filters.awaitsSizes else { return false }
        for contact in decoder.frame.contacts where !contact.phase.isFinal {
            guard let breadth = decoder.slot(of: contact.id)?.breadth else { continue }
            measure(contact.id, size: Double(breadth) * unit)
        }
        return true
    }

    /// Sets the breadth of a contact in the filters, in mm.
    mutating func measure(_ id: ContactID, size: Double) { filters.measure(id, size: size) }

    /// Cancels what filters hold back; incoming contacts must be cancelled first.
    mutating func cancelHeldBack(at time: Instant) {
        filters.cancelAll(at: time, into: &passed)
        self.time = time
    }

    /// Landings that were filtered out since ``forgetUnheard()``.
    var unheard: [UnheardLanding] { filters.unheard }

    mutating func forgetUnheard() { filters.unheard.removeAll(keepingCapacity: true) }
}
