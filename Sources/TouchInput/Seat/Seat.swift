import CShims
import Glibc
public import TouchCore

/// The touch panels of one physical seat, read through libinput.
///
///     waiting ──start──▶ running ◀──resume── suspended
///                          │ └────suspend──────▶ │
///                          └──stop──▶ stopped ◀──┘
///
/// It knows no event loop: wait until ``descriptor`` is readable, then call ``dispatch()``. Everything it finds goes
/// to the sink. Not thread-safe: one thread owns it.
///
/// From inside a call of the sink, ``suspend()``, ``stop()`` and changes of the view take effect when the round that
/// is under way has been handed out.
public final class Seat {
    private enum State {
        case waiting, running, suspended, stopped
    }

    private let context: InputContext
    private let rule: ProvenanceRule
    unowned let sink: any SeatSink
    private let seat: String
    private var view: (Device) -> PanelView
    private var state = State.waiting
    private var panels: [UInt: Panel] = [:]
    /// The same in order of appearance, so that frames of one round have an order too.
    private(set) var panelsInOrder: [Panel] = []
    private var lastDevice: UInt32 = 0
    /// The devices of ``panels``, and those that are refused by their view.
    private var kept: [UInt: KeptDevice] = [:]
    /// Why nodes that libinput took are not used, by node.
    private var verdicts: [String: String] = [:]
    private var isInRound = false
    private let ids = ContactIDs()
    private var hasSaidDeaf = false
    private var recovery = NodeRecovery() {
        didSet { recoveryDeadline = recovery.deadline }
    }
    private var recoveryDeadline: Instant?
    /// Whether devices are removed only to be added again.
    private var isReopening = false
    private var postponed: [() -> Void] = []
    private var isPostponed = false
    /// Whether there are panels.
    private var hasPanels = false

    /// Prepares a seat; no device is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: the seat's name and the views of its panels.
    ///   - sink: who receives what happens; has to outlive the seat.
    ///   - rule: where devices are looked up, another tree in tests.
    /// - Throws: ``SeatError/udevUnavailable``, ``SeatError/libinputUnavailable``.
    public init(
        _ configuration: SeatConfiguration, sink: any SeatSink, rule: ProvenanceRule = ProvenanceRule()
    ) throws(SeatError) {
        context = try InputContext(isVerbose: configuration.isVerbose)
        (seat, view) = (configuration.seat, configuration.view)
        self.sink = sink
        self.rule = rule
    }

    /// Readable when ``dispatch()`` has something to do; stays the same from start to end.
    public var descriptor: Int32 { context.descriptor }

    /// Whether other programs shall get no reports of the panels (EVIOCGRAB).
    ///
    /// A panel is taken and given back when no finger is on it, a new one when it appears. However this process ends, the
    /// kernel gives the panels back.
    public var isExclusive: Bool {
        get { wantsHolds }
        set {
            wantsHolds = newValue
            settleHolds()
        }
    }
    private(set) var wantsHolds = false

    /// The panels in use, in order of appearance.
    public var devices: [Device] {
        panelsInOrder.map(\.device)
    }

    /// When ``tick()`` has something to do; nil while nothing is held back and every node can be read.
    public var nextDeadline: Instant? { deadline }
    /// Kept beside its public face: what only this module sees, the compiler need not guard.
    private var deadline: Instant?

    /// Hands out what filters held back until now, and opens nodes again that the kernel took away.
    ///
    /// Reads first: a report that came before has to be heard before.
    public func tick() {
        dispatch()
        guard state == .running, !isInRound else { return }
        let now = Self.now
        inRound { for panel in panelsInOrder { panel.tick(until: now) } }
        reopenLostNodes(at: now)
        review()
    }

    /// Opens the seat's panels and announces them.
    ///
    /// - Throws: ``SeatError/cannotAssign(seat:)``.
    public func start() throws(SeatError) {
        guard state == .waiting else { return }
        guard context.assign(seat: seat) else { throw .cannotAssign(seat: seat) }
        state = .running
        round(mayLackDevices: true)
    }

