import TouchCore

/// Decodes the events of a panel's node into contacts in the view: slot by slot, frame by frame.
///
///     slot:  empty ──id──▶ landing ──frame, both coordinates known──▶ heard ──no id──▶ empty
///                            │                                         │ ▲ motion
///                            └────────palm──▶ not heard ◀──palm────────────┘
///
/// Follows the kernel's rules (Documentation/input/multi-touch-protocol.rst): values persist in a slot until they
/// change, even for another finger, and a frame applies as a whole. So the same events give the same frames, however
/// late they are read. Where libinput 1.22 differs, the kernel's documentation decides:
///
/// * a finger that lands in the slot of a lifted palm is reported, if it is not a palm by the end of the frame;
/// * a lift and a landing in one frame are both reported, and the new finger begins at its own place;
/// * another tracking id without a lift is another finger: the old one is cancelled;
/// * a report that the kernel has cut in two (SYN_REPORT 1) is one frame, with what follows within a millisecond; without that the
///   kernel made it itself, since the panel is inhibited, gone or asleep, and it cancels what it lifts;
/// * a finger whose ABS_MT_DISTANCE is above 0 hovers: it has no contact until that is 0, and ends the one it has;
/// * a finger whose tracking id stays although BTN_TOUCH is 0 is given up, see ``release``;
/// * after lost events the state is unknown: every finger is cancelled, and begins again as soon as its slot has both
///   coordinates, from reports or from a snapshot of the kernel's slots.
///
/// Movements within half the panel's fuzz are not reported. A panel that swaps two fingers, or gives a new one an old
/// tracking id, makes one finger jump: a movement faster than ``SpeedLimit`` is another finger; the old one is cancelled,
/// and a new one begins at the report that jumps. Fingers of protocol A are assigned slots first, by mtdev.
///
/// A contact is at most once in a frame, which is over before the next event is fed.
struct TouchDecoder {
    /// What a frame yields besides contacts.
    struct News: OptionSet {
        let rawValue: UInt8
        static let loss = News(rawValue: 1)
        /// A finger took the slot of another without a lift in between.
        static let replacement = News(rawValue: 2)
        /// Fingers landed that are ignored; see ``unheard``.
        static let unheard = News(rawValue: 4)
        /// A place was off the axes, and moved to the edge.
        static let offPanel = News(rawValue: 8)
        /// Contacts began or ended.
        static let count = News(rawValue: 16)
        /// A finger was given up; see ``release``.
        static let stuck = News(rawValue: 32)
        /// BTN_TOUCH became 0 although a slot still has a tracking id.
        static let release = News(rawValue: 64)
    }

    /// The kernel's slots at a moment at which no events were left to read.
    struct Snapshot {
        struct Slot {
            var id: Int32
            var x: Int32
            var y: Int32
            var tool: Int32
            var breadth: Int32?
            var distance: Int32 = 0
        }

        var selected: Int
        var slots: [Slot]
    }

    /// The contacts that changed in the last frame.
    private(set) var frame: Frame
    /// What else happened in it.
    var news: News = []
    /// Landings of the last frame that are ignored, and why.
    private(set) var unheard: [UnheardLanding] = []
    /// Whether the frame is complete: the next event begins another one.
    private var isClosed = false
    var lastEvent = Instant.zero
    /// The number of contacts that have not ended.
    private(set) var contacts = 0
    /// Whether some state is still unknown after lost events.
    var isUnsettled = false

    let isMultitouch: Bool
    let description: DeviceDescription
    /// For a panel of protocol A.
    var tracker: SlotTracker?
    var isSkipping = false
    /// Whether the last frame was made by the kernel: its lifts are not a finger's.
    private var isMadeByKernel = false
    /// Whether the last report ended with 1, and what may belong to it has not come yet.
    private(set) var isCut = false
    /// Whether any report ended with 0: some systems end every one with 1.
    private var hasPlainReports = false
    /// When BTN_TOUCH became 0 although a slot still had a tracking id.
    var release: Instant?
    /// The key of a single-touch panel's finger, and of pointer emulation.
    private let touchKey: UInt16
    private let axes: (x: Axis, y: Axis)
    private let steps: (x: Double, y: Double)
    /// Half the fuzz; 0 for protocol A.
    private let margin: (x: Double, y: Double)
    var mapping: ViewMapping
    /// What counts as a jump.
    var limit: SpeedLimit
    private let ids: ContactIDs
    /// One more than the panel has: the last one is selected while the selected slot is unknown.
    var slots: [Slot]
    var selected = 0
    /// Those that may have changed in this frame.
    var dirty = SlotRange(first: 0, last: 0)
    /// A single-touch panel reports no ids, so its fingers are counted.
    private var lastID: Int32 = 0

