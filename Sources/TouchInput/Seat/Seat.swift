import CShims
import Glibc
public import TouchCore

/// The touch panels of one physical seat: libinput finds and opens them, what fingers do is read from their nodes.
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
    /// The same in order of appearance, so that frames of one round have an order too.
    var panelsInOrder: [Panel] = []
    var lastDevice: UInt32 = 0
    /// The devices of ``panels``, and those that are refused by their view.
    var kept: [UInt: KeptDevice] = [:]
    /// Why nodes that libinput took are not used, by node.
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
    /// How often panels had something to say since libinput was last looked at, and after how many times it is.
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
        // Panels first: what they say is nothing that libinput has to look at.
        if !readPanels() { context.dispatch() }
        round(mayLackDevices: hasPanels, isUnplugged: true)
    }

    /// Reads what panels have said; false if that was nothing, so that something else is to be read, or if it is time to look
    /// whether there is.
    private func readPanels() -> Bool {
        var hasRead = false
        for panel in panelsInOrder where panel.read() { hasRead = true }
        readings = hasRead ? readings + 1 : 0
        return hasRead && readings % Self.maxReadings != 0
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
    func round(mayLackDevices: Bool, isUnplugged: Bool = false) {
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
}

extension Seat {
    /// Now, on the clock of the kernel's stamps.
    static var now: Instant {
        Instant(microseconds: cshims_clock_microseconds(CLOCK_MONOTONIC))
    }
}
