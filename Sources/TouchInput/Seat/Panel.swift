import CShims
import TouchCore

/// A panel in use: what it is, what is done to its events, where its touches go, and the fingers on it.
///
///     event ─▶ decoder ─▶ repair ─▶ filters ─▶ frame ─▶ sink
///              slots      names     what is     view
///                         fingers   no touch
final class Panel {
    let device: Device
    /// The open node; negative: there is none.
    let descriptor: Int32
    /// What libinput reads from it; nil for a recording.
    let tap: ReadTap?
    /// Who gets its events.
    var hold = Hold.shared
    /// Where its touches go and what is done to them.
    private(set) var wish: PanelView
    private(set) var mapping: ViewMapping
    /// Whether people have it ignored by the kernel; as of the last look.
    var isInhibited = false
    private let inhibited: InhibitedAttribute
    private unowned let sink: any SeatSink

    private var decoder: TouchDecoder
    private let kernel: KernelSlots?
    /// The kernel's slots in the present silence, while the decoder lacks something.
    private var snapshot: TouchDecoder.Snapshot?
    private var lastEvent = Instant(microseconds: 0)
    /// The fingers on it.
    private(set) var table: FingerTable
    private var repair: Repair
    private var filters: FilterChain
    /// Whether any filter is on; the chain is large, and mostly there is none.
    private(set) var isFiltered: Bool
    private var assembler: FrameAssembler
    private var repaired: [ContactChange] = []
    private var passed: [ContactChange] = []
    private var notices = PanelNotices()

    /// How long a panel has to be silent after a loss before its resting fingers begin anew.
    ///
    /// A reader that is late by less gives the same contacts as one that is not.
    static let silence = Interval.seconds(1)

