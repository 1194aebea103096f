import TouchCore

/// The path of one panel's touches from events to frames.
///
///     event ─▶ decoder ─▶ repair ─▶ filters ─▶ frames
///              slots      ids       phantom    view
///                         fingers   touches
///
/// No callbacks: its owner takes frames out, once for each frame of the kernel and not once for each step.
struct FingerPath: ~Copyable {
    /// What the end of a frame yields besides changes of contacts.
    struct News: OptionSet {
        let rawValue: UInt8
        /// Events were lost.
        static let loss = News(rawValue: 1)
        /// A finger took the slot of another.
        static let replacement = News(rawValue: 2)
        /// Fingers landed that are ignored.
        static let unheard = News(rawValue: 4)
        /// Filters may have changes.
        static let filtered = News(rawValue: 8)
    }

    private(set) var decoder: TouchDecoder
    /// The time of the last event.
    var lastEvent = Instant(microseconds: 0)
    /// The fingers on the panel.
    private(set) var table: FingerTable
    private var repair: Repair
    private var filters: FilterChain
    /// Whether any filter is enabled; kept apart, because the chain is large and mostly empty.
    private(set) var isFiltered: Bool
    private(set) var mapping: ViewMapping
    private var assembler: FrameAssembler
    private var repaired: [ContactChange] = []
    /// Changes that passed the filters, their time, and how many are in frames already.
    private var passed: [ContactChange] = []
    private var time = Instant(microseconds: 0)
    private var framed = 0

    /// - Parameters:
    ///   - device: the panel.
    ///   - description: its axes.
    ///   - wish: its mapping and filters.
    ///   - ids: the source of ids of contacts.
    init(device: Device, description: DeviceDescription, wish: PanelView, ids: ContactIDs) {
        mapping = wish.mapping(for: device)
        decoder = TouchDecoder(description)
        table = FingerTable(slots: device.slots ?? 1, ids: ids)
        repair = Repair(limit: SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel))
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
        assembler = FrameAssembler(device)
    }

    /// Changes mapping and filters; contacts in progress must be cancelled first.
    mutating func follow(_ wish: PanelView, of device: Device) {
        mapping = wish.mapping(for: device)
        repair.limit = SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel)
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
    }

    // MARK: - Events

    /// Feeds what was read, up to the end of a frame; nil if that has not arrived.
    mutating func read(from tap: ReadTap) -> News? {
        while let event = tap.next() { if let news = feed(event) { return news } }
        return nil
    }

    /// Feeds one event; nil unless it closed a frame.
    mutating func feed(_ event: RecordedEvent) -> News? {
        lastEvent = Instant(microseconds: event.microseconds)
        return decoder.feed(event) ? close(at: lastEvent) : nil
    }

    /// Sets the state in which the panel was opened.
    mutating func begin(with snapshot: TouchDecoder.Snapshot) { decoder.begin(with: snapshot) }

    /// Gives up on what cannot be determined after a loss.
    mutating func leaveUnsettled() { decoder.leaveUnsettled() }

    /// After a loss and a silence: resting fingers become new contacts.
    mutating func settle(with snapshot: TouchDecoder.Snapshot, at time: Instant) -> News {
        decoder.settle(with: snapshot)
        return close(at: time)
    }

    /// Ends contacts whose lifts were missed; returns whether there were any.
    mutating func endMissed(with snapshot: TouchDecoder.Snapshot, at time: Instant) -> (news: News, hasEnded: Bool) {
        decoder.endMissed(with: snapshot)
        let hasEnded = !decoder.reports.isEmpty
        return (close(at: time), hasEnded)
    }

    private mutating func close(at time: Instant) -> News {
        for index in decoder.reports.indices { repair(decoder.reports[index], at: time, guess: index) }
        pass(at: time)
        var news: News = isFiltered ? .filtered : []
        if decoder.hasLostEvents { news.insert(.loss) }
        if decoder.hasReplaced { news.insert(.replacement) }
        if !decoder.unheard.isEmpty { news.insert(.unheard) }
        if news.isEmpty { decoder.beginFrame() }
        return news
    }

    private mutating func repair(_ report: TouchDecoder.Report, at time: Instant, guess: Int) {
        repair.handle(report.kind, slot: report.slot, at: report.place, time, guess: guess, in: &table, into: &repaired)
        guard let breadth = report.breadth, let index = table.index(inSlot: report.slot) else { return }
        if table.fingers[index].contact.size != .seen {
            table.fingers[index].contact.size = breadth > 0 ? .seen : .zero
        }
    }

    private mutating func pass(at time: Instant) {
        self.time = time
        guard isFiltered else { return swap(&repaired, &passed) }
        for change in repaired { filters.filter(change, at: time, into: &passed) }
        repaired.removeAll(keepingCapacity: true)
    }

    /// Cancels every contact whose finger is on the panel.
    mutating func cancelAll(at time: Instant) {
        repair.cancelAll(in: &table, into: &repaired)
        pass(at: time)
    }

    // MARK: - Frames

    /// The next available frame; its storage must be given back with the call for the one after it.
    ///
    /// - Parameter storage: that of the previous frame; empty: there was none.
    /// - Returns: the frame, and whether all its places are on the panel's axes.
    mutating func nextFrame(reusing storage: consuming [Contact]) -> (frame: Frame, isOnPanel: Bool)? {
        if !storage.isEmpty { assembler.reuse(storage) }
        var isOnPanel = true
        while framed < passed.count {
            switch assembler.apply(passed[framed], at: time, guess: framed, in: &table, mapping: mapping) {
            case .taken: break
            case .takenAtEdge: isOnPanel = false
            case .full: return (assembler.close(), isOnPanel)
            }
            framed += 1
        }
        if framed > 0 {
            framed = 0
            passed.forgetElements()
        }
        if isFiltered { table.forgetUntold() }
        return assembler.isEmpty ? nil : (assembler.close(), isOnPanel)
    }

    /// Removes the reported changes of the last frame.
    mutating func forgetNews() {
        decoder.beginFrame()
        if isFiltered { filters.unheard.removeAll(keepingCapacity: true) }
    }

    // MARK: - Filters

    /// Landings that were filtered out.
    var filteredLandings: [UnheardLanding] { isFiltered ? filters.unheard : [] }

    /// When a filter has a change due without an event.
    var filterDeadline: Instant? { isFiltered ? filters.deadline : nil }

    /// Lets filters emit what is due first, if it is due by `end`.
    ///
    /// - Returns: whether it was due.
    mutating func tickFilters(until end: Instant) -> Bool {
        guard isFiltered, let deadline = filters.deadline, deadline <= end else { return false }
        filters.tick(at: deadline, into: &passed)
        time = max(deadline, min(lastEvent, end))
        return true
    }

    /// Sets the breadths of this frame's fingers in the filters.
    ///
    /// - Parameter unit: millimeters.
    /// - Returns: whether the filters needed them.
    mutating func measure(unit: Double) -> Bool {
        guard filters.awaitsSizes else { return false }
        for report in decoder.reports {
            guard let breadth = report.breadth, let index = table.index(inSlot: report.slot) else { continue }
            filters.measure(table.fingers[index].contact.id, size: Double(breadth) * unit)
        }
        return true
    }

    /// Cancels what filters hold back; incoming contacts must be cancelled first.
    mutating func cancelHeldBack(at time: Instant) {
        filters.cancelAll(at: time, into: &passed)
        self.time = time
    }
}
