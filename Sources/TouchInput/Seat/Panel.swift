import TouchCore

/// A panel in use: what it is, its node, where its touches go, and who hears of its fingers.
final class Panel {
    let device: Device
    /// The open node; negative: there is none.
    let descriptor: Int32
    /// What was read from it; nil for a recording.
    let tap: ReadTap?
    /// Who gets its events.
    var hold = Hold.shared
    /// Where its touches go and what is done to them.
    private(set) var wish: PanelView
    /// Whether people have it ignored by the kernel; as of the last look.
    var isInhibited = false
    private let inhibited: InhibitedAttribute
    private unowned let sink: any SeatSink

    private var path: FingerPath
    /// Whether something may be due without an event; kept beside the path, so that it is known without looking there.
    private(set) var isWaiting = false
    private let kernel: KernelSlots?
    /// The kernel's slots in the present silence, while the decoder lacks something.
    private var snapshot: TouchDecoder.Snapshot?
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
        path = FingerPath(device: device, description: description, wish: wish, ids: ids)
        inhibited = InhibitedAttribute(path: node == nil ? nil : device.inhibitedFile)
        kernel = KernelSlots(descriptor, description)
        if let start = kernel?.snapshot(isFresh: true) { path.begin(with: start) }
        reviewWaiting()
    }

    /// Whether nobody is on it, as far as is known and told.
    var isEmpty: Bool { path.table.isEmpty }

    /// Whether the kernel ignores it now.
    var isInhibitedNow: Bool { inhibited.isSet }

    /// Whether a finger that was down when it was opened has been down ever since.
    var isHeldSinceStart: Bool { path.decoder.isHeldSinceStart }

    // MARK: - Events

    /// Reads what its node has; whether that is anything.
    func read() -> Bool { tap?.fill() ?? false }

    /// The stamp of the oldest event that was read and nobody has taken.
    var nextStamp: Instant? { tap?.nextStamp }

    /// Hands out the next frame that was read, or what there is of it.
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

    /// Ends a round of events: everything that was there has been taken.
    func endRound() {
        guard isWaiting, path.decoder.isUnsettled else { return }
        guard let kernel, kernel.tellsFingers else {
            path.leaveUnsettled()
            return reviewWaiting()
        }
        snapshot = kernel.snapshot()
    }

    /// Hands out what the end of a frame came to.
    private func handOut(_ news: FingerPath.News, at moment: Instant? = nil) {
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

    /// Tells of the fingers that were down when the panel was opened.
    func tellHeld(at time: Instant) {
        for _ in 0..<device.fingersAtStart { sink.unheard(.heldSinceStart, at: .unknown, of: device.id, time: time) }
    }

    /// Cancels every contact, those that filters hold back included.
    ///
    /// Fingers that stay down are heard of again when they land anew.
    func cancelAll(at time: Instant) {
        path.cancelAll(at: time)
        deliver()
        path.cancelHeldBack(at: time)
        deliver()
    }

    /// Changes where its touches go and what is done to them; contacts under way have to be cancelled first.
    func follow(_ wish: PanelView) {
        self.wish = wish
        path.follow(wish, of: device)
        reviewWaiting()
    }

    // MARK: - Without events

    private func reviewWaiting() { isWaiting = path.isFiltered || path.decoder.isUnsettled }

    /// When it will have something to say without an event.
    var deadline: Instant? {
        guard isWaiting else { return nil }
        let filtered = path.filterDeadline
        guard path.decoder.isUnsettled else { return filtered }
        let settled = path.lastEvent.advanced(by: Self.silence)
        return filtered.map { min($0, settled) } ?? settled
    }

    /// Hands out what is due without an event.
    func tick(until time: Instant) {
        guard isWaiting else { return }
        settle(until: time)
        while path.tickFilters(until: time) { deliver() }
    }

    /// After a loss and a silence: fingers that rest begin anew.
    private func settle(until time: Instant) {
        let end = path.lastEvent.advanced(by: Self.silence)
        guard path.decoder.isUnsettled, end <= time else { return }
        // The state in the silence was not seen by a reader that slept through it: the next silence will do.
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
        // The path is left alone while the receiver has the frame: it may come back here, or keep the contacts.
        while let (frame, isOnPanel) = path.nextFrame(reusing: storage) {
            if !isOnPanel, let notice = notices.offPanel(device) { sink.notice(notice) }
            sink.frame(frame)
            storage = frame.contacts
        }
    }
}
