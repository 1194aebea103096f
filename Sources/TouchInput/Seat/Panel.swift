import CShims
import TouchCore

/// A panel in use: what it is, what is done to its reports, where its touches go, and the fingers on it.
///
///     report ─▶ repair ─▶ filters ─▶ contact changes
final class Panel {
    let device: Device
    /// Those of the device, which is large: who takes a part of it in every report would copy it.
    let axes: (x: Axis, y: Axis)
    /// The open node.
    let descriptor: Int32
    /// Who gets its reports.
    var hold = Hold.shared
    /// Where its touches go and what is done to them.
    private(set) var wish: PanelView
    private(set) var mapping: ViewMapping
    /// The contacts that were told of, in order of landing.
    var fingers: [Finger]
    /// Whether people have it ignored by the kernel; as of the last look.
    var isInhibited = false
    private let inhibited: InhibitedAttribute
    /// Whether it was said that it reports places off its axes.
    var hasSaidOffPanel = false
    /// Whether it was said that its slots change fingers without a lift.
    var hasSaidReplaced = false

    private(set) var repair: Repair
    private var filters: FilterChain
    /// Whether any filter is on; the chain is large, and mostly there is none.
    private(set) var isFiltered: Bool
    /// What filters took out that are there no more.
    private var earlierCounts = FilterCounts()
    private var trackingIDs: TrackingIDs
    /// As they were when it was opened.
    private let idsAtStart: TrackingIDs
    private var breadths: [Int32]
    private var mayHaveLanded = false
    private var repaired: [ContactChange] = []
    private var passed: [ContactChange] = []

