import TouchCore

/// A panel in use: its device, its node and its mapping; what happens on it goes to the sink of each call.
///
///     event ─▶ decoder ─▶ frame, without a filter
///                 └─▶ filters ─▶ frames
final class Panel {
    let device: Device
    /// The open node; nil for a recording.
    let node: (any PanelNode)?
    /// The events read from it; nil for a recording.
    let tap: ReadTap?
    var hold = Hold.shared
    private(set) var wish: PanelView
    /// Whether it is inhibited in the kernel, as of the last check.
    var isInhibited = false

    var decoder: TouchDecoder
    private var filtered: FilteredFrames?
    /// Whether something may be due without an event, or a filter is on.
    private(set) var isWaiting = false
    let kernel: KernelSlots?
    /// The kernel's slots in the present silence, while the decoder lacks some state.
    private var snapshot: TouchDecoder.Snapshot?
    var notices = PanelNotices()
    var question = MissedLifts()

    /// How long fingers must rest after a loss to become new contacts: a reader less late gets the same ones.
    static let silence = Interval.seconds(1)

    init(
        device: Device, description: DeviceDescription, node: (asked: any PanelNode, tap: ReadTap?)? = nil,
        wish: PanelView, ids: ContactIDs
    ) {
        self.device = device
        self.node = node?.asked
        tap = node?.tap
        self.wish = wish
        let mapping = wish.mapping(for: device)
        decoder = TouchDecoder(
            description, device.emptyFrame, mapping: mapping,
            limit: SpeedLimit(speed: wish.maximumSpeed, size: mapping.panel), ids: ids)
        filtered = FilteredFrames(wish.filterSettings(for: device), device.emptyFrame, mapping: mapping)
        kernel = node.flatMap { KernelSlots($0.asked, description) }
        if let start = kernel?.snapshot(isFresh: true) { decoder.begin(with: start) }
        reviewWaiting()
    }

    /// Whether no finger is on it, and every end was reported.
    private(set) var isEmpty = true

    // MARK: - Events

    func read() -> Bool { tap?.fill() ?? false }

    /// The timestamp of the oldest event that was read and not processed.
    var nextStamp: Instant? { tap?.nextStamp }

    func takeFrame(to sink: any SeatSink) {
        guard let tap else { return }
        if isWaiting {
            while let event = tap.next() { if feed(event, to: sink) { return } }
            return
        }
        switch decoder.read(from: tap) {
        case .part: break
        case .moves(let frame): if !frame.contacts.isEmpty { sink.frame(frame) }
        case .more: handOut(to: sink)
        }
    }

    /// Feeds one event of its node; returns whether it closed a frame.
    @discardableResult
    func feed(_ event: InputEvent, to sink: any SeatSink) -> Bool {
        if isWaiting {
            tick(until: Instant(microseconds: event.microseconds), to: sink)
            snapshot = nil
        }
        guard decoder.feed(event) else { return false }
        handOut(to: sink)
        return true
    }

    /// Ends a round of events, after all available ones were processed.
    func endRound() {
        reviewQuestion()
        guard isWaiting, decoder.isUnsettled else { return }
        guard let kernel, kernel.tellsFingers else {
            decoder.isUnsettled = false
            return reviewWaiting()
        }
        snapshot = kernel.snapshot()
    }

    /// Passes on the decoder's last frame, and what else it yields.
    func handOut(to sink: any SeatSink) {
        let (frame, news) = (decoder.frame, decoder.news)
        if news.contains(.loss) { sink.notice(notices.loss(of: device, at: frame.time)) }
        if news.contains(.replacement), let notice = notices.replacement(of: device) { sink.notice(notice) }
        if news.contains(.stuck) { sink.notice(notices.stuck(device, at: frame.time)) }
        deliver(frame, isOnPanel: !news.contains(.offPanel), to: sink)
        if let unit = device.breadthUnit, filtered?.measure(decoder, unit: unit) == true {
            tick(until: frame.time, to: sink)
        }
        if news.contains(.loss) { sink.unheard(.lost, at: .unknown, of: device.id, time: frame.time) }
        tell(decoder.unheard, at: frame.time, to: sink)
        tell(filtered?.unheard ?? [], at: frame.time, to: sink)
        filtered?.forgetUnheard()
        reviewWaiting()
    }

