package import TouchDevice

/// Writes recordings in a form that contains the kernel's events, piece by piece; every result is whole lines.
package protocol RecordingWriter: Sendable {
    /// Writes the part before the events.
    mutating func begin(_ devices: [DeviceRecording]) -> String
    /// Writes events of a device, one frame or part of one.
    ///
    /// - Parameter device: the index of the device among those of ``begin(_:)``.
    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String
    /// Writes what was held back.
    mutating func end() -> String
}

extension RecordingWriter {
    /// A whole recording.
    package mutating func write(_ devices: [DeviceRecording]) -> String {
        var text = begin(devices)
        for (device, events) in DeviceRecording.merged(devices) { text += write(events, of: device) }
        return text + end()
    }
}

extension Dialect {
    /// A writer of the kernel's events in this form.
    package var writer: any RecordingWriter {
        switch self {
        case .evemu: EvemuWriter()
        case .record: RecordWriter()
        case .evtest: EvtestWriter()
        case .json: EventLinesWriter()
        }
    }
}
