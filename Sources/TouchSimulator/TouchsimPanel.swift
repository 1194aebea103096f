package import TouchDevice
import TouchRecording

extension DeviceDescription {
    /// The default panel of touchsim: ten contacts, 256 × 160 mm, 16 units per millimeter.
    package static let touchsim: DeviceDescription = {
        let (x, y) = (Axis(minimum: 0, maximum: 4095, resolution: 16), Axis(minimum: 0, maximum: 2559, resolution: 16))
        return DeviceDescription(
            panel: "touchsim panel", .init(bus: 0x06, vendor: 0x7464, product: 0x0001, version: 1), x: x, y: y,
            slots: 10)
    }()

    /// Reads the description from a recording in any dialect; its events are ignored.
    package init(path: String) throws(PanelError) {
        let file = try RecordingFile(path: path)
        if let problem = file.problem, file.events.isEmpty { throw .unreadable(path: path, reason: "\(problem)") }
        guard let device = file.device else { throw .unreadable(path: path, reason: "the file describes no device") }
        self = device
    }

    /// The same with all codes that the kernel reports: also EV_SYN, and that of every axis.
    package var complete: DeviceDescription {
        var complete = self
        complete.codes[InputCode.synchronization, default: []].insert(0)
        if !axes.isEmpty { complete.codes[InputCode.absolute, default: []].formUnion(axes.keys) }
        return complete
    }
}
