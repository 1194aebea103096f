import TouchCore

/// Decodes the events of a panel's node into what fingers do: by slot and by frame.
///
///     slot:  empty ──id──▶ landing ──frame, both coordinates known──▶ heard ──no id──▶ empty
///                            │                                         │ ▲ motion
///                            └────────palm──▶ not heard ◀──palm────────────┘
///
/// Follows the kernel's rules (Documentation/input/multi-touch-protocol.rst): values persist in a slot until they
/// change, even for another finger, and a frame applies as a whole. So the same events give the same reports, however
/// late they are read. Where libinput 1.22 differs, the kernel's documentation decides:
///
/// * a finger that lands in the slot of a lifted palm is reported, if it is not a palm by the end of the frame;
/// * a lift and a landing in one frame are both reported, and the new finger begins at its own place;
/// * another tracking id without a lift is another finger: the old one is cancelled;
/// * a frame made by the kernel itself (SYN_REPORT 1: the panel is inhibited, gone or asleep) cancels what it lifts;
/// * after lost events the state is unknown: every finger is cancelled, and begins again as soon as its slot has both
///   coordinates, from reports or from a snapshot of the kernel's slots.
///
/// Movements within half the panel's fuzz are not reported. Fingers of protocol A are assigned slots first, by mtdev.
struct TouchDecoder {
    /// What one slot did in a frame, in raw units.
    struct Report: Hashable {
        enum Kind { case down, motion, up, cancel }

        let kind: Kind
        /// The slot; the same for all reports of one finger.
        let slot: Int32
        let x: Int32
        let y: Int32
        /// The same as fractions of the axes.
        let place: UnitPoint
        /// ABS_MT_TOUCH_MAJOR; nil if the panel has not reported it.
        let breadth: Int32?
    }

    /// The kernel's slots at a moment at which no events were left to read.
    struct Snapshot {
        struct Slot {
            var id: Int32
            var x: Int32
            var y: Int32
            var tool: Int32
            var breadth: Int32?
        }

        var selected: Int
        var slots: [Slot]
    }

    /// The reports of the last frame.
    private(set) var reports: [Report] = []
    /// Whether in the last frame another finger appeared in a slot without a lift in between.
    private(set) var hasReplaced = false
    /// Whether events were lost in the last frame.
    var hasLostEvents = false
    /// Landings of the last frame that are ignored, and why.
    private(set) var unheard: [UnheardLanding] = []
    /// Whether some state is still unknown after lost events.
    var isUnsettled = false

    let isMultitouch: Bool
    let description: DeviceDescription
    /// For a panel of protocol A.
    var tracker: SlotTracker?
    var isSkipping = false
    /// Whether the last frame was made by the kernel: its lifts are not a finger's.
    private var isMadeByKernel = false
    private let axes: (x: Axis, y: Axis)
    /// The steps of the axes.
    private let steps: (x: Double, y: Double)
    /// Half the fuzz; 0 for protocol A.
    private let margin: (x: Double, y: Double)
    /// One more than the panel has: the last one is selected while the selected slot is unknown.
    var slots: [Slot]
    var selected = 0
    /// A single-touch panel reports no ids, so its fingers are counted.
    private var lastID: Int32 = 0

    /// Maximum number of slots; a panel that claims more has a bug.
    static let maxSlots = 256

    /// - Parameter description: the panel's axes.
    init(_ description: DeviceDescription) {
        self.description = description
        isMultitouch = description.fingerCount != nil
        tracker = description.isProtocolA ? SlotTracker(description) : nil
        axes = description.positionAxes ?? (Axis(minimum: 0, maximum: 1), Axis(minimum: 0, maximum: 1))
        steps = (Double(axes.x.steps), Double(axes.y.steps))
        margin = isMultitouch ? (Double(axes.x.fuzz / 2), Double(axes.y.fuzz / 2)) : (0, 0)
        let count = isMultitouch ? min(max(1, description.fingerCount ?? 1), Self.maxSlots) : 1
        slots = (0...count).map { Slot(name: Int32($0)) }
    }

    var nowhere: Int { slots.count - 1 }

    /// Whether a finger that was down when the panel was opened is still down.
    var isHeldSinceStart: Bool { slots.contains { $0.hearing == .heldSinceStart } }

    /// Sets the state at opening: fingers that are down are ignored until they land again.
    mutating func begin(with snapshot: Snapshot) {
        for (index, slot) in snapshot.slots.prefix(nowhere).enumerated() {
            fill(index, from: slot)
            slots[index].id = slot.id
            if slot.id >= 0 { slots[index].hearing = .heldSinceStart }
        }
        select(snapshot.selected)
    }

    /// Feeds one event; returns true if it closed a frame, which is then in ``reports``.
    mutating func feed(_ event: RecordedEvent) -> Bool {
        // Nearly all events are values of slots.
        guard event.type == InputCode.absolute, isMultitouch, tracker == nil else { return feedOther(event) }
        feedSlotted(event.value, of: event.code)
        return false
    }

    @inline(never)
    private mutating func feedOther(_ event: RecordedEvent) -> Bool {
        guard let tracker else { return decode(event) }
        if event.isDrop { return lose() }
        // The rest of a frame whose beginning was lost lacks fingers that are down.
        guard !isSkipping else {
            isSkipping = !event.isFrameEnd
            return false
        }
        var isFrame = false
        tracker.feed(event) { if decode($0) { isFrame = true } }
        return isFrame
    }