    /// - Parameters:
    ///   - device: what it is.
    ///   - descriptor: its open node; not owned. Negative: there is none to ask.
    ///   - wish: where its touches go and what is done to them.
    init(device: Device, descriptor: Int32 = -1, wish: PanelView) {
        self.device = device
        axes = (device.x, device.y)
        self.descriptor = descriptor
        self.wish = wish
        inhibited = InhibitedAttribute(path: descriptor < 0 ? nil : device.inhibitedFile)
        mapping = wish.mapping(for: device)
        let slots = device.slots ?? 1
        repair = Repair(slots: slots, limit: SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel))
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
        trackingIDs = TrackingIDs(descriptor: descriptor, slots: descriptor < 0 ? nil : device.slots)
        idsAtStart = trackingIDs
        breadths = Array(repeating: 0, count: descriptor < 0 ? 0 : min(device.slots ?? 0, TrackingIDs.mostSlots))
        fingers = []
        fingers.reserveCapacity(slots)
    }

    /// One contact that was told of.
    struct Finger {
        /// Its number on this panel.
        let number: UInt64
        /// Its last report.
        var contact: Contact
        /// How often the kernel was asked for its size.
        fileprivate(set) var looks = 0

        /// How often the kernel is asked at most: a finger that lands lightly has a size a few reports later.
        private static let mostLooks = 32

        init(number: UInt64, contact: Contact) {
            self.number = number
            self.contact = contact
        }

        /// Whether it may still turn out to have a size.
        fileprivate var awaitsSize: Bool { contact.size != .seen && looks < Self.mostLooks }
    }

    /// The place among ``fingers`` of a contact.
    func index(of number: UInt64) -> Int? {
        fingers.firstIndex { $0.number == number }
    }

    /// Whether the kernel ignores it now.
    var isInhibitedNow: Bool { inhibited.isSet }

    /// The stamp of its last report.
    var lastReport: Instant { repair.lastReport }

    /// Takes what only libinput's log tells.
    func take(_ hint: LogHint.Kind, _ body: (ContactChange, Instant) -> Void) {
        switch hint {
        case .lostReports: repair.loseReports(into: &repaired)
        case .silentLosses: repair.doubtLifts(until: Seat.now.advanced(by: LogHint.silence))
        case .replacedFinger(let slot?): repair.replace(slot: slot, into: &repaired)
        case .replacedFinger(nil):
            // The kernel may be ahead of what libinput has read: then every finger is doubtful.
            let isKnown = trackingIDs.refresh { repair.replace(slot: $0, into: &repaired) }
            if !isKnown { repair.replaceAll(into: &repaired) }
        }
        pass(at: lastReport, body)
    }

    /// Whether a finger that was down when it was opened has been down ever since.
    var isHeldSinceStart: Bool {
        idsAtStart.hasFinger(of: TrackingIDs(descriptor: descriptor, slots: descriptor < 0 ? nil : device.slots))
    }

    /// Whether the kernel has more fingers in its slots than libinput told of.
    var hasUnheardFingers: Bool {
        trackingIDs.refresh()
        return trackingIDs.count > repair.count
    }

    // MARK: - Reports

    /// Takes one report and hands out what follows from it.
    func take(_ report: TouchReport, at time: Instant, _ body: (ContactChange, Instant) -> Void) {
        tick(until: time, body)
        if case .down = report { mayHaveLanded = true }
        repair.take(report, at: time, into: &repaired)
        pass(at: time, body)
    }

    /// Ends a round of reports.
    func endRound(_ body: (ContactChange, Instant) -> Void) {
        let time = repair.lastReport
        // Not now: reports that are still in the queue have earlier stamps.
        repair.endRound(into: &repaired)
        if !repaired.isEmpty { pass(at: time, body) }
        if mayHaveLanded {
            mayHaveLanded = false
            trackingIDs.refresh()
        }
        if isFiltered && filters.awaitsSizes || device.hasBreadth && fingers.contains(where: \.awaitsSize) {
            measure(body)
        }
    }

    /// Cancels every contact, those that filters hold back included.
    func cancelAll(at time: Instant, _ body: (ContactChange, Instant) -> Void) {
        repair.cancelAll(into: &repaired)
        pass(at: time, body)
        filters.cancelAll(at: time, into: &passed)
        handOut(at: time, body)
    }

    /// Changes where its touches go and what is done to them; contacts under way have to be cancelled first.
    func follow(_ wish: PanelView) {
        self.wish = wish
        mapping = wish.mapping(for: device)
        repair.limit = SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel)
        earlierCounts += filters.counts
        filters = FilterChain(wish.filters, size: mapping.panel)
        isFiltered = !filters.isEmpty
    }

    /// What its filters took out since it was plugged in.
    var filterCounts: FilterCounts {
        var counts = earlierCounts
        counts += filters.counts
        return counts
    }

    /// When a filter will have something to say without a report.
    var deadline: Instant? { isFiltered ? filters.deadline : nil }

    /// Hands out what is due without a report.
    func tick(until time: Instant, _ body: (ContactChange, Instant) -> Void) {
        guard isFiltered else { return }
        while let deadline = filters.deadline, deadline <= time {
            filters.tick(at: deadline, into: &passed)
            handOut(at: max(deadline, min(lastReport, time)), body)
        }
    }

    private func pass(at time: Instant, _ body: (ContactChange, Instant) -> Void) {
        if isFiltered {
            for change in repaired { filters.take(change, at: time, into: &passed) }
            repaired.removeAll(keepingCapacity: true)
        } else {
            swap(&repaired, &passed)
        }
        handOut(at: time, body)
    }

    private func handOut(at time: Instant, _ body: (ContactChange, Instant) -> Void) {
        guard !passed.isEmpty else { return }
        // Taken out and put back, so that the property is not looked after while somebody else is called.
        var changes: [ContactChange] = []
        swap(&changes, &passed)
        for change in changes { body(change, time) }
        changes.removeAll(keepingCapacity: true)
        swap(&changes, &passed)
    }

    /// Asks the kernel how broad contacts are, which libinput does not pass on: for the filters that hold some back until
    /// they are known, and for whoever wants to know that a contact had no size at all.
    private func measure(_ body: (ContactChange, Instant) -> Void) {
        guard !breadths.isEmpty,
            unsafe cshims_slot_values(descriptor, UInt32(ABS_MT_TOUCH_MAJOR), &breadths, UInt32(breadths.count)) == 0
        else { return }
        repair.forEachContact { slot, number in
            guard slot >= 0, Int(slot) < breadths.count else { return }
            let breadth = breadths[Int(slot)]
            if let unit = device.breadthUnit { filters.measure(number, size: Double(breadth) * unit) }
            guard let index = index(of: number), fingers[index].awaitsSize else { return }
            fingers[index].looks += 1
            fingers[index].contact.size = breadth > 0 ? .seen : .zero
        }
        tick(until: lastReport, body)
    }
}
