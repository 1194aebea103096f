public import TouchCore

/// The panels of a recording, read like the panels of a seat: with the same repair, mapping and frames, in the time of
/// the recording.
///
/// No device, no clock: the same events always give the same frames. Events can be fed all at once or as they are read.
public final class RecordedSeat {
    private var panels: [Panel?] = []
    /// On no clock: every event has its time.
    package let rounds = PanelRounds { .zero }

    /// Announces the panels, and reports other devices; events are not used, and the sink must outlive the seat.
    public init(_ devices: [DeviceRecording], view: (Device) -> PanelView, sink: any SeatSink) {
        rounds.begin(for: sink)
        for (index, recording) in devices.enumerated() {
            guard let description = recording.description?.withFuzz(of: recording.udev),
                let device = Device(recording, id: DeviceID(UInt32(index + 1)))
            else {
                panels.append(nil)
                let text = "\(recording.description?.name ?? recording.sysname) has no touch axes"
                sink.notice(Notice(.brokenAxes, .warning, text: text))
                continue
            }
            panels.append(rounds.add(device, description, node: nil, view(device)))
        }
    }

    /// Feeds one event of the device with that index in the recording.
    public func feed(_ event: InputEvent, of device: Int) {
        guard panels.indices.contains(device), let panel = panels[device], let sink = rounds.sink else { return }
        if panel.feed(event, to: sink) { panel.endRound() }
    }

    /// Ends the recording, on its own clock: contacts that are still down are cancelled, then the panels are removed.
    public func end(at time: Instant) {
        for case let panel? in panels { rounds.remove(panel, at: time) }
        panels.removeAll()
    }

    /// Feeds all events of a recording in the order of their timestamps, then ends it.
    public func play(_ devices: [DeviceRecording], ending: () -> Void = {}) {
        var last = Instant.zero
        for (device, events) in DeviceRecording.merged(devices) {
            for event in events {
                feed(event, of: device)
                last = max(last, Instant(microseconds: event.microseconds))
            }
        }
        ending()
        end(at: last)
    }
}

extension Device {
    /// The panel of a recording; nil if it does not describe one.
    public init?(_ recording: DeviceRecording, id: DeviceID) {
        guard let description = recording.description?.withFuzz(of: recording.udev),
            let (x, y) = description.positionAxes
        else { return nil }
        let matrix = recording.udev.first { $0.name == "LIBINPUT_CALIBRATION_MATRIX" }?.value
        self.init(
            id: id, name: description.name, node: recording.node ?? "/dev/input/\(recording.sysname)",
            sysname: recording.sysname, numbers: description.numbers, phys: "", uniq: "",
            origin: Origin(provenance: .unknown, remarks: ["from a recording"]), size: DeviceReader.size(x, y), x: x,
            y: y, breadthUnit: description.breadthUnit, slots: description.fingerCount,
            isAbsoluteMouse: description.isAbsoluteMouse, fingersAtStart: 0,
            calibration: matrix.flatMap(Transform.init(udev:)) ?? .identity,
            seat: recording.udev.first { $0.name == "ID_SEAT" }?.value ?? "seat0", properties: recording.udev)
    }
}
