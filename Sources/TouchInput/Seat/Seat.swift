import CShims
import Glibc
public import TouchCore

/// The touch panels of one physical seat: libinput finds and opens them, touches are decoded from their nodes.
///
///     waiting ──start──▶ running ◀──resume── suspended
///                          │ └────suspend──────▶ │
///                          └──stop──▶ stopped ◀──┘
///
/// Independent of any event loop: wait until ``descriptor`` is readable, then call ``dispatch()``. Everything goes to
/// the sink. Not thread-safe: one thread owns it.
///
/// Called from the sink, ``suspend()``, ``stop()`` and changes of the view take effect at the end of the current round.
public final class Seat {
    enum State {
        case waiting, running, suspended, stopped
    }

    let context: InputContext
    let rule: ProvenanceRule
    unowned let sink: any SeatSink
    let seat: String
    var view: (Device) -> PanelView
    private(set) var state = State.waiting
    var panels: [UInt: Panel] = [:]
    /// The same in order of appearance, so that frames of one round are ordered too.
    var panelsInOrder: [Panel] = []
    var lastDevice: UInt32 = 0
    /// The devices of ``panels``, and those rejected by their view.
    var kept: [UInt: KeptDevice] = [:]
    /// Why nodes that libinput opened are not used, by node.
    var verdicts: [String: String] = [:]
    private var isInRound = false
    let ids = ContactIDs()
    var hasSaidDeaf = false
    var recovery = NodeRecovery() {
        didSet { recoveryDeadline = recovery.deadline }
    }
    private var recoveryDeadline: Instant?
    /// Whether devices are removed only to be added again.
    var isReopening = false
    /// Number of reads of panels since libinput was last dispatched, and their maximum.
    private var readings = 0
    private static let maxReadings = 64
    private var postponed: [() -> Void] = []
    private var isPostponed = false
    /// Whether there are panels.
    private var hasPanels = false

    /// Prepares a seat; no device is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: the seat's name and the views of its panels.
    ///   - sink: receives what happens; must outlive the seat.
    ///   - rule: determines the provenance of devices; another tree in tests.
    /// - Throws: ``SeatError/udevUnavailable``, ``SeatError/libinputUnavailable``.
    public init(
        _ configuration: SeatConfiguration, sink: any SeatSink, rule: ProvenanceRule = ProvenanceRule()
    ) throws(SeatError) {
        context = try InputContext(isVerbose: configuration.isVerbose)
        (seat, view) = (configuration.seat, configuration.view)
        self.sink = sink
        self.rule = rule
    }

    deinit {
        // Devices of libinput must not outlive their context, which would go first.
        kept.removeAll()
    }

    /// Readable when ``dispatch()`` has something to do; stays the same from start to end.
    public var descriptor: Int32 { context.descriptor }

    /// Whether other programs get no reports of the panels (EVIOCGRAB).
    ///
    /// A panel is grabbed and released when no finger is on it, a new one when it appears. When this process ends, for
    /// any reason, the kernel releases the panels.
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

    /// When ``tick()`` has something to do; nil while no finger is down, nothing is held back and every node can be
    /// read.
    public var nextDeadline: Instant? { deadline }
    /// Kept beside its public face: the compiler need not guard accesses within this module.
    private var deadline: Instant?

