package import TouchDevice
import TouchRecording

extension PanelDescription {
    /// The panel described by a recording.
    package init(_ device: DeviceDescription) {
        self.init(
            name: device.name,
            identity: Identity(
                bus: device.numbers.bus, vendor: device.numbers.vendor, product: device.numbers.product,
                version: device.numbers.version),
            properties: device.properties, codes: device.codes.filter { !$0.value.isEmpty },
            axes: device.axes.mapValues { axis in
                AxisDescription(
                    axis.axis.minimum, axis.axis.maximum, fuzz: axis.axis.fuzz, flat: axis.flat,
                    resolution: axis.axis.resolution)
            })
    }

    /// Reads the description from a recording in any dialect; its events are ignored.
    ///
    /// - Throws: when the file cannot be read, is in no known dialect, or has no description.
    package init(path: String) throws(PanelError) {
        let file = RecordingFile(reading: try contents(of: path))
        if let problem = file.problem, file.events.isEmpty { throw .unreadable(path: path, reason: "\(problem)") }
        guard let device = file.device else {
            throw .unreadable(path: path, reason: "the file describes no device")
        }
        self.init(device)
    }
}
