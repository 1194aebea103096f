public import TouchCore

/// Where panels come from: a seat of the machine, or a script.
public protocol PanelSource: AnyObject {
    var rounds: PanelRounds { get }
    /// Readable when ``dispatch()`` has something to do; nil for a script, which is read after each write.
    var descriptor: Int32? { get }
    /// Every event node, and why it is read or not.
    var candidates: [Candidate] { get }

    /// Opens the panels and announces them; `views` is asked for the view of each that appears.
    func start(for sink: any SeatSink, views: any PanelViews) throws(SeatError)
    /// Reads and processes all pending events; returns at once if there are none.
    func dispatch()
    /// Does what is due at ``nextDeadline``; reads first, because earlier reports must be processed first.
    func tick()
    /// Asks for the view of each panel again.
    ///
    /// Panels whose mapping changes get their contacts cancelled; panels that are rejected now are removed, and panels
    /// that were rejected before are added.
    func followViews()
    /// Stops for good: every contact is cancelled, every device removed.
    func stop()
}

extension PanelSource {
    /// The panels in use, in order of appearance.
    public var devices: [Device] { rounds.panels.map(\.device) }

    /// When ``tick()`` has something to do; nil while no finger is down, nothing is held back and every node can be
    /// read.
    public var nextDeadline: Instant? { rounds.deadline }

    /// Whether a finger has been down since the panel was opened; always false without tracking ids.
    public func isHeldSinceStart(_ id: DeviceID) -> Bool { rounds.panel(id)?.decoder.isHeldSinceStart ?? false }

    /// Reads, since fingers may have lifted, and checks which panels are inhibited: their contacts are cancelled.
    public func lookAtInhibition() {
        if rounds.postpone({ [unowned self] in lookAtInhibition() }) { return }
        dispatch()
        rounds.lookAtInhibition()
    }

    /// Whether a touchd has grabbed the panel, so that nothing arrives here; asks the kernel and changes nothing.
    public func isHeldByTouchd(_ id: DeviceID) -> Bool {
        rounds.panel(id)?.node?.isMarkedElsewhere ?? false
    }
}
