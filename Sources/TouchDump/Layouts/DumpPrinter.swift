import TouchCore
import TouchDevice
import TouchInput

/// How one format of the dump writes what happens; every result is whole lines, or empty.
protocol DumpLayout {
    func device(_ device: Device) -> String
    func removal(of device: Device) -> String
    func beginning() -> String
    func frame(_ frame: borrowing Frame, of device: Device) -> String
    /// Empty if this format leaves notices to the error stream.
    func notice(_ notice: Notice) -> String
}

/// Prints what a seat reports.
final class DumpPrinter: SeatSink {
    private let layout: any DumpLayout
    private let isVerbose: Bool
    /// Whether only notices are passed on, because another object writes the rest.
    private let isQuiet: Bool
    private let output: (String) -> Void
    private let errors: (String) -> Void
    private var devices: [DeviceID: Device] = [:]
    private var showsRemovals = true

    init(
        layout: any DumpLayout, isVerbose: Bool, isQuiet: Bool = false, output: @escaping (String) -> Void,
        errors: @escaping (String) -> Void
    ) {
        (self.layout, self.isVerbose, self.isQuiet) = (layout, isVerbose, isQuiet)
        (self.output, self.errors) = (output, errors)
    }

    func beginTouches() {
        say(layout.beginning())
    }

    /// Panels that are removed from now on are not unplugged: the dump or the recording ends.
    func end() { showsRemovals = false }

    func deviceAdded(_ device: Device) {
        devices[device.id] = device
        say(layout.device(device))
    }

    func deviceRemoved(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id), showsRemovals else { return }
        say(layout.removal(of: device))
    }

    func frame(_ frame: borrowing Frame) {
        guard let device = devices[frame.device] else { return }
        say(layout.frame(frame, of: device))
    }

    func notice(_ notice: Notice) {
        guard isVerbose || notice.priority <= .warning else { return }
        let line = layout.notice(notice)
        if line.isEmpty || isQuiet { errors(notice.text) } else { say(line) }
    }

    private func say(_ text: String) {
        if !text.isEmpty, !isQuiet { output(text) }
    }
}