    /// Reads everything that is there and hands it out; returns at once if there is nothing.
    public func dispatch() {
        guard state == .running, !isInRound else { return }
        context.dispatch()
        round(mayLackDevices: hasPanels, isUnplugged: true)
    }

    /// Lets go of all panels: every contact is cancelled, every device removed.
    public func suspend() {
        guard !isInRound else { return postpone { [unowned self] in self.suspend() } }
        guard state == .running else { return }
        context.suspend()
        state = .suspended
        round(mayLackDevices: false)
    }

    /// Takes the panels again, under new ids.
    ///
    /// - Throws: ``SeatError/cannotResume(seat:)``; the seat stays suspended.
    public func resume() throws(SeatError) {
        precondition(!isInRound, "a seat is not resumed from inside a call of its sink")
        guard state == .suspended else { return }
        guard context.resume() else { throw .cannotResume(seat: seat) }
        state = .running
        round(mayLackDevices: true)
    }

    /// Ends the work: every contact is cancelled, every device removed, nothing comes after.
    public func stop() {
        guard !isInRound else { return postpone { [unowned self] in self.stop() } }
        if state == .running { suspend() }
        state = .stopped
    }

    /// Maps each panel to a view of its own from now on.
    ///
    /// A panel whose mapping changes has its contacts cancelled, one that is refused now is removed, and one that is
    /// refused no more is added.
    public func setViews(_ view: @escaping (Device) -> PanelView) {
        guard !isInRound else { return postpone { [unowned self] in self.setViews(view) } }
        self.view = view
        inRound {
            for known in kept.values.sorted(by: { $0.device.id < $1.device.id }) { follow(view(known.device), known) }
            review()
        }
    }

    /// Whether a finger that was down when a panel was opened has been down ever since.
    ///
    /// Always false for a panel without tracking ids, where another finger cannot be told from the same one.
    public func isHeldSinceStart(_ id: DeviceID) -> Bool {
        panelsInOrder.first { $0.device.id == id }?.isHeldSinceStart ?? false
    }

    /// Cancels every contact; fingers that stay down are heard of again when they land anew.
    public func cancelContacts() {
        guard !isInRound else { return postpone { [unowned self] in self.cancelContacts() } }
        inRound {
            for panel in panelsInOrder { cancelContacts(of: panel) }
            review()
        }
    }

    /// Looks again which panels people have ignored by the kernel: their contacts are cancelled, the sink is told.
    public func lookAtInhibition() {
        guard !isInRound else { return postpone { [unowned self] in self.lookAtInhibition() } }
        inRound {
            for panel in panelsInOrder { lookAtInhibition(of: panel) }
            review()
        }
    }

    /// Every event node of the machine, and why it is read or not.
    public var candidates: [Candidate] {
        context.candidates(of: seat) { node in
            panelsInOrder.contains { $0.device.node == node } ? nil : verdicts[node] ?? NodeVerdict.unread(node)
        }
    }

    // MARK: - One round

    /// Hands out everything libinput has queued.
    private func round(mayLackDevices: Bool, isUnplugged: Bool = false) {
        inRound {
            while let event = context.next() { handle(event) }
            // Panels come and go with libinput's events alone.
            let panels = panelsInOrder
            hasPanels = !panels.isEmpty
            takeFrames(of: panels)
            var earliest = recoveryDeadline
            for panel in panels {
                panel.endRound()
                settle(panel)
                if let deadline = panel.deadline { earliest = min(earliest ?? deadline, deadline) }
            }
            deadline = earliest
            let isRefused = sayNotices()
            if mayLackDevices, !hasPanels, !isRefused { sayNoDevice(among: isUnplugged ? [] : candidates) }
        }
    }

    private func inRound(_ body: () -> Void) {
        isInRound = true
        body()
        isInRound = false
        if isPostponed { carryOutPostponed() }
    }

    private func carryOutPostponed() {
        isPostponed = false
        while !postponed.isEmpty { postponed.removeFirst()() }
    }

    private func postpone(_ body: @escaping () -> Void) {
        postponed.append(body)
        isPostponed = true
    }