    /// Removes the previous frame.
    mutating func beginFrame() {
        reports.forgetElements()
        unheard.forgetElements()
        (hasReplaced, hasLostEvents) = (false, false)
    }

    private mutating func decode(_ event: RecordedEvent) -> Bool {
        if event.type == InputCode.absolute {
            isMultitouch ? feedSlotted(event.value, of: event.code) : feedSingle(event)
            return false
        }
        switch (event.type, event.code) {
        case (InputCode.synchronization, 0):
            isMadeByKernel = event.value != 0
            flushAll()
            return true
        case (InputCode.synchronization, 3): return lose()
        case (InputCode.key, InputCode.touch) where !isMultitouch:
            if event.value != 0 { lastID = (lastID + 1) & 0xffff }
            identify(event.value == 0 ? Self.empty : lastID)
        default: break
        }
        return false
    }

    private mutating func feedSingle(_ event: RecordedEvent) {
        switch event.code {
        case InputCode.x: slots[0].x = event.value
        case InputCode.y: slots[0].y = event.value
        default: return
        }
        slots[0].isDirty = true
    }

    @inline(__always)
    private mutating func feedSlotted(_ value: Int32, of code: UInt16) {
        switch code {
        case InputCode.slot: select(Int(value))
        case InputCode.trackingID: identify(max(Self.empty, value))
        default: slots[selected].set(value, of: code)
        }
    }

    mutating func select(_ index: Int) {
        // mtdev has more slots than requested; the additional ones share the last.
        let index = tracker == nil ? index : min(index, nowhere - 1)
        guard index >= 0, index < nowhere else { return }
        // The slot that was selected while unknown remains unknown.
        if selected == nowhere { forget(nowhere, id: Self.empty) }
        selected = index
    }

    @inline(never)
    private mutating func identify(_ id: Int32) {
        let before = slots[selected].id
        guard id != before || slots[selected].hearing == .heldSinceStart else { return }
        if slots[selected].hearing == .heard, slots[selected].ending == .none {
            let lift: Ending = slots[selected].tool == InputCode.palm ? .palm : .lift
            slots[selected].ending = id < 0 ? lift : .replacement
        }
        slots[selected].id = id
        // The previous finger ends only with the frame; the one that lands now is another.
        if slots[selected].ending == .none {
            if slots[selected].hearing == .landing { ignore(slots[selected], .ghost) }
            slots[selected].hearing = id < 0 ? .silent : .landing
        }
        slots[selected].isDirty = true
    }

    // MARK: - The end of a frame

    private mutating func flushAll() {
        for index in slots.indices where slots[index].isDirty {
            if !slots[index].isPlain {
                flush(index)
            } else if slots[index].moves(beyond: margin) {
                report(.motion, slots[index])
            }
        }
    }

    mutating func flush(_ index: Int) {
        var slot = slots[index]
        flush(&slot)
        slots[index] = slot
    }

    private mutating func flush(_ slot: inout Slot) {
        slot.isDirty = false
        if slot.ending != .none { end(&slot) }
        // Only fingers have coordinates.
        if slot.id == Self.unknown, slot.x != nil, slot.y != nil { (slot.id, slot.hearing) = (Self.someone, .landing) }
        if slot.tool == InputCode.palm { return refusePalm(&slot) }
        guard let x = slot.x, let y = slot.y else { return }
        switch slot.hearing {
        case .landing:
            slot.hearing = .heard
            slot.told = (x, y)
            report(.down, slot)
        case .heard: if slot.moves(beyond: margin) { report(.motion, slot) }
        case .silent, .palm, .heldSinceStart: break
        }
    }

    /// Ends the finger that was reported before this frame.
    private mutating func end(_ slot: inout Slot) {
        if slot.ending == .replacement { hasReplaced = true }
        report(slot.ending == .lift && !isMadeByKernel ? .up : .cancel, slot)
        slot.ending = .none
        slot.hearing = slot.id < 0 ? .silent : .landing
    }

    private mutating func refusePalm(_ slot: inout Slot) {
        switch slot.hearing {
        case .heard: report(.cancel, slot)
        case .landing: ignore(slot, .palm)
        case .silent, .palm, .heldSinceStart: return
        }
        slot.hearing = .palm
    }

    /// Reports a landing as ignored.
    mutating func ignore(_ slot: Slot, _ reason: Unheard) {
        guard let x = slot.x, let y = slot.y else {
            return unheard.append(UnheardLanding(reason: reason == .ghost ? .unknownPlace : reason, place: .unknown))
        }
        unheard.append(UnheardLanding(reason: reason, place: place(x, y)))
    }

    /// Raw units as fractions of the axes; the last unit is exactly 1.
    private func place(_ x: Int32, _ y: Int32) -> UnitPoint {
        UnitPoint(
            x: Double(Int64(x) - Int64(axes.x.minimum)) / steps.x, y: Double(Int64(y) - Int64(axes.y.minimum)) / steps.y
        )
    }

    mutating func report(_ kind: Report.Kind, _ slot: Slot) {
        reports.append(
            Report(
                kind: kind, slot: slot.name, x: slot.told.x, y: slot.told.y, place: place(slot.told.x, slot.told.y),
                breadth: slot.breadth))
    }
}