    /// Maximum number of slots; a panel that claims more has a bug.
    static let maxSlots = 256
    /// Maximum time between the two parts of a report that the kernel cuts.
    private static let maxCut: Int64 = 1_000

    /// - Parameter frame: an empty one of the panel.
    init(
        _ description: DeviceDescription, _ frame: Frame, mapping: ViewMapping, limit: SpeedLimit, ids: ContactIDs
    ) {
        self.description = description
        (self.frame, self.mapping, self.limit, self.ids) = (frame, mapping, limit, ids)
        isMultitouch = description.fingerCount != nil
        tracker = description.isProtocolA ? SlotTracker(description) : nil
        axes = description.positionAxes ?? (Axis(minimum: 0, maximum: 1), Axis(minimum: 0, maximum: 1))
        steps = (Double(axes.x.steps), Double(axes.y.steps))
        margin = isMultitouch ? (Double(axes.x.fuzz / 2), Double(axes.y.fuzz / 2)) : (0, 0)
        touchKey = description.touchKey ?? InputCode.touch
        let count = isMultitouch ? min(max(1, description.fingerCount ?? 1), Self.maxSlots) : 1
        // The kernel's slots begin with zeros, and it reports no value that a slot already has.
        let breadth: Int32? = description.axes[InputCode.touchMajor].map { _ in 0 }
        slots = (0...count).map { Slot(name: Int32($0), x: 0, y: 0, breadth: breadth) }
        self.frame.contacts.reserveCapacity(count)
    }

    var nowhere: Int { slots.count - 1 }

    /// Whether a finger that was down when the panel was opened is still down.
    var isHeldSinceStart: Bool { slots.contains { $0.hearing == .heldSinceStart } }

    /// The slot with that contact; nil if it has ended.
    func slot(of contact: ContactID) -> Slot? { slots.first { $0.hasContact && $0.contact.id == contact } }

    /// Sets the state at opening: fingers that are down are ignored until they land again.
    mutating func begin(with snapshot: Snapshot) {
        for (index, slot) in snapshot.slots.prefix(nowhere).enumerated() {
            fill(index, from: slot)
            slots[index].id = slot.id
            if slot.id >= 0 { slots[index].hearing = slot.distance > 0 ? .hovering : .heldSinceStart }
        }
        select(snapshot.selected)
    }

    /// What there was to read.
    enum Reading {
        /// Not all of a frame.
        case part
        /// A frame in which fingers have only moved, nearly always.
        case moves(Frame)
        /// A frame with news.
        case more
    }

    /// Feeds what was read, up to the end of a frame.
    mutating func read(from tap: ReadTap) -> Reading {
        while let event = nextOther(from: tap) { if feed(event) { return news.isEmpty ? .moves(frame) : .more } }
        return .part
    }

    /// Feeds the next values of slots, nearly all events there are, and takes the event behind them; nil if there is none.
    @inline(__always)
    private mutating func nextOther(from tap: ReadTap) -> InputEvent? {
        guard !isClosed, isMultitouch, tracker == nil, selected != nowhere else { return tap.next() }
        // Locals, as the slots are lent: one check of the array for all values.
        let nowhere = nowhere
        var (selected, dirty, last, other) = (selected, dirty, lastEvent, nil as InputEvent?)
        do {
            var slots = slots.mutableSpan
            while let event = tap.next() {
                guard event.type == InputCode.absolute, event.code != InputCode.trackingID else {
                    other = event
                    break
                }
                last = Instant(microseconds: event.microseconds)
                if event.code != InputCode.slot {
                    slots[selected].set(event.value, of: event.code)
                } else if event.value >= 0, event.value < nowhere {
                    selected = Int(event.value)
                    dirty.add(selected)
                }
            }
        }
        (self.selected, self.dirty, lastEvent) = (selected, dirty, last)
        return other
    }

