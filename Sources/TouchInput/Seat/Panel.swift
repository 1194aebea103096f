import TouchCore

/// A panel in use: its device, its node, its mapping, and the sink of its frames.
final class Panel {
    let device: Device
    /// The open node; nil for a recording.
    let node: (any PanelNode)?
    /// The events read from it; nil for a recording.
    let tap: ReadTap?
    /// The receiver of its events.
    var hold = Hold.shared
    /// Its mapping and filters.
    private(set) var wish: PanelView
    /// Whether it is inhibited in the kernel, as of the last check.
    var isInhibited = false
    unowned let sink: any SeatSink

    var path: FingerPath
    /// Whether something may be due without an event; kept here to avoid a look into the path.
    private(set) var isWaiting = false
    let kernel: KernelSlots?
    /// The kernel's slots in the present silence, while the decoder lacks some state.
    private var snapshot: TouchDecoder.Snapshot?
    var notices = PanelNotices()
    /// Asks the kernel for lifts that were missed.
    var question = MissedLifts()

    /// How long a panel must be silent after a loss before its resting fingers become new contacts.
    ///
    /// A reader that is late by less than this gets the same contacts as one that is not.
    static let silence = Interval.seconds(1)

    /// - Parameters:
    ///   - device: its properties.
    ///   - description: its axes.
    ///   - node: its open node, and the tap; nil: a recording.
    ///   - wish: its mapping and filters.
    ///   - ids: the source of ids of contacts.
    ///   - sink: receives frames and notices; must outlive the panel.
    init(
        device: Device, description: DeviceDescription, node: (asked: any PanelNode, tap: ReadTap?)? = nil,
        wish: PanelView, ids: ContactIDs, sink: any SeatSink
    ) {
        self.device = device
        self.node = node?.asked
        tap = node?.tap
        self.wish = wish
        self.sink = sink
        path = FingerPath(device: device, description: description, wish: wish, ids: ids)
        kernel = node.flatMap { KernelSlots($0.asked, description) }
        if let start = kernel?.snapshot(isFresh: true) { path.begin(with: start) }
        reviewWaiting()
    }

    /// Whether no finger is on it, and every end was reported.
    var isEmpty: Bool { path.table.isEmpty }

    /// Whether it is inhibited now.
    var isInhibitedNow: Bool { node?.isInhibited ?? false }

    /// Whether a finger that was down when it was opened is still down.
    var isHeldSinceStart: Bool { path.decoder.isHeldSinceStart }

    // MARK: - Events

    /// Reads pending events of its node; returns whether there were any.
    func read() -> Bool { tap?.fill() ?? false }

    /// The timestamp of the oldest event that was read and not processed.
    var nextStamp: Instant? { tap?.nextStamp }

    /// Processes the next frame that was read, or what there is of it.
    func takeFrame() {
        guard let tap else { return }
        if isWaiting {
            while let event = tap.next() { if feed(event) { return } }
        } else if let news = path.read(from: tap) {
            handOut(news)
        }
    }

    /// Feeds one event of its node.
    ///
    /// - Returns: whether it closed a frame.
    @discardableResult
    func feed(_ event: RecordedEvent) -> Bool {
        if isWaiting {
            tick(until: Instant(microseconds: event.microseconds))
            snapshot = nil
        }
        guard let news = path.feed(event) else { return false }
        handOut(news)
        return true
    }

    /// Ends a round of events, after all available ones were processed.
    func endRound() {
        reviewQuestion()
        guard isWaiting, path.decoder.isUnsettled else { return }
        guard let kernel, kernel.tellsFingers else {
            path.leaveUnsettled()
            return reviewWaiting()
        }
        snapshot = kernel.snapshot()
    }

    /// Passes on the results of a frame.
    func handOut(_ news: FingerPath.News, at moment: Instant? = nil) {
        if news.isEmpty { return deliver() }
        let time = moment ?? path.lastEvent
        if news.contains(.loss) { sink.notice(notices.loss(of: device, at: time)) }
        if news.contains(.replacement), let notice = notices.replacement(of: device) { sink.notice(notice) }
        deliver()
        if news.contains(.filtered), let unit = device.breadthUnit, path.measure(unit: unit) { tick(until: time) }
        if news.contains(.loss) { sink.unheard(.lost, at: .unknown, of: device.id, time: time) }
        tell(path.decoder.unheard, at: time)
        tell(path.filteredLandings, at: time)
        path.forgetNews()
        reviewWaiting()
    }

    private func tell(_ landings: [UnheardLanding], at time: Instant) {
        for landing in landings { sink.unheard(landing.reason, at: landing.place, of: device.id, time: time) }
    }

    /// Reports the fingers that were down when the panel was opened.
    func tellHeld(at time: Instant) {
        for _ in 0..<device.fingersAtStart { sink.unheard(.heldSinceStart, at: .unknown, of: device.id, time: time) }
    }

    /// Cancels every contact, including those that filters hold back.
    ///
    /// Fingers that stay down are ignored until they land again.
    func cancelAll(at time: Instant) {
        path.cancelAll(at: time)
        deliver()
        path.cancelHeldBack(at: time)
        deliver()
    }

    /// Changes mapping and filters; contacts in progress must be cancelled first.
    func follow(_ wish: PanelView) {
        self.wish = wish
        path.follow(wish, of: device)
        reviewWaiting()
    }

    // MARK: - Without events

    private func reviewWaiting() { isWaiting = path.isFiltered || path.decoder.isUnsettled }

    /// When something is due without an event.
    var deadline: Instant? {
        guard isWaiting else { return question.due }
        let settled = path.decoder.isUnsettled ? path.lastEvent.advanced(by: Self.silence) : nil
        return Self.earlier(Self.earlier(path.filterDeadline, settled), question.due)
    }

    private static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Passes on what is due without an event.
    func tick(until time: Instant) {
        guard isWaiting else { return }
        settle(until: time)
        while path.tickFilters(until: time) { deliver() }
    }

    /// After a loss and a silence: resting fingers become new contacts.
    private func settle(until time: Instant) {
        let end = path.lastEvent.advanced(by: Self.silence)
        guard path.decoder.isUnsettled, end <= time else { return }
        // A reader that slept through the silence has not seen the state in it, and waits for the next one.
        guard let state = snapshot else {
            path.lastEvent = time
            return
        }
        snapshot = nil
        handOut(path.settle(with: state, at: end), at: end)
        reviewWaiting()
    }

    // MARK: - Frames

    private func deliver() {
        var storage: [Contact] = []
        // The path is not accessed while the receiver has the frame: it may call back here, or keep the contacts.
        while let (frame, isOnPanel) = path.nextFrame(reusing: storage) {
            if !isOnPanel, let notice = notices.offPanel(device) { sink.notice(notice) }
            sink.frame(frame)
            storage = frame.contacts
        }
    }
}
