package import TouchCore

/// The panels in use, read in rounds, wherever their bytes come from.
///
/// A round hands out what was read, over all panels in the order of the kernel's timestamps, and ends with the next
/// deadline. Called from the sink, changes take effect at the end of the present round.
public final class PanelRounds {
    /// Refers to a sink that may own the seat; an object, so that the compiler guards no access to it.
    private final class Receiver {
        unowned let sink: any SeatSink

        init(sink: any SeatSink) { self.sink = sink }
    }

    /// In order of appearance, so that frames of one round are ordered too; replaced as a whole, so that the compiler guards no
    /// access.
    private(set) var panels: [Panel] = []
    /// Receives what happens; nil before the seat has started.
    var sink: (any SeatSink)? { receiver?.sink }
    private var receiver: Receiver?
    /// The present time, on the clock of the kernel's timestamps.
    package let now: () -> Instant
    private let ids = ContactIDs()
    private(set) var isInRound = false
    private var postponed: [() -> Void] = []
    private var isPostponed = false
    /// Whether other programs get no reports of the panels.
    package var wantsHolds: Bool { isHoldWanted }
    /// Private, so that the compiler sees every access and guards none.
    private var isHoldWanted = false
    /// When something is due without an event: at a panel, or at the seat itself.
    private(set) var deadline: Instant?
    var ownDeadline: Instant?

    /// - Parameter now: the present time, on the clock of the kernel's timestamps.
    package init(now: @escaping () -> Instant) { self.now = now }

    /// Passes on what happens, from now on.
    package func begin(for sink: any SeatSink) { receiver = Receiver(sink: sink) }

    func panel(at node: String) -> Panel? { panels.first { $0.device.node == node } }

    func panel(_ id: DeviceID) -> Panel? { panels.first { $0.device.id == id } }

    /// Begins to read a panel, without a node that of a recording, and announces it; nil before the start.
    func add(
        _ device: Device, _ description: DeviceDescription, node: (asked: any PanelNode, tap: ReadTap?)?,
        _ wish: PanelView
    ) -> Panel? {
        guard let sink else { return nil }
        let panel = Panel(device: device, description: description, node: node, wish: wish, ids: ids)
        panels = panels + [panel]
        sink.deviceAdded(device)
        if wish.size == nil, let notice = PanelNotices.impossibleSize(of: device) { sink.notice(notice) }
        for _ in 0..<device.fingersAtStart { sink.unheard(.heldSinceStart, at: .unknown, of: device.id, time: now()) }
        lookAtInhibition(of: panel, sink)
        return panel
    }

    /// Begins to read a scripted panel, whose descriptor, not owned, yields `struct input_event`, and announces it; returns
    /// whether it can be read: a few dozen at once can.
    package func add(
        _ device: Device, _ description: DeviceDescription, reading descriptor: Int32, of node: any PanelNode,
        _ wish: PanelView
    ) -> Bool {
        guard let tap = ReadTap(descriptor) else { return false }
        var isAdded = false
        perform { _ in isAdded = add(device, description, node: (node, tap), wish) != nil }
        return isAdded
    }

    /// Hands out what was read of a panel, cancels its contacts, and announces its end.
    package func remove(_ id: DeviceID) {
        guard let panel = panel(id) else { return }
        perform { _ in remove(panel, at: now()) }
    }

    /// Applies the views of every panel; rejects none.
    package func follow(_ views: any PanelViews) {
        if postpone({ [unowned self] in follow(views) }) { return }
        perform { _ in
            for panel in panels { follow(views.view(for: panel.device), panel) }
            review()
        }
    }

    func remove(_ panel: Panel, at time: Instant) {
        guard let sink else { return panels = panels.filter { $0 !== panel } }
        while panel.nextStamp != nil { panel.takeFrame(to: sink) }
        panel.cancelAll(at: time, to: sink)
        panels = panels.filter { $0 !== panel }
        sink.deviceRemoved(panel.device.id)
    }

    func follow(_ wish: PanelView, _ panel: Panel) {
        guard wish != panel.wish, let sink else { return }
        panel.cancelAll(at: now(), to: sink)
        panel.follow(wish)
    }

    @inline(__always)
    func perform(_ body: (any SeatSink) -> Void) {
        guard let sink else { return }
        sink.roundBegins()
        isInRound = true
        body(sink)
        isInRound = false
        if isPostponed { carryOutPostponed() }
        sink.roundEnds(next: deadline)
    }