    /// Feeds one event; returns true if it closed a frame, which is then in ``frame``.
    @inline(__always)
    mutating func feed(_ event: InputEvent) -> Bool {
        if isClosed {
            if isCut, event.microseconds &- lastEvent.microseconds > Self.maxCut { return feedAfterCut(event) }
            beginFrame()
        }
        lastEvent = Instant(microseconds: event.microseconds)
        // Nearly all events are values of slots.
        guard event.type == InputCode.absolute, isMultitouch, tracker == nil else { return feedOther(event) }
        feedSlotted(event.value, of: event.code)
        return false
    }

    /// Closes a frame that the kernel made itself, and feeds the event that shows it.
    @inline(never)
    private mutating func feedAfterCut(_ event: InputEvent) -> Bool {
        endCut()
        isClosed = false
        _ = feed(event)
        isClosed = true
        return true
    }

    /// Closes a frame whose other part has not come.
    mutating func endCut() {
        beginFrame()
        isMadeByKernel = true
        closeFrame()
    }

    @inline(never)
    private mutating func feedOther(_ event: InputEvent) -> Bool {
        guard let tracker else { return decode(event) }
        if event.isDrop { return lose() }
        if event.isFrameEnd, event.value != 0, hasPlainReports { return false }
        // The rest of a frame whose beginning was lost lacks fingers that are down.
        guard !isSkipping else {
            isSkipping = !event.isFrameEnd
            return false
        }
        var isFrame = false
        tracker.feed(event) { if decode($0) { isFrame = true } }
        return isFrame
    }

    @inline(__always)
    private mutating func decode(_ event: InputEvent) -> Bool {
        if event.type == InputCode.absolute {
            isMultitouch ? feedSlotted(event.value, of: event.code) : feedSingle(event)
            return false
        }
        switch (event.type, event.code) {
        case (InputCode.synchronization, 0):
            if event.value != 0, hasPlainReports {
                (isClosed, isCut) = (true, true)
                return false
            }
            if event.value == 0 { hasPlainReports = true }
            isMadeByKernel = false
            closeFrame()
            return true
        case (InputCode.synchronization, 3): return lose()
        case (InputCode.key, touchKey) where !isMultitouch:
            if event.value != 0 { lastID = (lastID + 1) & 0xffff }
            identify(event.value == 0 ? Self.empty : lastID)
        case (InputCode.key, InputCode.touch) where tracker == nil: touch(event.value != 0)
        default: break
        }
        return false
    }

