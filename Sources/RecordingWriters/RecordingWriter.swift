package import TouchDevice

/// Writes recordings in a form that contains the kernel's events, piece by piece; every result is whole lines.
package protocol RecordingWriter: Sendable {
    /// Writes the part before the events.
    mutating func begin(_ devices: [DeviceRecording]) -> String
    /// Writes events of one of the devices of ``begin(_:)``, one frame or part of one.
    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String
    mutating func end() -> String
}

extension RecordingWriter {
    /// Nothing is held back.
    package mutating func end() -> String { "" }
}

extension Dialect {
    /// A whole recording in this form.
    package func text(of devices: [DeviceRecording]) -> String {
        var writer = writer
        var text = writer.begin(devices)
        for (device, events) in DeviceRecording.merged(devices) { text += writer.write(events, of: device) }
        return text + writer.end()
    }

    /// The codes of EV_SYN that evemu-record and libinput record write for any device.
    package var synchronizationCodes: Set<UInt16> { self == .record ? Set(0...15) : [0, 1, 3] }

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
