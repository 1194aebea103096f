import TouchCore

/// What libinput would say of a recording, without any repair; udev's calibration is not applied.
package enum RecordedReports {
    /// Plays a whole recording.
    package static func play(_ devices: [DeviceRecording], _ body: (LibinputNews) -> Void) {
        var seat: UInt32 = 0
        var decoders: [TouchDecoder?] = []
        for (index, device) in devices.enumerated() {
            guard let description = device.description, let axes = description.positionAxes else {
                decoders.append(nil)
                continue
            }
            decoders.append(TouchDecoder(description))
            body(
                .added(
                    LibinputNews.Appearance(
                        sysname: device.sysname, name: description.name, seat: "seat0", logicalSeat: "default",
                        group: index + 1, capabilities: "t",
                        size: DeviceReader.size(axes.x, axes.y).map { ($0.width, $0.height) },
                        touchCount: description.fingerCount ?? 1, hasCalibration: true)))
        }
        let start = devices.compactMap { $0.events.first?.microseconds }.min() ?? 0
        for (index, events) in DeviceRecording.merged(devices) {
            guard let axes = devices[index].description?.positionAxes else { continue }
            let sysname = devices[index].sysname
            for event in events where decoders[index]?.take(event, seat: &seat) == true {
                let time = event.microseconds - start
                for report in decoders[index]?.reports ?? [] {
                    body(.touch(LibinputNews.Touch(report, at: time, on: axes), of: sysname))
                }
                if decoders[index]?.isClosed == true {
                    body(.touch(LibinputNews.Touch(kind: .frame, time: time), of: sysname))
                }
                decoders[index]?.beginFrame()
            }
        }
    }
}

extension LibinputNews.Touch {
    fileprivate init(_ report: TouchDecoder.Report, at time: Int64, on axes: (x: Axis, y: Axis)) {
        let kinds: [TouchDecoder.Report.Kind: Kind] = [.down: .down, .motion: .motion, .up: .up, .cancel: .cancel]
        self.init(kind: kinds[report.kind] ?? .cancel, time: time, slots: (report.slot, report.seatSlot))
        guard kind == .down || kind == .motion else { return }
        // libinput scales by units, not steps, and takes one unit a millimetre where the panel does not say.
        func percent(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) * 100 / Double(axis.steps + 1)
        }
        func millimetres(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) / Double(axis.resolution > 0 ? axis.resolution : 1)
        }
        place = (
            (percent(report.x, axes.x), percent(report.y, axes.y)),
            (millimetres(report.x, axes.x), millimetres(report.y, axes.y))
        )
    }
}
