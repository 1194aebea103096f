/// What libinput makes of a panel's events, without libinput and without a device: for recordings.
///
///     slot:  none ──id──▶ begin ──frame──▶ update ──no id──▶ end ──frame──▶ none
///
/// It goes by libinput 1.22, with what that does to doubtful events: a second id without a lift is ignored and moves the
/// finger, a lift and a landing in one frame are neither, a palm cancels its finger and the rest of it is ignored,
/// movements within the panel's fuzz are not reported. Fingers of protocol A are given slots first, by mtdev as there.
struct TouchDecoder {
    /// What one slot did in a frame, in raw units.
    struct Report: Hashable {
        enum Kind { case down, motion, up, cancel }

        let kind: Kind
        /// -1 on a single touch panel.
        let slot: Int32
        /// The finger's number among those of the seat.
        let seatSlot: Int32
        let x: Int32
        let y: Int32
    }

    /// The reports of the last frame.
    private(set) var reports: [Report] = []
    /// Whether libinput would have closed that frame: it does not if the last slot had nothing to tell.
    private(set) var isClosed = false
    /// Slots of which the last frame told another finger without a lift between them.
    private(set) var replaced: [Int32] = []
    /// Whether the last frame tells of lost events.
    private(set) var hasLostEvents = false

    private enum State { case none, begin, update, end }
    private enum Palm { case none, new, isPalm, wasPalm }

    private struct Slot {
        var state = State.none
        var palm = Palm.none
        var hasID = false
        var isDirty = false
        var seatSlot: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var centre: (x: Int32, y: Int32) = (0, 0)
    }

    private struct Pending {
        var isDown = false
        var isUp = false
        var isMoved = false
    }

    private let isMultitouch: Bool
    /// For a panel of protocol A.
    private let tracker: SlotTracker?
    private let margin: (x: Int32, y: Int32)
    private let hasMargin: Bool
    private var slots: [Slot]
    private var selected = 0
    private var single = Pending()

    /// Most slots that are kept; a panel that claims more has a bug.
    private static let mostSlots = 256
    /// Most fingers of a seat.
    private static let mostFingers: Int32 = 32

    /// - Parameter description: the panel.
    init(_ description: DeviceDescription) {
        isMultitouch = description.fingerCount != nil
        tracker = description.isProtocolA ? SlotTracker(description) : nil
        let axes = description.positionAxes
        let fuzz = (x: axes?.x.fuzz ?? 0, y: axes?.y.fuzz ?? 0)
        margin = (fuzz.x / 2, fuzz.y / 2)
        hasMargin = fuzz.x > 0 || fuzz.y > 0
        let count = isMultitouch ? min(max(1, description.fingerCount ?? 1), Self.mostSlots) : 1
        slots = Array(repeating: Slot(), count: count)
    }

    /// Takes one event; true if it closed a frame, which is then in ``reports``.
    ///
    /// - Parameter seat: a bit for each finger of the seat.
    mutating func take(_ event: RecordedEvent, seat: inout UInt32) -> Bool {
        guard let tracker, !event.isDrop else { return decode(event, &seat) }
        var isFrame = false
        tracker.take(event) { if decode($0, &seat) { isFrame = true } }
        return isFrame
    }

    private mutating func decode(_ event: RecordedEvent, _ seat: inout UInt32) -> Bool {
        switch (event.type, event.code) {
        case (InputCode.synchronization, 0):
            flush(&seat)
            return true
        case (InputCode.synchronization, 3): lose()
        case (InputCode.absolute, _): isMultitouch ? takeSlotted(event) : takeSingle(event)
        case (InputCode.key, InputCode.touch) where !isMultitouch:
            if event.value == 0 { single.isUp = true } else { single.isDown = true }
        default: break
        }
        return false
    }

    private mutating func lose() {
        hasLostEvents = true
    }

    private mutating func takeSingle(_ event: RecordedEvent) {
        switch event.code {
        case InputCode.x: slots[0].x = event.value
        case InputCode.y: slots[0].y = event.value
        default: return
        }
        single.isMoved = true
    }