    /// Looks what has changed outside of a round of libinput's events.
    private func review() {
        hasPanels = !panelsInOrder.isEmpty
        deadline = (panelsInOrder.compactMap(\.deadline) + (recoveryDeadline.map { [$0] } ?? [])).min()
    }

    /// Hands out what libinput has read, over all panels in the order of the kernel's stamps.
    private func takeFrames(of panels: [Panel]) {
        while let index = Self.earliest(of: panels) { panels[index].takeFrame() }
    }

    /// The panel of which the oldest event was read.
    private static func earliest(of panels: [Panel]) -> Int? {
        var found: (index: Int, stamp: Instant)?
        for index in panels.indices {
            guard let stamp = panels[index].nextStamp, stamp < found?.stamp ?? .distantFuture else { continue }
            found = (index, stamp)
        }
        return found?.index
    }

    private func handle(_ event: borrowing InputEvent) {
        switch event.kind {
        case .added: if let device = event.device { add(device) }
        case .removed: if let device = event.device { forget(device) }
        case .down:
            guard let device = event.device, let panel = panels[device.address], panel.tap?.hasHeardNothing == true
            else { return }
            sayDeaf(panel)
        case .motion, .up, .cancel, .frame, .other: break
        }
    }

    /// libinput has let go of a device.
    private func forget(_ device: InputDevice) {
        if let node = device.udev?.node { verdicts[node] = nil }
        kept[device.address] = nil
        guard let panel = panels.removeValue(forKey: device.address) else { return }
        while panel.nextStamp != nil { panel.takeFrame() }
        remove(panel)
        // Of a panel that is pulled out the node is gone before anybody hears of it.
        guard state == .running, !isReopening, context.hasTouchscreen(at: panel.device.node) else { return }
        lose(panel.device.node, at: Self.now)
    }

    // MARK: - Panels

    private func add(_ device: InputDevice) {
        guard let udev = device.udev, let node = udev.node, let open = context.opener.nodes[node] else { return }
        // A panel that was found by looking is told of by udev a moment later.
        guard !panelsInOrder.contains(where: { $0.device.node == node }) else { return }
        guard device.hasTouch else {
            verdicts[node] = NodeVerdict.surfaceless(node, udev.properties)
            return sink.notice(Notice(.ignoredDevice, .debug, text: "\(node): not used: no touch surface"))
        }
        let reader = DeviceReader(descriptor: open.descriptor)
        let id = DeviceID(lastDevice + 1)
        let found = reader?.device(
            id: id, node: node, properties: udev.properties, libinput: device, rule: rule)
        guard let found, let description = reader?.describe(found) else {
            let text = "device bug: \(node): not used: an axis has no extent"
            verdicts[node] = "device bug: an axis has no extent"
            return sink.notice(Notice(.brokenAxes, .error, text: text))
        }
        lastDevice += 1
        let wish = view(found)
        let known = KeptDevice(device, device: found)
        kept[device.address] = known
        if let refusal = wish.refusal { return refuse(known, refusal) }
        let panel = Panel(
            device: found, description: description, node: (open.descriptor, open.tap), wish: wish, ids: ids, sink: sink
        )
        verdicts[node] = nil
        if isReopening { recovery.find(node) } else { recovery.forget(node) }
        panels[device.address] = panel
        panelsInOrder.append(panel)
        sink.deviceAdded(found)
        panel.tellHeld(at: Self.now)
        lookAtInhibition(of: panel)
        guard !found.calibration.isProper else { return }
        let text = "calibration of \(node) not used: its matrix is not invertible"
        sink.notice(Notice(.brokenCalibration, .warning, device: id, text: text))
    }

    /// Hears nothing of a device any more; it stays a candidate for people who ask.
    private func refuse(_ known: KeptDevice, _ refusal: String) {
        // libinput closes the node.
        known.input.silence()
        let node = known.device.node
        verdicts[node] = refusal
        sink.notice(Notice(.ignoredDevice, .info, text: "\(node): not used: \(refusal)"))
    }