    private mutating func feedSingle(_ event: InputEvent) {
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
        dirty.add(index)
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
            if slots[selected].hearing == .landing { ignore(selected, .pressedAndReleased) }
            slots[selected].hearing = id < 0 ? .silent : .landing
        }
        slots[selected].isDirty = true
    }

    // MARK: - The end of a frame

    private mutating func closeFrame() {
        let dirty = dirty
        close(at: lastEvent)
        for index in dirty.first...dirty.last where slots[index].isDirty {
            if !slots[index].isPlain {
                flush(index)
            } else if slots[index].moves(beyond: margin) {
                move(index)
            }
        }
        self.dirty = SlotRange(first: selected, last: selected)
    }

    mutating func flush(_ index: Int) {
        slots[index].isDirty = false
        if slots[index].ending != .none { endBefore(index) }
        // Only fingers have coordinates.
        if slots[index].id == Self.unknown, slots[index].x != nil, slots[index].y != nil {
            // A finger that was down at the start may be there.
            guard index != nowhere || !isHeldSinceStart else { return }
            (slots[index].id, slots[index].hearing) = (Self.someone, .landing)
        }
        if slots[index].tool == InputCode.palm { return refusePalm(index) }
        if slots[index].distance > 0 { return hover(index) }
        guard let x = slots[index].x, let y = slots[index].y else { return }
        switch slots[index].hearing {
        case .landing, .hovering:
            slots[index].hearing = .heard
            slots[index].told = (x, y)
            begin(index, at: place(x, y))
        case .heard: if slots[index].moves(beyond: margin) { move(index) }
        case .silent, .palm, .heldSinceStart, .givenUp: break
        }
    }

    /// Ends the finger that was reported before this frame.
    private mutating func endBefore(_ index: Int) {
        if slots[index].ending == .replacement { news.insert(.replacement) }
        if slots[index].ending == .stuck { news.insert(.stuck) }
        end(index, slots[index].ending == .lift && !isMadeByKernel ? .ended : .cancelled)
        slots[index].ending = .none
        slots[index].hearing = slots[index].id < 0 ? .silent : .landing
    }

    private mutating func refusePalm(_ index: Int) {
        switch slots[index].hearing {
        case .heard: end(index, .cancelled)
        case .landing: ignore(index, .palm)
        case .silent, .palm, .hovering, .heldSinceStart, .givenUp: return
        }
        slots[index].hearing = .palm
    }

    /// A finger leaves the surface, or has not reached it.
    private mutating func hover(_ index: Int) {
        switch slots[index].hearing {
        case .heard: end(index, .ended)
        case .landing: break
        case .silent, .palm, .hovering, .heldSinceStart, .givenUp: return
        }
        slots[index].hearing = .hovering
    }

    mutating func ignore(_ index: Int, _ reason: Unheard) {
        news.insert(.unheard)
        guard let x = slots[index].x, let y = slots[index].y else {
            let reason = reason == .pressedAndReleased ? .unknownPlace : reason
            return unheard.append(UnheardLanding(reason: reason, place: .unknown))
        }
        unheard.append(UnheardLanding(reason: reason, place: place(x, y)))
    }

    /// Raw units as fractions of the axes; the last unit is exactly 1.
    private func place(_ x: Int32, _ y: Int32) -> UnitPoint {
        UnitPoint(
            x: Double(Int64(x) - Int64(axes.x.minimum)) / steps.x, y: Double(Int64(y) - Int64(axes.y.minimum)) / steps.y
        )
    }

    // MARK: - Contacts

    private mutating func begin(_ index: Int, at place: UnitPoint) {
        contacts += 1
        news.insert(.count)
        slots[index].isCancelled = false
        slots[index].contact = Contact(id: ids.next(), phase: .began, position: .zero)
        report(index, .began, at: place)
    }

    /// Moves a contact; one that jumps is cancelled, and another begins.
    private mutating func move(_ index: Int) {
        guard !slots[index].isCancelled, let last = slots[index].contact.place else { return }
        let place = place(slots[index].told.x, slots[index].told.y)
        if limit.allows(from: last, to: place, in: frame.time.since(slots[index].time)) {
            return report(index, .moved, at: place)
        }
        end(index, .cancelled)
        ignore(index, .jump)
        begin(index, at: place)
    }

    @inline(__always)
    private mutating func report(_ index: Int, _ phase: Phase, at place: UnitPoint) {
        if !slots[index].report(phase, at: place, frame.time, mapping) { news.insert(.offPanel) }
        frame.contacts.append(slots[index].contact)
    }

    /// Ends a contact at its last place, unless it has ended.
    mutating func end(_ index: Int, _ phase: Phase) {
        guard !slots[index].isCancelled else { return }
        slots[index].isCancelled = true
        contacts -= 1
        news.insert(.count)
        slots[index].contact.phase = phase
        frame.contacts.append(slots[index].contact)
    }

    /// Cancels every contact, in order of landing; fingers that stay down are ignored until they land again.
    mutating func cancelAll(at time: Instant) -> Frame {
        if isClosed { beginFrame() }
        for index in slots.indices where slots[index].hasContact {
            end(index, .cancelled)
        }
        frame.contacts.sort { $0.id < $1.id }
        frame.time = time
        var cancelled = Frame(device: frame.device, time: time, provenance: frame.provenance, contacts: [])
        cancelled.contacts.reserveCapacity(frame.contacts.capacity)
        swap(&cancelled.contacts, &frame.contacts)
        return cancelled
    }

    /// The frame is complete, or will be before another event is fed.
    mutating func close(at time: Instant) {
        frame.time = time
        isClosed = true
        dirty = SlotRange(first: 0, last: nowhere)
    }

    /// Begins a frame, unless one has begun.
    mutating func beginFrame() {
        guard isClosed else { return }
        isClosed = false
        if isCut { return isCut = false }
        frame.contacts.forgetElements()
        if news.isEmpty { return }
        news = []
        unheard.forgetElements()
    }
}