    /// Postpones `body` to the end of the present round; `false`, with nothing done, outside a round.
    func postpone(_ body: @escaping () -> Void) -> Bool {
        guard isInRound else { return false }
        postponed.append(body)
        isPostponed = true
        return true
    }

    private func carryOutPostponed() {
        isPostponed = false
        while !postponed.isEmpty { postponed.removeFirst()() }
    }

    /// Reads the panels and hands out what there was.
    package func dispatch() { _ = dispatch(evenIfSilent: true) }

    /// - Parameter evenIfSilent: whether there is a round although nothing was read.
    func dispatch(evenIfSilent: Bool) -> Bool {
        guard !isInRound else { return false }
        let panels = panels
        var hasRead = false
        for panel in panels where panel.read() { hasRead = true }
        if !hasRead && !evenIfSilent { return false }
        perform { sink in
            handOut(of: panels, to: sink)
            end(of: panels)
        }
        return hasRead
    }

    /// Hands out what was read of these panels, which are all: within a round.
    func handOut(of panels: [Panel], to sink: any SeatSink) {
        if panels.count == 1 {
            let panel = panels[0]
            while panel.nextStamp != nil { panel.takeFrame(to: sink) }
            return
        }
        while let index = Self.earliest(of: panels) { panels[index].takeFrame(to: sink) }
    }

    /// Ends a round of these panels, which are all.
    func end(of panels: [Panel]) {
        var earliest = ownDeadline
        for panel in panels {
            panel.endRound()
            settle(panel)
            if let deadline = panel.deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        deadline = earliest
    }

    /// Passes on what filters held back until now, and ends contacts whose lifts were missed.
    package func tick(at time: Instant) {
        perform { sink in
            for panel in panels {
                panel.tick(until: time, to: sink)
                panel.endMissedLifts(at: time, to: sink)
                settle(panel)
            }
            review()
        }
    }

    /// Checks for deadlines outside of a round.
    func review() { deadline = (panels.compactMap(\.deadline) + [ownDeadline].compactMap(\.self)).min() }

    private static func earliest(of panels: [Panel]) -> Int? {
        var found: (index: Int, stamp: Instant)?
        for index in panels.indices {
            guard let stamp = panels[index].nextStamp, stamp < found?.stamp ?? .distantFuture else { continue }
            found = (index, stamp)
        }
        return found?.index
    }

    // MARK: - Contacts

    /// What a panel last reported of a contact of the present frame; nil if another finger has its slot by now.
    package func raw(_ contact: ContactID, of id: DeviceID) -> RawContact? {
        panel(id)?.decoder.slots.first { $0.contact.id == contact }.map {
            RawContact(slot: $0.name, x: $0.x, y: $0.y, breadth: $0.breadth)
        }
    }

    /// Cancels every contact; fingers that stay down are ignored until they land again.
    package func cancelContacts() {
        if postpone({ [unowned self] in cancelContacts() }) { return }
        perform { sink in
            for panel in panels { panel.cancelAll(at: now(), to: sink) }
            review()
        }
    }

    func lookAtInhibition() {
        perform { sink in
            for panel in panels { lookAtInhibition(of: panel, sink) }
            review()
        }
    }

    private func lookAtInhibition(of panel: Panel, _ sink: any SeatSink) {
        let isInhibited = panel.node?.isInhibited ?? false
        guard isInhibited != panel.isInhibited else { return }
        panel.isInhibited = isInhibited
        if isInhibited { panel.cancelAll(at: now(), to: sink) }
        sink.inhibitionChanged(of: panel.device.id, to: isInhibited)
        if isInhibited { sink.unheard(.inhibited, at: .unknown, of: panel.device.id, time: now()) }
    }

    /// Sets whether other programs get no reports of the panels (EVIOCGRAB).
    ///
    /// A panel is grabbed and released when no finger is on it, a new one when it appears. When this process ends, for
    /// any reason, the kernel releases the panels.
    package func hold(_ isWanted: Bool) {
        isHoldWanted = isWanted
        settleHolds()
    }

    /// Retries grabs that a finger or another program prevented, and reports changes.
    package func settleHolds() {
        for panel in panels { settle(panel) }
    }

    private func settle(_ panel: Panel) {
        if panel.settle(wanted: isHoldWanted) { sink?.holdChanged(of: panel.device.id, to: panel.hold) }
    }

    /// Releases every panel, even with fingers on it; wanted ones are grabbed again after the lift.
    package func giveBackNow() {
        for panel in panels where panel.giveBackNow() { sink?.holdChanged(of: panel.device.id, to: panel.hold) }
    }
}