    /// - Parameters:
    ///   - device: what it is.
    ///   - description: its axes.
    ///   - node: its open node, not owned, and what is read from it; nil: a recording.
    ///   - wish: where its touches go and what is done to them.
    ///   - ids: where names of contacts come from.
    ///   - sink: gets frames and notices; has to outlive the panel.
    init(
        device: Device, description: DeviceDescription, node: (descriptor: Int32, tap: ReadTap?)? = nil,
        wish: PanelView,
        ids: ContactIDs, sink: any SeatSink
    ) {
        self.device = device
        descriptor = node?.descriptor ?? -1
        tap = node?.tap
        self.wish = wish
        self.sink = sink
        inhibited = InhibitedAttribute(path: node == nil ? nil : device.inhibitedFile)
        mapping = wish.mapping(for: device)
        decoder = TouchDecoder(description)
        kernel = KernelSlots(descriptor, description)
        table = FingerTable(slots: device.slots ?? 1, ids: ids)
        repair = Repair(limit: SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel))
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
        assembler = FrameAssembler(device)
        if let start = kernel?.snapshot(isFresh: true) { decoder.begin(with: start) }
    }

    /// Whether the kernel ignores it now.
    var isInhibitedNow: Bool { inhibited.isSet }

    /// Whether a finger that was down when it was opened has been down ever since.
    var isHeldSinceStart: Bool { decoder.isHeldSinceStart }

    // MARK: - Events

    /// Hands out the next frame that libinput has read, or what there is of it.
    func takeFrame() {
        while let event = tap?.next() { if take(event) { return } }
    }

    /// Takes one event of its node.
    ///
    /// - Returns: whether it closed a frame.
    @discardableResult
    func take(_ event: RecordedEvent) -> Bool {
        let time = Instant(microseconds: event.microseconds)
        if isWaiting {
            tick(until: time)
            snapshot = nil
        }
        lastEvent = time
        guard decoder.take(event) else { return false }
        handOut(at: time)
        return true
    }

    /// Ends a round of events: everything that was there has been taken.
    func endRound() {
        guard decoder.isUnsettled else { return }
        guard let kernel, kernel.tellsFingers else { return decoder.leaveUnsettled() }
        snapshot = kernel.snapshot()
    }

    /// Hands out what the decoder reported.
    private func handOut(at time: Instant) {
        if decoder.hasLostEvents { sink.notice(notices.loss(of: device, at: time)) }
        if decoder.hasReplaced, let notice = notices.replacement(of: device) { sink.notice(notice) }
        for index in decoder.reports.indices { repairReport(decoder.reports[index], at: time) }
        pass(at: time)
        if isFiltered { measure(at: time) }
        tellUnheard(at: time)
        decoder.beginFrame()
    }

    /// Tells which landings no widget will hear of, and why.
    private func tellUnheard(at time: Instant) {
        if decoder.hasLostEvents { sink.unheard(.lost, at: .unknown, of: device.id, time: time) }
        for landing in decoder.unheard { sink.unheard(landing.reason, at: landing.place, of: device.id, time: time) }
        guard isFiltered, !filters.unheard.isEmpty else { return }
        for landing in filters.unheard { sink.unheard(landing.reason, at: landing.place, of: device.id, time: time) }
        filters.unheard.removeAll(keepingCapacity: true)
    }

    /// Tells of the fingers that were down when the panel was opened.
    func tellHeld(at time: Instant) {
        for _ in 0..<device.fingersAtStart { sink.unheard(.heldSinceStart, at: .unknown, of: device.id, time: time) }
    }

    private func repairReport(_ report: TouchDecoder.Report, at time: Instant) {
        // The kernel lifts the fingers of a panel that it is told to ignore; nobody has lifted them.
        let kind = report.kind == .up && isInhibitedNow ? .cancel : report.kind
        repair.take(kind, slot: report.slot, at: report.place, time, in: &table, into: &repaired)
        guard let breadth = report.breadth, let index = table.index(inSlot: report.slot) else { return }
        if table.fingers[index].contact.size != .seen {
            table.fingers[index].contact.size = breadth > 0 ? .seen : .zero
        }
    }

    /// Tells filters how broad the fingers of this frame are.
    private func measure(at time: Instant) {
        guard filters.awaitsSizes, let unit = device.breadthUnit else { return }
        for report in decoder.reports {
            guard let breadth = report.breadth, let index = table.index(inSlot: report.slot) else { continue }
            filters.measure(table.fingers[index].contact.id, size: Double(breadth) * unit)
        }
        tick(until: time)
    }

    /// Cancels every contact, those that filters hold back included.
    ///
    /// Fingers that stay down are heard of again when they land anew.
    func cancelAll(at time: Instant) {
        repair.cancelAll(in: &table, into: &repaired)
        pass(at: time)
        filters.cancelAll(at: time, into: &passed)
        deliver(at: time)
    }

    /// Changes where its touches go and what is done to them; contacts under way have to be cancelled first.
    func follow(_ wish: PanelView) {
        self.wish = wish
        mapping = wish.mapping(for: device)
        repair.limit = SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel)
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
    }

    // MARK: - Without events

    /// Whether something may be due without an event.
    var isWaiting: Bool { isFiltered || decoder.isUnsettled }

    /// When it will have something to say without an event.
    var deadline: Instant? {
        let filtered = isFiltered ? filters.deadline : nil
        guard decoder.isUnsettled else { return filtered }
        let settled = lastEvent.advanced(by: Self.silence)
        return filtered.map { min($0, settled) } ?? settled
    }

    /// Hands out what is due without an event.
    func tick(until time: Instant) {
        settle(until: time)
        guard isFiltered else { return }
        while let deadline = filters.deadline, deadline <= time {
            filters.tick(at: deadline, into: &passed)
            deliver(at: max(deadline, min(lastEvent, time)))
            table.forgetUntold()
        }
    }

    /// After a loss and a silence: fingers that rest begin anew.
    private func settle(until time: Instant) {
        let end = lastEvent.advanced(by: Self.silence)
        guard decoder.isUnsettled, end <= time else { return }
        // The state in the silence was not seen by a reader that slept through it: the next silence will do.
        guard let state = snapshot else {
            lastEvent = time
            return
        }
        snapshot = nil
        decoder.settle(with: state)
        handOut(at: end)
    }

    // MARK: - Frames

    private func pass(at time: Instant) {
        if isFiltered {
            for change in repaired { filters.take(change, at: time, into: &passed) }
            repaired.removeAll(keepingCapacity: true)
        } else {
            swap(&repaired, &passed)
        }
        deliver(at: time)
        if isFiltered { table.forgetUntold() }
    }

    private func deliver(at time: Instant) {
        guard !passed.isEmpty else { return }
        // Taken out and put back, so that the property is not looked after while somebody else is called.
        var changes: [ContactChange] = []
        swap(&changes, &passed)
        for index in changes.indices {
            if assembler.isClosed(by: changes[index]) { deliverFrame() }
            let isOnPanel = assembler.take(changes[index], at: time, in: &table, mapping: mapping)
            if !isOnPanel, let notice = notices.offPanel(device) { sink.notice(notice) }
        }
        deliverFrame()
        changes.removeAll(keepingCapacity: true)
        swap(&changes, &passed)
    }

    private func deliverFrame() {
        guard !assembler.isEmpty else { return }
        // Taken out first: the receiver may come back here, or keep the contacts.
        let frame = assembler.close()
        sink.frame(frame)
        assembler.reuse(frame.contacts)
    }
}
