public import TouchCore

/// The touch panels of one physical seat: libinput finds and opens them, touches are decoded from their nodes.
///
///     waiting ──start──▶ running ──stop──▶ stopped
///
/// Independent of any event loop: wait until ``descriptor`` is readable, then call ``dispatch()``. Everything goes to
/// the sink. Not thread-safe: one thread owns it.
public final class Seat: PanelSource {
    enum State {
        case waiting, running, stopped
    }

    /// The panels in use.
    public let rounds: PanelRounds
    let context: InputContext
    let rule: ProvenanceRule
    let seat: String
    private(set) var views: (any PanelViews)?
    private(set) var state = State.waiting
    var panels: [UInt: Panel] = [:]
    var lastDevice: UInt32 = 0
    /// The devices of ``panels``, and those rejected by their view.
    var kept: [UInt: KeptDevice] = [:]
    /// Why nodes that libinput opened are not used, by node.
    var verdicts: [String: String] = [:]
    var hasSaidDeaf = false
    var recovery = NodeRecovery() {
        didSet { rounds.ownDeadline = recovery.deadline }
    }
    var isReopening = false
    /// Number of reads of panels since libinput was last dispatched, and their maximum.
    private var readings = 0
    private static let maxReadings = 64
    private var hasPanels = false

    /// `now`: on the clock of the kernel's timestamps (CLOCK_MONOTONIC).
    public init(
        _ seat: String = "seat0", isVerbose: Bool = false, now: @escaping () -> Instant,
        rule: ProvenanceRule = ProvenanceRule()
    ) throws(SeatError) {
        context = try InputContext(isVerbose: isVerbose)
        rounds = PanelRounds(now: now)
        self.seat = seat
        self.rule = rule
    }

    deinit {
        // Devices of libinput must not outlive their context, which would go first.
        kept.removeAll()
    }

    /// Readable when ``dispatch()`` has something to do; stays the same from start to end.
    public var descriptor: Int32? { context.descriptor }

    /// Opens the seat's panels and announces them.
    public func start(for sink: any SeatSink, views: any PanelViews) throws(SeatError) {
        guard state == .waiting else { return }
        rounds.begin(for: sink)
        self.views = views
        guard context.assign(seat: seat) else { throw .cannotAssign(seat: seat) }
        state = .running
        round(mayLackDevices: true)
    }

    /// Reads and processes all pending events; returns at once if there are none.
    public func dispatch() {
        guard state == .running, !rounds.isInRound else { return }
        // Panels first: their events are of no interest to libinput, which has nothing to say then.
        readings += 1
        if rounds.dispatch(evenIfSilent: false), readings < Self.maxReadings { return }
        readings = 0
        context.dispatch()
        round(mayLackDevices: hasPanels, isUnplugged: true)
    }

    /// Also reopens nodes that the kernel revoked.
    public func tick() {
        // Before the read: what is stamped later may still be unread.
        let now = rounds.now()
        dispatch()
        guard state == .running, !rounds.isInRound else { return }
        rounds.tick(at: now)
        reopenLostNodes(at: now)
        review()
    }

    /// Stops for good: every contact is cancelled, every device removed.
    public func stop() {
        if rounds.postpone({ [unowned self] in stop() }) { return }
        let wasRunning = state == .running
        state = .stopped
        guard wasRunning else { return }
        context.suspend()
        round(mayLackDevices: false)
    }

    /// Asks for the view of each panel again; see ``PanelSource/followViews()``.
    public func followViews() {
        if rounds.postpone({ [unowned self] in followViews() }) { return }
        guard let views else { return }
        rounds.perform { _ in
            for known in kept.values.sorted(by: { $0.device.id < $1.device.id }) {
                follow(views.view(for: known.device), known)
            }
            review()
        }
    }

    /// Every event node of the machine, and why it is read or not.
    public var candidates: [Candidate] {
        context.candidates(of: seat, kept: kept.values.map(\.device)) { node in
            rounds.panel(at: node) != nil ? nil : verdicts[node] ?? NodeVerdict.unread(node)
        }
    }

    func round(mayLackDevices: Bool, isUnplugged: Bool = false) {
        rounds.perform { sink in
            while let event = context.next() { handle(event) }
            // Panels come and go only with libinput's events.
            let panels = rounds.panels
            hasPanels = !panels.isEmpty
            rounds.handOut(of: panels, to: sink)
            for node in context.opener.refused where !recovery.isRefused(node) {
                recovery.refuse(node, at: rounds.now())
            }
            rounds.end(of: panels)
            let isRefused = sayNotices()
            guard mayLackDevices, !hasPanels, !isRefused else { return }
            // A panel that was just unplugged leaves none that may be unusable.
            let text = NodeVerdict.noDevice(on: seat, among: isUnplugged ? [] : candidates)
            say(Notice(.noTouchDevice, .warning, text: text))
        }
    }

    private func review() {
        hasPanels = !rounds.panels.isEmpty
        rounds.review()
    }
}