    /// Does with a device what its view asks for now.
    private func follow(_ wish: PanelView, _ known: KeptDevice) {
        let address = known.input.address
        switch (panels[address], wish.refusal) {
        case (nil, nil):
            known.input.hear()
            add(known.input)
        case (nil, let refusal?): verdicts[known.device.node] = refusal
        case (let panel?, nil):
            guard wish != panel.wish else { return }
            cancelContacts(of: panel)
            panel.follow(wish)
        case (let panel?, let refusal?):
            panels[address] = nil
            remove(panel)
            refuse(known, refusal)
        }
    }

    private func remove(_ panel: Panel) {
        cancelContacts(of: panel)
        panelsInOrder.removeAll { $0 === panel }
        sink.deviceRemoved(panel.device.id)
    }

    // MARK: - Lost nodes

    /// Notes that libinput has let go of a panel that may still be there.
    private func lose(_ node: String, at time: Instant) {
        guard recovery.lose(node, at: time) else {
            let reason = "the kernel revoked it while plugged in, and \(NodeRecovery.mostTries) times again"
            verdicts[node] = reason
            let text = "\(node): no longer read: \(reason) (plug the panel in again, or restart touchd)"
            return context.opener.notices.append(Notice(.lostNode, .error, text: text))
        }
        verdicts[node] = "the kernel revoked it; touchd opens it again if it remains"
    }

    /// Opens nodes again whose panels are still plugged in.
    ///
    /// libinput opens none without all others.
    private func reopenLostNodes(at now: Instant) {
        var lost: [String] = []
        while let node = recovery.takeDue(at: now) {
            if !context.hasTouchscreen(at: node) {
                recovery.forget(node)
                verdicts[node] = nil
            } else if !panelsInOrder.contains(where: { !$0.isEmpty }) || !recovery.postpone(node, at: now) {
                lost.append(node)
            }
        }
        guard !lost.isEmpty else { return }
        isReopening = true
        context.suspend()
        round(mayLackDevices: false)
        defer { isReopening = false }
        // Somebody who heard of that may have suspended or stopped the seat.
        guard state == .running else { return }
        let isResumed = context.resume()
        round(mayLackDevices: false)
        for node in lost {
            if let panel = panelsInOrder.first(where: { $0.device.node == node }) {
                let text = "the kernel had revoked \(node) while its panel was plugged in; reading it again"
                sink.notice(Notice(.lostNode, .warning, device: panel.device.id, text: text))
            } else if !isResumed || context.opener.failures[node] != nil {
                lose(node, at: now)
            }
        }
        sayNotices()
    }

    private func cancelContacts(of panel: Panel) {
        panel.cancelAll(at: Self.now)
    }

    private func lookAtInhibition(of panel: Panel) {
        let isInhibited = panel.isInhibitedNow
        guard isInhibited != panel.isInhibited else { return }
        panel.isInhibited = isInhibited
        if isInhibited { cancelContacts(of: panel) }
        sink.inhibitionChanged(of: panel.device.id, to: isInhibited)
        if isInhibited { sink.unheard(.inhibited, at: .unknown, of: panel.device.id, time: Self.now) }
    }

    // MARK: - Saying

    /// - Returns: whether a panel could not be taken, so that nobody needs to be told that there is none.
    @discardableResult
    private func sayNotices() -> Bool {
        let notices = context.opener.takeNotices()
        for notice in notices { sink.notice(notice) }
        return notices.contains { $0.priority == .error && $0.code != .libinput }
    }

    /// - Parameter candidates: nodes that may be unusable; of one that was just pulled out there is nothing to find.
    private func sayNoDevice(among candidates: [Candidate]) {
        let text = NodeVerdict.noDevice(on: seat, among: candidates)
        sink.notice(Notice(.noTouchDevice, .warning, text: text))
    }

    private func sayDeaf(_ panel: Panel) {
        guard !hasSaidDeaf else { return }
        hasSaidDeaf = true
        let text =
            "libinput reads \(panel.device.node) behind touchd's back, so its touches are lost: libevdev no longer calls "
            + "the C library's read() (report this as a bug of touchd)"
        sink.notice(Notice(.notHeard, .error, device: panel.device.id, text: text))
    }
}

extension Seat {
    /// Now, on the clock of the kernel's stamps.
    static var now: Instant {
        Instant(microseconds: cshims_monotonic_microseconds())
    }
}
