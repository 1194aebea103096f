package import TouchCore
package import TouchDevice
package import TouchInput

/// Collects statistics of the panels of a seat, and passes everything on.
package final class TouchCollector: SeatSink, PanelViews {
    private(set) var panels: [(device: Device, statistics: TouchStatistics)] = []
    /// The fingers, as the lines of a trace; nil unless requested.
    package private(set) var trace: TraceLines?
    /// Where to ask for the breadth of contacts, which some filters need.
    weak var rounds: PanelRounds?
    private let settings: ConfiguredPanels?
    private var trials: [DeviceID: (source: String, trial: FilterTrial?)] = [:]
    private let isTracing: Bool
    private let next: (any SeatSink)?
    private let wanted: ((Device) -> Bool)?
    private var unwanted: Set<DeviceID> = []
    private var isOver = false

    /// Collects from a seat with its own views, in percent, of the wanted panels, of all if nil; `next` receives everything
    /// too, and the filters of the settings are tried on the contacts, which stay as they are.
    package init(
        next: (any SeatSink)? = nil, isTracing: Bool = false, settings: ConfiguredPanels? = nil,
        wanted: ((Device) -> Bool)? = nil
    ) {
        (self.next, self.isTracing, self.settings, self.wanted) = (next, isTracing, settings, wanted)
    }

    /// Percent of the panel, which has the size and the maximum speed of the settings.
    package func view(for device: Device) -> PanelView { settings?.view(for: device) ?? .percent }

    /// A panel appeared.
    package func deviceAdded(_ device: Device) {
        guard wanted?(device) ?? true else {
            unwanted.insert(device.id)
            return
        }
        var device = device
        device.size = view(for: device).size ?? device.size
        var statistics = TouchStatistics()
        statistics.refusal = settings?.refusal(of: device)
        panels.append((device, statistics))
        trials[device.id] = settings?.trial(of: device)
        if isTracing, trace == nil { trace = TraceLines(about: device.name, view: Self.shape(of: device)) }
        next?.deviceAdded(device)
        guard let refusal = statistics.refusal else { return }
        let text = "\(device.node) is not read by touchd: \(refusal)"
        next?.notice(Notice(.ignoredDevice, .warning, device: device.id, text: text))
    }

    /// A view 1000 pixels wide with the aspect ratio of the panel.
    private static func shape(of device: Device) -> Size {
        let size = device.size.map { ($0.width, $0.height) } ?? (Double(device.x.steps), Double(device.y.steps))
        return Size(width: 1000, height: min(max(1000 * size.1 / size.0, 100), 10_000).rounded())
    }

    /// A panel is gone.
    package func deviceRemoved(_ id: DeviceID) {
        guard unwanted.remove(id) == nil else { return }
        next?.deviceRemoved(id)
    }

    /// Contacts changed.
    package func frame(_ frame: borrowing Frame) {
        let device = frame.device
        guard let index = panels.firstIndex(where: { $0.device.id == device }) else { return }
        panels[index].statistics.record(frame)
        let rounds = rounds
        trials[device]?.trial?.handle(frame) { rounds?.raw($0, of: device)?.breadth }
        // A trace covers one panel.
        if index == 0, !isOver { trace?.record(frame) }
        next?.frame(frame)
    }

    /// A notice for the administrator.
    package func notice(_ notice: Notice) {
        if let id = notice.device, let index = panels.firstIndex(where: { $0.device.id == id }) {
            switch notice.code {
            case .eventsLost: panels[index].statistics.countLoss()
            case .missedLift: panels[index].statistics.noteMissedLift()
            case .stuckContact: panels[index].statistics.isStuck = true
            default: break
            }
        }
        next?.notice(notice)
    }

    /// A landing became no contact, or a finger jumped.
    package func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {
        guard let index = panels.firstIndex(where: { $0.device.id == panel }) else { return }
        panels[index].statistics.ignored[reason, default: 0] += 1
        next?.unheard(reason, at: place, of: panel, time: time)
    }

    /// The seat or the recording ends, or another program has grabbed a panel: contacts that are down are cancelled by
    /// that, not by the panel.
    package func end(at time: Instant? = nil, isGrabbed: (Device) -> Bool = { _ in false }) {
        isOver = true
        for (index, panel) in panels.enumerated() {
            let isSilent = panel.statistics.contacts == 0
            if let (source, trial) = trials.removeValue(forKey: panel.device.id) {
                panels[index].statistics.filters = FilterEffect(source, trial)
            }
            panels[index].statistics.end(at: time, isGrabbed: isSilent && isGrabbed(panel.device))
        }
    }
}