    private func tell(_ landings: [UnheardLanding], at time: Instant, to sink: any SeatSink) {
        for landing in landings { sink.unheard(landing.reason, at: landing.place, of: device.id, time: time) }
    }

    /// Cancels every contact; fingers that stay down are ignored until they land again.
    func cancelAll(at time: Instant, to sink: any SeatSink) {
        deliver(decoder.cancelAll(at: time), isOnPanel: true, to: sink)
        filtered?.cancelHeldBack(at: time)
        deliverFiltered(to: sink)
    }

    /// Changes mapping and filters; contacts in progress must be cancelled first.
    func follow(_ wish: PanelView) {
        self.wish = wish
        decoder.mapping = wish.mapping(for: device)
        decoder.limit = SpeedLimit(speed: wish.maximumSpeed, size: decoder.mapping.panel)
        filtered = FilteredFrames(wish.filterSettings(for: device), device.emptyFrame, mapping: decoder.mapping)
        isEmpty = true
        reviewWaiting()
    }

    // MARK: - Without events

    private func reviewWaiting() {
        isWaiting = filtered != nil || decoder.isUnsettled || decoder.release != nil
    }

    var deadline: Instant? {
        guard isWaiting else { return question.due }
        let settled = decoder.isUnsettled ? decoder.lastEvent.advanced(by: Self.silence) : nil
        return [filtered?.deadline, settled, decoder.giveUpTime, question.due].compactMap(\.self).min()
    }

    func tick(until time: Instant, to sink: any SeatSink) {
        guard isWaiting else { return }
        settle(until: time, to: sink)
        if let end = decoder.giveUpTime, end <= time {
            decoder.giveUp(at: end)
            handOut(to: sink)
        }
        while filtered?.tick(until: time, after: decoder.lastEvent) == true { deliverFiltered(to: sink) }
    }

    /// After a loss and a silence: resting fingers become new contacts.
    private func settle(until time: Instant, to sink: any SeatSink) {
        let end = decoder.lastEvent.advanced(by: Self.silence)
        guard decoder.isUnsettled, end <= time else { return }
        // A reader that slept through the silence has not seen the state in it, and waits for the next one.
        guard let state = snapshot else {
            decoder.lastEvent = time
            return
        }
        snapshot = nil
        decoder.settle(with: state, at: end)
        handOut(to: sink)
    }

    // MARK: - Frames

    // Nothing is accessed while the receiver has a frame: it may call back here, or keep the contacts.

    private func deliver(_ frame: borrowing Frame, isOnPanel: Bool, to sink: any SeatSink) {
        guard filtered == nil else {
            filtered?.filter(frame)
            return deliverFiltered(to: sink)
        }
        isEmpty = decoder.contacts == 0
        if !isOnPanel, let notice = notices.offPanel(device) { sink.notice(notice) }
        if !frame.contacts.isEmpty { sink.frame(frame) }
    }

    private func deliverFiltered(to sink: any SeatSink) {
        // A finger that was withheld may be dropped without a frame.
        defer { if let filtered { isEmpty = filtered.isEmpty } }
        while let frame = filtered?.next() {
            isEmpty = filtered?.isEmpty ?? true
            if filtered?.isOnPanel == false, let notice = notices.offPanel(device) { sink.notice(notice) }
            sink.frame(frame)
        }
    }
}

extension Device {
    fileprivate var emptyFrame: Frame { Frame(device: id, time: .zero, provenance: provenance, contacts: []) }
}
