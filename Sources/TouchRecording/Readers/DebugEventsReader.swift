import TouchDevice

/// Reads the lines of `libinput debug-events`, versions 1.13 to 1.29.
///
/// Its places are rounded to hundredths of a millimeter, or of a percent on panels without resolution: the axes
/// that are made of them have steps of that size.
struct DebugEventsReader: LineReader {
    private var devices: [String: Panel] = [:]
    private var order: [String] = []
    private var open: (device: String, time: Int64)?
    private var earliest: Int64 = 0
    private var eventCount = 0

    /// What was read of one panel, before its axes are known for sure.
    private struct Panel {
        var name = ""
        /// Width and height in millimeters.
        var size: (width: Double, height: Double)?
        var isSlotted = false
        var maxSlots: Int32 = 0
        var frames: [(time: Int64, fingers: [Finger])] = []
        var fingers: [Finger] = []
    }

    private struct Finger {
        let slot: Int32
        let phase: FingerEvents.Phase
        var percent: (x: Double, y: Double) = (0, 0)
        var millimeters: (x: Double, y: Double)?
    }

    mutating func read(_ line: Line) throws(RecordingError) {
        guard let event = DebugEventLine(line) else { return }
        switch event.type {
        case "DEVICE_ADDED": add(event)
        case "DEVICE_REMOVED": closeFrame()
        case "TOUCH_FRAME":
            eventCount += 1
            closeFrame()
        case "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP", "TOUCH_CANCEL":
            guard line.isComplete else { throw .cutOff(line: line.number) }
            try touch(event, line)
        default: break
        }
    }

    mutating func finish() -> RecordingFile {
        closeFrame()
        var file = RecordingFile(remarks: ["converted from contacts: the panel's own events are not in it"])
        for sysname in order {
            guard let panel = devices[sysname] else { continue }
            file.devices.append(Self.recording(panel, sysname, shift: max(0, -earliest)))
        }
        return file
    }

    private mutating func add(_ event: DebugEventLine) {
        closeFrame()
        if devices[event.sysname] == nil { order.append(event.sysname) }
        var panel = devices[event.sysname] ?? Panel()
        panel.name = event.deviceName
        if let size = event.size { panel.size = size }
        if let count = event.touchCount { panel.maxSlots = max(panel.maxSlots, count - 1) }
        devices[event.sysname] = panel
    }

    private mutating func touch(_ event: DebugEventLine, _ line: Line) throws(RecordingError) {
        guard let time = event.time else { throw .missingField(line: line.number, field: "the time") }
        guard let slot = event.slot else { throw .missingField(line: line.number, field: "the slot") }
        guard (-1...4095).contains(slot) else {
            throw .badNumber(line: line.number, field: "the slot", text: "\(slot)")
        }
        if let open, open != (event.sysname, time) { closeFrame() }
        open = (event.sysname, time)
        earliest = min(earliest, time)
        if devices[event.sysname] == nil { order.append(event.sysname) }
        var panel = devices[event.sysname] ?? Panel()
        if slot >= 0 { panel.isSlotted = true }
        panel.maxSlots = max(panel.maxSlots, slot)
        let phases: [String: FingerEvents.Phase] = [
            "TOUCH_DOWN": .began, "TOUCH_MOTION": .moved, "TOUCH_UP": .ended, "TOUCH_CANCEL": .cancelled,
        ]
        var finger = Finger(slot: slot, phase: phases[event.type] ?? .ended)
        if finger.phase == .began || finger.phase == .moved {
            guard let place = event.percent else { throw .missingField(line: line.number, field: "the place") }
            (finger.percent, finger.millimeters) = (place, event.millimeters)
        }
        panel.fingers.append(finger)
        devices[event.sysname] = panel
    }

    private mutating func closeFrame() {
        guard let (device, time) = open, var panel = devices.removeValue(forKey: device) else { return }
        panel.frames.append((time, panel.fingers))
        panel.fingers = []
        devices[device] = panel
        open = nil
    }

    private static func recording(_ panel: Panel, _ sysname: String, shift: Int64) -> DeviceRecording {
        let (x, y) = axes(panel)
        var events = FingerEvents(name: panel.name, x: x, y: y, slots: panel.isSlotted ? Int(panel.maxSlots) + 1 : nil)
        for frame in panel.frames {
            for finger in frame.fingers {
                // libinput's percents count units, not steps.
                let place: (x: Double, y: Double)
                if panel.size != nil, let millimeters = finger.millimeters {
                    place = (millimeters.x * 100, millimeters.y * 100)
                } else {
                    place = (finger.percent.x * 100, finger.percent.y * 100)
                }
                events.add(
                    finger: Int64(finger.slot), slot: max(0, finger.slot), finger.phase, x: unit(place.x),
                    y: unit(place.y))
            }
            events.endFrame(at: frame.time + shift)
        }
        return events.recording(node: "/dev/input/\(sysname)")
    }

    private static func axes(_ panel: Panel) -> (x: Axis, y: Axis) {
        func axis(_ millimeters: Double?) -> Axis {
            let units = millimeters.map { $0 * 100 } ?? 10_000
            let maximum = Int32(max(1, min(units.rounded() - 1, 1e9)))
            return Axis(minimum: 0, maximum: maximum, resolution: millimeters == nil ? 0 : 100)
        }
        return (axis(panel.size?.width), axis(panel.size?.height))
    }

    private static func unit(_ value: Double) -> Int32 {
        Int32(max(-1e9, min(1e9, value.rounded())))
    }
}