    /// Passes on what filters held back until now, ends contacts whose lifts were missed, and reopens nodes that the
    /// kernel revoked.
    ///
    /// Reads first, because earlier reports must be processed first.
    public func tick() {
        dispatch()
        guard state == .running, !isInRound else { return }
        let now = Self.now
        inRound {
            for panel in panelsInOrder {
                panel.tick(until: now)
                panel.endMissedLifts(at: now)
            }
        }
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

    /// Reads and processes all pending events; returns at once if there are none.
    public func dispatch() {
        guard state == .running, !isInRound else { return }
        // Panels first: their events are of no interest to libinput.
        if !readPanels() { context.dispatch() }
        round(mayLackDevices: hasPanels, isUnplugged: true)
    }

    /// Reads pending events of the panels; false if there were none, or if it is time to dispatch libinput.
    private func readPanels() -> Bool {
        var hasRead = false
        for panel in panelsInOrder where panel.read() { hasRead = true }
        readings = hasRead ? readings + 1 : 0
        return hasRead && readings % Self.maxReadings != 0
    }

    /// Closes all panels: every contact is cancelled, every device removed.
    public func suspend() {
        guard !isInRound else { return postpone { [unowned self] in self.suspend() } }
        guard state == .running else { return }
        context.suspend()
        state = .suspended
        round(mayLackDevices: false)
    }

    /// Reopens the panels, under new ids.
    ///
    /// - Throws: ``SeatError/cannotResume(seat:)``; the seat stays suspended.
    public func resume() throws(SeatError) {
        precondition(!isInRound, "a seat is not resumed from inside a call of its sink")
        guard state == .suspended else { return }
        guard context.resume() else { throw .cannotResume(seat: seat) }
        state = .running
        round(mayLackDevices: true)
    }

    /// Stops for good: every contact is cancelled, every device removed.
    public func stop() {
        guard !isInRound else { return postpone { [unowned self] in self.stop() } }
        if state == .running { suspend() }
        state = .stopped
    }

    /// Sets the view of each panel.
    ///
    /// Panels whose mapping changes get their contacts cancelled; panels that are rejected now are removed, and panels
    /// that were rejected before are added.
    public func setViews(_ view: @escaping (Device) -> PanelView) {
        guard !isInRound else { return postpone { [unowned self] in self.setViews(view) } }
        self.view = view
        inRound {
            for known in kept.values.sorted(by: { $0.device.id < $1.device.id }) { follow(view(known.device), known) }
            review()
        }
    }

    /// Whether a finger that was down when a panel was opened is still down.
    ///
    /// Always false for a panel without tracking ids, where fingers cannot be distinguished.
    public func isHeldSinceStart(_ id: DeviceID) -> Bool {
        panelsInOrder.first { $0.device.id == id }?.isHeldSinceStart ?? false
    }

    /// Cancels every contact; fingers that stay down are ignored until they land again.
    public func cancelContacts() {
        guard !isInRound else { return postpone { [unowned self] in self.cancelContacts() } }
        inRound {
            for panel in panelsInOrder { cancelContacts(of: panel) }
            review()
        }
    }

    /// Checks again which panels are inhibited in the kernel: their contacts are cancelled, the sink is notified.
    ///
    /// Reads first, because fingers may have lifted before.
    public func lookAtInhibition() {
        guard !isInRound else { return postpone { [unowned self] in self.lookAtInhibition() } }
        dispatch()
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

    /// Processes everything libinput has queued.
    func round(mayLackDevices: Bool, isUnplugged: Bool = false) {
        inRound {
            while let event = context.next() { handle(event) }
            // Panels come and go only with libinput's events.
            let panels = panelsInOrder
            hasPanels = !panels.isEmpty
            takeFrames(of: panels)
            if !context.opener.refused.isEmpty { noteRefusals() }
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

    /// Checks for changes outside of libinput's events.
    private func review() {
        hasPanels = !panelsInOrder.isEmpty
        deadline = (panelsInOrder.compactMap(\.deadline) + (recoveryDeadline.map { [$0] } ?? [])).min()
    }

    /// Processes what was read, over all panels in the order of the kernel's timestamps.
    private func takeFrames(of panels: [Panel]) {
        while let index = Self.earliest(of: panels) { panels[index].takeFrame() }
    }

    /// The panel with the oldest event.
    private static func earliest(of panels: [Panel]) -> Int? {
        var found: (index: Int, stamp: Instant)?
        for index in panels.indices {
            guard let stamp = panels[index].nextStamp, stamp < found?.stamp ?? .distantFuture else { continue }
            found = (index, stamp)
        }
        return found?.index
    }
}

extension Seat {
    /// The current time, on the clock of the kernel's timestamps.
    static var now: Instant {
        Instant(microseconds: cshims_clock_microseconds(CLOCK_MONOTONIC))
    }
}
