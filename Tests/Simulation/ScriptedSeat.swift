import TouchSimulator
package import TouchCore
private import TouchDevice
package import TouchInput

/// A seat of panels whose events a test writes.
package final class ScriptedSeat: PanelSource {
    package let rounds: PanelRounds
    /// Nobody waits for it: ``dispatch()`` follows each write.
    package var descriptor: Int32? { nil }
    /// A script has no other nodes.
    package var candidates: [Candidate] {
        panels.map { panel in
            Candidate(
                node: panel.device.node, name: panel.device.name, refusal: views?.view(for: panel.device).refusal,
                device: panel.device)
        }
    }
    private var views: (any PanelViews)?
    private var panels: [ScriptedPanel] = []
    private var lastID: UInt32 = 0
    private let log: FrameLog?

    /// One without panels; `log` keeps what fingers do on them.
    package init(log: FrameLog? = nil, now: @escaping () -> Instant) {
        self.log = log
        rounds = PanelRounds(now: now)
    }

    package func start(for sink: any SeatSink, views: any PanelViews) {
        self.views = views
        log?.pass(to: sink)
        rounds.begin(for: log ?? sink)
        for panel in panels { read(panel) }
    }

    package func dispatch() { rounds.dispatch() }

    package func tick() {
        let now = rounds.now()
        dispatch()
        rounds.tick(at: now)
    }

    package func followViews() {
        guard let views else { return }
        for panel in panels {
            let isRead = devices.contains { $0.id == panel.device.id }
            let isRefused = views.view(for: panel.device).refusal != nil
            if isRead, isRefused { rounds.remove(panel.device.id) }
            if !isRead, !isRefused { read(panel) }
        }
        rounds.follow(views)
    }

    package func stop() {
        for panel in panels { rounds.remove(panel.device.id) }
        panels = []
        views = nil
    }

    /// Plugs a panel in; the seat needs not have started.
    package func plug(_ panel: ScriptedPanel) {
        lastID += 1
        panel.device.id = DeviceID(lastID)
        panel.device.fingersAtStart = panel.fingers.count
        panels.append(panel)
        read(panel)
    }

    package func unplug(_ panel: ScriptedPanel) {
        rounds.remove(panel.device.id)
        panels.removeAll { $0 === panel }
        panel.reset()
    }

    private func read(_ panel: ScriptedPanel) {
        guard let views else { return }
        let view = views.view(for: panel.device)
        guard view.refusal == nil else { return }
        let isRead = rounds.add(
            panel.device, panel.description.complete, reading: panel.reader, of: panel, view)
        precondition(isRead, "there is room for a panel")
    }
}
