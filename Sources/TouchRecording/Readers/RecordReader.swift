import RecordingWriters
import TouchDevice

/// Reads the YAML of `libinput record`, file version 1.
///
/// Unknown keys are skipped, as are libinput's own events (`libinput:`) and data of hidraw nodes (`hid:`).
struct RecordReader {
    private var file = RecordingFile()

    static func read(_ bytes: [UInt8]) -> RecordingFile {
        let (root, problem) = YAMLParser.document(in: bytes)
        var reader = RecordReader()
        do throws(RecordingError) {
            if let root { try reader.read(root) }
        } catch {
            reader.file.problem = error
        }
        reader.file.problem = problem ?? reader.file.problem
        return reader.file
    }

    private mutating func read(_ root: YAML) throws(RecordingError) {
        guard let version = root["version"] else { throw .missingField(line: root.line, field: "version") }
        guard version.text == "1" else {
            throw .unsupportedVersion(line: version.line, text: String((version.text ?? "").prefix(40)))
        }
        let devices = root["devices"]?.items ?? []
        if let count = root["ndevices"]?.text.flatMap({ Int($0) }), count > devices.count {
            file.remarks.append("\(count) devices announced, \(devices.count) found")
        }
        for device in devices { try readDevice(device) }
    }

    private mutating func readDevice(_ node: YAML) throws(RecordingError) {
        var device = DeviceRecording(node: node["node"]?.text)
        if let evdev = node["evdev"] { device.description = try Self.description(evdev) }
        for property in node["udev"]?["properties"]?.items ?? [] {
            guard let text = property.text else { throw Self.bad(property, "a udev property") }
            device.udev.set(Device.Property(text: text.utf8))
        }
        defer { file.devices.append(device) }
        var lastLine = 0
        for item in node["events"]?.items ?? [] {
            for event in item["evdev"]?.items ?? [] {
                device.events.append(try Self.event(event))
                lastLine = event.line
            }
        }
        if device.events.last?.isFrameEnd == false, file.problem == nil {
            file.problem = .unfinishedFrame(line: lastLine)
        }
    }

    /// nil if it does not describe the device.
    private static func description(_ evdev: YAML) throws(RecordingError) -> DeviceDescription? {
        var description = DeviceDescription(name: String(name: (evdev["name"]?.text ?? "").utf8))
        if let id = evdev["id"] {
            guard let numbers = Device.Numbers(try numbers(id, "the ids")) else { throw bad(id, "the ids") }
            description.numbers = numbers
        }
        for (key, value) in evdev["codes"]?.members ?? [] {
            let type: UInt16 = try number(.scalar(key, line: value.line), "an event type")
            let codes: Set<UInt16> = Set(try numbers(value, "the codes"))
            let isUsual = type == 0 && codes == Dialect.record.synchronizationCodes
            if !isUsual, !codes.isEmpty { description.codes[type] = codes }
        }
        for (key, value) in evdev["absinfo"]?.members ?? [] {
            let code: UInt16 = try number(.scalar(key, line: value.line), "an axis")
            let numbers: [Int32] = try numbers(value, "an axis")
            guard let axis = Axis(numbers) else { throw bad(value, "an axis") }
            description.axes[code] = axis
        }
        if let properties = evdev["properties"] {
            description.properties = Set(try numbers(properties, "the properties"))
        }
        for (key, path) in [("lights", \DeviceDescription.lights), ("switches", \.switches)] {
            for (name, value) in evdev[key]?.members ?? [] {
                let code: UInt16 = try number(.scalar(name, line: value.line), key)
                description[keyPath: path][code] = try number(value, key)
            }
        }
        return description == DeviceDescription() ? nil : description
    }

    private static func event(_ node: YAML) throws(RecordingError) -> InputEvent {
        let fields = node.items
        guard fields.count == 5 else { throw bad(node, "an event") }
        let (seconds, micros): (Int64, Int64) = (try number(fields[0], "the time"), try number(fields[1], "the time"))
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (time, overflowsToo) = whole.addingReportingOverflow(micros)
        guard seconds >= 0, (0..<1_000_000).contains(micros), !overflows, !overflowsToo else {
            throw bad(fields[0], "the time")
        }
        return InputEvent(
            microseconds: time, type: try number(fields[2], "the event type"), code: try number(fields[3], "the code"),
            value: try number(fields[4], "the value"))
    }

    private static func numbers<Number: FixedWidthInteger>(
        _ node: YAML, _ field: String
    ) throws(RecordingError) -> [Number] {
        try node.items.map { item throws(RecordingError) in try number(item, field) }
    }

    private static func number<Number: FixedWidthInteger>(
        _ node: YAML, _ field: String
    ) throws(RecordingError) -> Number {
        guard let text = node.text, let number = Fields.number(Array(text.utf8)[...], as: Number.self) else {
            throw bad(node, field)
        }
        return number
    }

    private static func bad(_ node: YAML, _ field: String) -> RecordingError {
        .badNumber(line: node.line, field: field, text: String((node.text ?? "").prefix(40)))
    }
}
