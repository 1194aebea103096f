import TouchCore

/// The fingers of a recording in libinput's form, without any repair; udev's calibration is not applied.
package enum RecordedReports {
    /// Plays a whole recording.
    package static func play(_ devices: [DeviceRecording], _ body: (LibinputNews) -> Void) {
        var seat = SeatSlots()
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
                        size: PanelSize(x: axes.x, y: axes.y).map { ($0.width, $0.height) },
                        touchCount: description.fingerCount ?? 1, hasCalibration: true)))
        }
        let start = devices.compactMap { $0.events.first?.microseconds }.min() ?? 0
        for (index, events) in DeviceRecording.merged(devices) {
            guard let axes = devices[index].description?.positionAxes else { continue }
            let sysname = devices[index].sysname
            let isMultitouch = devices[index].description?.fingerCount != nil
            for event in events where decoders[index]?.feed(event) == true {
                let time = event.microseconds - start
                let reports = decoders[index]?.reports ?? []
                for report in reports {
                    let slots = (isMultitouch ? report.slot : -1, seat.slot(of: report, on: index))
                    body(.touch(LibinputNews.Touch(report, in: slots, at: time, on: axes), of: sysname))
                }
                if !reports.isEmpty {
                    body(.touch(LibinputNews.Touch(kind: .frame, time: time), of: sysname))
                }
                decoders[index]?.beginFrame()
            }
        }
    }
}

extension LibinputNews.Touch {
    fileprivate init(
        _ report: TouchDecoder.Report, in slots: (Int32, Int32), at time: Int64, on axes: (x: Axis, y: Axis)
    ) {
        let kinds: [TouchDecoder.Report.Kind: Kind] = [.down: .down, .motion: .motion, .up: .up, .cancel: .cancel]
        self.init(kind: kinds[report.kind] ?? .cancel, time: time, slots: slots)
        guard kind == .down || kind == .motion else { return }
        // libinput scales by units, not steps, and assumes one unit per millimeter without a resolution.
        func percent(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) * 100 / Double(axis.steps + 1)
        }
        func millimeters(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) / Double(axis.resolution > 0 ? axis.resolution : 1)
        }
        place = (
            (percent(report.x, axes.x), percent(report.y, axes.y)),
            (millimeters(report.x, axes.x), millimeters(report.y, axes.y))
        )
    }
}

/// libinput's numbers of the fingers of a seat: the lowest free number at landing.
private struct SeatSlots {
    private var taken: [(device: Int, slot: Int32)?] = []

    mutating func slot(of report: TouchDecoder.Report, on device: Int) -> Int32 {
        let known = taken.firstIndex { $0?.device == device && $0?.slot == report.slot }
        switch (report.kind, known) {
        case (.down, nil):
            let free = taken.firstIndex { $0 == nil } ?? taken.count
            if free == taken.count { taken.append(nil) }
            taken[free] = (device, report.slot)
            return Int32(free)
        case (.up, let index?), (.cancel, let index?):
            taken[index] = nil
            return Int32(index)
        case (_, let index): return Int32(index ?? -1)
        }
    }
}
