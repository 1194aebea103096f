import TouchCore
import TouchDevice
import TouchInput

/// How one format of the dump writes what happens; every result is whole lines, or empty.
protocol DumpLayout {
    func device(_ device: Device) -> String
    func removal(of device: Device) -> String
    func beginning() -> String
    /// - Parameters:
    ///   - isOver: whether contacts are only cancelled because the dump or the recording ends.
    ///   - raw: what the panel itself reports of a contact; nil: not shown.
    func frame(_ frame: borrowing Frame, of device: Device, isOver: Bool, raw: (ContactID) -> RawContact?) -> String
    /// - Parameter place: in fractions of the axes; not finite if unknown.
    func unheard(_ reason: Unheard, at place: UnitPoint, of device: Device, time: Instant) -> String
    /// Empty if this format leaves notices to the error stream.
    func notice(_ notice: Notice) -> String
}

final class DumpPrinter: SeatSink {
    private let layout: any DumpLayout
    /// Whether only notices are passed on, because another object writes the rest.
    private let isQuiet: Bool
    private let output: (String) -> Void
    private let errors: (String) -> Void
    private var devices: [DeviceID: Device] = [:]
    private var isOver = false
    /// Where to ask for the panel's own reports; nil: they are not shown.
    weak var source: PanelRounds?

    init(
        layout: any DumpLayout, isQuiet: Bool = false, output: @escaping (String) -> Void,
        errors: @escaping (String) -> Void
    ) {
        (self.layout, self.isQuiet, self.output, self.errors) = (layout, isQuiet, output, errors)
    }

    func beginTouches() { say(layout.beginning()) }

    /// Panels that are removed from now on are not unplugged, and contacts not cancelled: the dump or the recording ends.
    func end() { isOver = true }

    func deviceAdded(_ device: Device) {
        devices[device.id] = device
        say(layout.device(device))
    }

    func deviceRemoved(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id), !isOver else { return }
        say(layout.removal(of: device))
    }

    func frame(_ frame: borrowing Frame) {
        guard let device = devices[frame.device] else { return }
        let source = source
        say(layout.frame(frame, of: device, isOver: isOver) { source?.raw($0, of: device.id) })
    }

    func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {
        guard let device = devices[panel] else { return }
        say(layout.unheard(reason, at: place, of: device, time: time))
    }

    func notice(_ notice: Notice) {
        guard notice.priority <= .warning else { return }
        let line = layout.notice(notice)
        if line.isEmpty || isQuiet { errors(notice.text) } else { say(line) }
    }

    private func say(_ text: String) {
        if !text.isEmpty, !isQuiet { output(text) }
    }
}