    private mutating func takeSlotted(_ event: RecordedEvent) {
        if event.code == InputCode.slot {
            if slots.indices.contains(Int(event.value)) { selected = Int(event.value) }
            // mtdev has more slots than libinput, which takes them for its last one.
            if tracker != nil, event.value >= slots.count { selected = slots.count - 1 }
            return
        }
        switch event.code {
        case InputCode.trackingID:
            let isFinger = event.value >= 0
            if isFinger, slots[selected].hasID || slots[selected].state == .end { replaced.append(Int32(selected)) }
            // libevdev lets no second id and no second lift through.
            guard isFinger != slots[selected].hasID else { return }
            slots[selected].hasID = isFinger
            slots[selected].state = isFinger ? .begin : .end
            if isFinger, slots[selected].palm == .wasPalm { slots[selected].palm = .none }
        case InputCode.positionX: slots[selected].x = event.value
        case InputCode.positionY: slots[selected].y = event.value
        case InputCode.toolType:
            switch (event.value == InputCode.palm, slots[selected].palm) {
            case (true, .none): slots[selected].palm = .new
            case (false, .isPalm): slots[selected].palm = .wasPalm
            default: break
            }
        default: return
        }
        slots[selected].isDirty = true
    }

    // MARK: - The end of a frame

    /// Forgets the frame before.
    mutating func beginFrame() {
        reports.removeAll(keepingCapacity: true)
        replaced.removeAll(keepingCapacity: true)
        (isClosed, hasLostEvents) = (false, false)
    }

    private mutating func flush(_ seat: inout UInt32) {
        if isMultitouch {
            for index in slots.indices where slots[index].isDirty {
                slots[index].isDirty = false
                flush(index, &seat)
            }
            return
        }
        if single.isDown {
            isClosed = down(0, &seat)
        } else if single.isMoved, motion(0) {
            isClosed = true
        }
        if single.isUp, end(0, .up, &seat) { isClosed = true }
        single = Pending()
    }

    private mutating func flush(_ index: Int, _ seat: inout UInt32) {
        let state = slots[index].state
        switch slots[index].palm {
        case .new:
            if state != .begin { isClosed = end(index, .cancel, &seat) }
            slots[index].palm = .isPalm
        case .none:
            switch state {
            case .none: break
            case .begin: isClosed = down(index, &seat)
            case .update: isClosed = motion(index)
            case .end: isClosed = end(index, .up, &seat)
            }
        case .isPalm, .wasPalm: break
        }
        switch state {
        case .begin: slots[index].state = .update
        case .end: slots[index].state = .none
        case .none, .update: break
        }
    }

    private mutating func down(_ index: Int, _ seat: inout UInt32) -> Bool {
        // A landing on a finger that has not lifted is a kernel bug that libinput passes over.
        guard slots[index].seatSlot < 0 else { return false }
        let free = Int32((~seat).trailingZeroBitCount)
        guard free < Self.mostFingers else { return false }
        seat |= 1 << UInt32(free)
        slots[index].seatSlot = free
        slots[index].centre = (slots[index].x, slots[index].y)
        report(.down, index)
        return true
    }

    private mutating func motion(_ index: Int) -> Bool {
        guard slots[index].seatSlot >= 0, !isNoise(index) else { return false }
        report(.motion, index)
        return true
    }

    private mutating func end(_ index: Int, _ kind: Report.Kind, _ seat: inout UInt32) -> Bool {
        guard slots[index].seatSlot >= 0 else { return false }
        report(kind, index)
        seat &= ~(1 << UInt32(slots[index].seatSlot))
        slots[index].seatSlot = -1
        return true
    }

    private mutating func report(_ kind: Report.Kind, _ index: Int) {
        let slot = slots[index]
        reports.append(
            Report(
                kind: kind, slot: isMultitouch ? Int32(index) : -1, seatSlot: slot.seatSlot, x: slot.x, y: slot.y))
    }

    /// The finger drags an ellipse of half the fuzz behind it; as long as it stays within, it has not moved.
    private mutating func isNoise(_ index: Int) -> Bool {
        guard isMultitouch, hasMargin else { return false }
        let slot = slots[index]
        let (dx, dy) = (Double(slot.x) - Double(slot.centre.x), Double(slot.y) - Double(slot.centre.y))
        if margin.x > 0, margin.y > 0 {
            let (a, b) = (Double(margin.x), Double(margin.y))
            let reach = (dx * dx / (a * a) + dy * dy / (b * b)).squareRoot()
            guard reach >= 1 else {
                (slots[index].x, slots[index].y) = slot.centre
                return true
            }
            slots[index].x = Int32(Double(slot.x) - dx / reach)
            slots[index].y = Int32(Double(slot.y) - dy / reach)
        }
        guard slots[index].x != slot.centre.x || slots[index].y != slot.centre.y else { return true }
        slots[index].centre = (slots[index].x, slots[index].y)
        return false
    }
}
