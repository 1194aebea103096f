import StrictJSON
import TouchDevice

/// Reads the project's JSON lines: converted events, or fingers from a live dump.
///
/// Lines of other types are skipped, so that a recording may be mixed with other output.
struct JSONLinesReader: LineReader {
    private var devices: [DeviceRecording] = []
    private var fingers: [Int: FingerEvents] = [:]
    private var places: [Int64: Int] = [:]
    private var unfinished = 0

    mutating func finish() -> RecordingFile {
        var file = RecordingFile()
        for (index, finger) in fingers where devices[index].events.isEmpty {
            // Its fingers are calibrated, and without noise.
            let udev = devices[index].udev.filter {
                !$0.name.hasPrefix("LIBINPUT_FUZZ_") && $0.name != "LIBINPUT_CALIBRATION_MATRIX"
            }
            devices[index] = finger.recording(node: devices[index].node, udev: udev)
            file.remarks = ["converted from contacts: the panel's own events are not in it"]
        }
        file.devices = devices
        if unfinished > 0 { file.problem = .unfinishedFrame(line: unfinished) }
        return file
    }

    mutating func read(_ line: Line) throws(RecordingError) {
        guard !line.trimmed.isEmpty else { return }
        let object: JSONObject
        do { object = try JSONObject(parsing: line.string) } catch {
            throw line.isComplete
                ? .refused(line: line.number, reason: error.description) : .cutOff(line: line.number)
        }
        let members = Members(object: object, line: line.number)
        switch object["type"]?.stringValue {
        case "device": try readDevice(members)
        case "events": try readEvents(members)
        case "frame": try readFrame(members)
        default: break
        }
    }

    private mutating func place(_ members: Members) throws(RecordingError) -> Int {
        let number: Int64 = try members.number("device")
        if let place = places[number] { return place }
        places[number] = devices.count
        devices.append(DeviceRecording())
        return devices.count - 1
    }

    private mutating func readDevice(_ members: Members) throws(RecordingError) {
        let place = try place(members)
        var device = DeviceRecording(node: members.object.text("node"), events: devices[place].events)
        for (name, value) in members.object["udev"]?.objectValue ?? [:] {
            device.udev.append(Device.Property(name: name, value: value.stringValue ?? ""))
        }
        if members.object["name"] != nil {
            var description = DeviceDescription(name: String(name: (members.object.text("name") ?? "").utf8))
            description.numbers = Device.Numbers(
                bus: try members.number("bus"), vendor: try members.number("vendor"),
                product: try members.number("product"), version: try members.number("version"))
            if members.object["codes"] != nil {
                try readCapabilities(members, &description)
            } else {
                try readSurface(members, description, at: place)
            }
            device.description = description
        }
        devices[place] = device
    }

    private func readCapabilities(
        _ members: Members, _ description: inout DeviceDescription
    ) throws(RecordingError) {
        description.properties = Set(try members.numbers(members.object["properties"] ?? [], "properties"))
        for (key, values) in try members.table("codes") {
            let codes: Set<UInt16> = Set(try members.numbers(values, "codes"))
            if !codes.isEmpty { description.codes[key] = codes }
        }
        for (key, values) in try members.table("absolute") {
            let numbers: [Int32] = try members.numbers(values, "absolute")
            guard numbers.count == 5 else { throw members.bad("absolute") }
            description.axes[key] = Axis(numbers)
        }
        for (name, path) in [("lights", \DeviceDescription.lights), ("switches", \.switches)] {
            for (key, value) in try members.table(name) {
                description[keyPath: path][key] = try members.whole(value, name)
            }
        }
    }

    private mutating func readSurface(
        _ members: Members, _ description: DeviceDescription, at place: Int
    ) throws(RecordingError) {
        guard var x = try members.axis("x"), var y = try members.axis("y") else { throw members.bad("x, y") }
        (x.fuzz, y.fuzz) = (0, 0)
        fingers[place] = FingerEvents(
            name: description.name, numbers: description.numbers, x: x, y: y,
            slots: members.object.whole("slots").map { Int(clamping: $0) })
    }

    private mutating func readEvents(_ members: Members) throws(RecordingError) {
        let place = try place(members)
        for event in members.object["events"]?.arrayValue ?? [] {
            guard let values = event.arrayValue, values.count == 4, let time = values[0].integerValue, time >= 0 else {
                throw members.bad("events")
            }
            devices[place].events.append(
                InputEvent(
                    microseconds: time, type: try members.whole(values[1], "a type"),
                    code: try members.whole(values[2], "a code"), value: try members.whole(values[3], "a value")))
        }
        unfinished = devices[place].events.last?.isFrameEnd == false ? members.line : 0
    }

    private mutating func readFrame(_ members: Members) throws(RecordingError) {
        let place = try place(members)
        let time: Int64 = try members.number("time_us")
        guard fingers[place] != nil, time >= 0 else { throw members.bad("time_us") }
        for contact in members.object["contacts"]?.arrayValue ?? [] {
            guard let contact = contact.objectValue, let id = contact.whole("id"),
                let phase = contact.text("phase").flatMap(FingerEvents.Phase.init(rawValue:)),
                let x = contact.number("x"), let y = contact.number("y")
            else { throw members.bad("contacts") }
            fingers[place]?.add(finger: id, phase, percent: (x, y))
        }
        fingers[place]?.endFrame(at: time)
    }
}

private struct Members {
    let object: JSONObject
    let line: Int

    func bad(_ key: String) -> RecordingError {
        .badNumber(line: line, field: key, text: String("\(object[key]?.description ?? "missing")".prefix(40)))
    }

    func number<Number: FixedWidthInteger>(_ key: String) throws(RecordingError) -> Number {
        try whole(object[key], key)
    }

    func whole<Number: FixedWidthInteger>(_ value: JSON?, _ key: String) throws(RecordingError) -> Number {
        guard let number = value?.integerValue.flatMap({ Number(exactly: $0) }) else { throw bad(key) }
        return number
    }

    func numbers<Number: FixedWidthInteger>(_ value: JSON, _ key: String) throws(RecordingError) -> [Number] {
        guard let values = value.arrayValue else { throw bad(key) }
        return try values.map { value throws(RecordingError) in try whole(value, key) }
    }

    func table(_ key: String) throws(RecordingError) -> [(UInt16, JSON)] {
        var table: [(UInt16, JSON)] = []
        for (name, value) in object[key]?.objectValue ?? [:] {
            guard let code = UInt16(name) else { throw bad(key) }
            table.append((code, value))
        }
        return table
    }

    /// An axis in a live dump; nil if there is none.
    func axis(_ key: String) throws(RecordingError) -> Axis? {
        guard let axis = object[key]?.objectValue else { return nil }
        let members = Members(object: axis, line: line)
        return Axis(
            minimum: try members.number("minimum"), maximum: try members.number("maximum"),
            resolution: try members.number("resolution"), fuzz: try members.number("fuzz"))
    }
}
