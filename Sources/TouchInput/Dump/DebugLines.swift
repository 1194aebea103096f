import Glibc
import TouchCore

/// The lines of `libinput debug-events` 1.22.
struct DebugLines {
    private var lastDevice: String?

    /// What a line about a device says.
    struct Appearance {
        var sysname: String
        var name: String
        var seat: String
        var logicalSeat: String
        var group: Int
        /// Letters of what it can do, `t` for touch.
        var capabilities: String
        /// Width and height in millimetres.
        var size: (width: Double, height: Double)?
        var touchCount: Int
        var hasCalibration: Bool
    }

    /// What happened to a finger.
    struct Touch {
        /// `TOUCH_DOWN` and so on.
        let type: String
        /// Microseconds since the start.
        let time: Int64
        /// Slot and seat slot; nil for the end of a frame.
        var slots: (slot: Int32, seat: Int32)?
        /// Place in percent and in millimetres, for landings and movements.
        var place: (percent: (x: Double, y: Double), millimetres: (x: Double, y: Double))?
    }

    /// A device came or went.
    mutating func line(_ type: String, _ device: Appearance) -> String {
        var text = header(type, device.sysname)
        text += "\(device.name.padded(to: 33)) \(device.seat.filled(to: 5)) \(device.logicalSeat.filled(to: 7)) "
        text += "group\(String(device.group).padded(to: 2)) cap:\(device.capabilities)"
        if let size = device.size {
            text += "  size \(TextLayout.fixed(size.width, 0))x\(TextLayout.fixed(size.height, 0))mm"
        }
        if device.capabilities.contains("t") { text += " ntouches \(device.touchCount)" }
        return text + (device.hasCalibration ? " calib\n" : "\n")
    }

    /// A finger did something, or a frame ended.
    mutating func line(_ touch: Touch, of sysname: String) -> String {
        let milliseconds = touch.time >= 0 ? touch.time / 1000 : (touch.time - 999) / 1000
        let seconds = TextLayout.fixed(Double(milliseconds) / 1000, 3)
        var text = header(touch.type, sysname) + (milliseconds < 0 ? "" : "+") + seconds + "s\t"
        if let slots = touch.slots { text += "\(slots.slot) (\(slots.seat))" }
        if let (percent, millimetres) = touch.place {
            text += " \(Self.number(percent.x))/\(Self.number(percent.y))"
            text += " (\(Self.number(millimetres.x))/\(Self.number(millimetres.y))mm)"
        }
        return text + "\n"
    }

    private mutating func header(_ type: String, _ sysname: String) -> String {
        defer { lastDevice = sysname }
        return "\(lastDevice == sysname ? " " : "-")\(sysname.padded(to: 7))  \(type.padded(to: 23)) "
    }

    /// With printf's rounding: what lies exactly in the middle goes to the even digit.
    private static func number(_ value: Double) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let count = unsafe withVaList([value]) { unsafe vsnprintf(start, buffer.count, "%5.2f", $0) }
            return count < 0 ? "" : unsafe String(cString: start)
        }
    }
}

extension DebugLines {
    /// A whole recording, as libinput would report it; udev's calibration is not applied.
    public static func text(of devices: [DeviceRecording]) -> String {
        var lines = DebugLines()
        var text = ""
        var seat = SeatSlots()
        var decoders: [TouchDecoder?] = []
        for (index, device) in devices.enumerated() {
            guard let description = device.description, let axes = description.positionAxes else {
                decoders.append(nil)
                continue
            }
            decoders.append(TouchDecoder(description))
            let size = DeviceReader.size(axes.x, axes.y).map { ($0.width, $0.height) }
            text += lines.line(
                "DEVICE_ADDED",
                Appearance(
                    sysname: device.sysname, name: description.name, seat: "seat0", logicalSeat: "default",
                    group: index + 1, capabilities: "t", size: size,
                    touchCount: description.fingerCount ?? 1,
                    hasCalibration: true))
        }
        let start = devices.compactMap { $0.events.first?.microseconds }.min() ?? 0
        for (index, events) in DeviceRecording.merged(devices) {
            guard let axes = devices[index].description?.positionAxes else { continue }
            let isMultitouch = devices[index].description?.fingerCount != nil
            for event in events where decoders[index]?.take(event) == true {
                let time = event.microseconds - start
                let reports = decoders[index]?.reports ?? []
                for report in reports {
                    let slots = (isMultitouch ? report.slot : -1, seat.slot(of: report, on: index))
                    text += lines.line(Touch(report, in: slots, at: time, on: axes), of: devices[index].sysname)
                }
                if !reports.isEmpty {
                    text += lines.line(Touch(type: "TOUCH_FRAME", time: time), of: devices[index].sysname)
                }
                decoders[index]?.beginFrame()
            }
        }
        return text
    }
}

extension DebugLines.Touch {
    fileprivate init(
        _ report: TouchDecoder.Report, in slots: (Int32, Int32), at time: Int64, on axes: (x: Axis, y: Axis)
    ) {
        let types: [TouchDecoder.Report.Kind: String] = [
            .down: "TOUCH_DOWN", .motion: "TOUCH_MOTION", .up: "TOUCH_UP", .cancel: "TOUCH_CANCEL",
        ]
        self.init(type: types[report.kind] ?? "", time: time, slots: slots)
        guard report.kind == .down || report.kind == .motion else { return }
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

/// libinput's numbers of the fingers of a seat: the lowest that is free when one lands.
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
