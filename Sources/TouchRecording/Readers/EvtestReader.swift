import TouchDevice

/// Reads the lines of evtest: devices, each before its events; others are skipped.
struct EvtestReader: LineReader {
    private var devices: [DeviceRecording] = []
    private var type: UInt16 = 0
    private var code: UInt16 = 0
    private var node: String?
    private var udev: [Device.Property] = []
    private var unfinished = 0
    /// The value of the next event of synchronization, which evtest itself does not write.
    private var value: Int32 = 0

    /// The words for events of synchronization.
    ///
    /// Before 1.26 evtest wrote `Report Sync`, and `Config Sync` for every other code: from a panel, that is the end of a
    /// finger. Some builds write the name of the type, once for each frame.
    private static let reports: [Substring: UInt16] = [
        "SYN_REPORT": 0, "SYN_CONFIG": 1, "SYN_MT_REPORT": 2, "SYN_DROPPED": 3, "Report": 0, "Config": 2, "EV_SYN": 0,
    ]

    mutating func finish() -> RecordingFile {
        var file = RecordingFile(devices: Self.joined(devices))
        if unfinished > 0 { file.problem = .unfinishedFrame(line: unfinished) }
        return file
    }

    mutating func read(_ line: Line) throws(RecordingError) {
        let text = line.string
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        switch (words.first, words.dropFirst().first) {
        case ("#", "Node:"): node = String(name: text.drop { $0 != ":" }.dropFirst().utf8)
        case ("#", "Property:"): udev.set(Device.Property(text: text.drop { $0 != ":" }.dropFirst().utf8))
        case ("#", "Value:"): value = try number(words, 2, "the value", line)
        case ("Input", "driver"):
            devices.append(DeviceRecording(node: node, description: DeviceDescription(), udev: udev))
            (node, udev) = (nil, [])
        case ("Input", "device") where words.dropFirst(2).first == "ID:": try readNumbers(words, line)
        case ("Input", "device"):
            let name = text.drop { $0 != "\"" }.dropFirst().utf8
            let end = name.lastIndex(of: UInt8(ascii: "\"")) ?? name.endIndex
            edit { $0.name = String(name: name[..<end]) }
        case ("Event", "type"):
            type = try number(words, 2, "the event type", line)
        case ("Event", "code"): try readCode(words, line)
        case ("Property", "type"):
            let property: UInt16 = try number(words, 2, "the property", line)
            edit { $0.properties.insert(property) }
        case ("Event:", "time"): try readEvent(words, line)
        case ("Min", _): try readAxis(words, line) { $0.minimum = $1 }
        case ("Max", _): try readAxis(words, line) { $0.maximum = $1 }
        case ("Fuzz", _): try readAxis(words, line) { $0.fuzz = $1 }
        case ("Flat", _): try readAxis(words, line) { $0.flat = $1 }
        case ("Resolution", _): try readAxis(words, line) { $0.resolution = $1 }
        default: break
        }
    }

    private mutating func edit(_ change: (inout DeviceDescription) -> Void) {
        if devices.isEmpty { devices.append(DeviceRecording(description: DeviceDescription())) }
        var description = devices[devices.count - 1].description ?? DeviceDescription()
        devices[devices.count - 1].description = nil
        change(&description)
        devices[devices.count - 1].description = description
    }

    private mutating func readNumbers(_ words: [Substring], _ line: Line) throws(RecordingError) {
        var numbers: [UInt16] = []
        for (index, name) in ["bus", "vendor", "product", "version"].enumerated() {
            let word = index * 2 + 4 < words.count ? words[index * 2 + 4] : ""
            guard let number = UInt16(word.dropFirst(2), radix: 16) else {
                throw .badNumber(line: line.number, field: "the \(name)", text: String(word.prefix(40)))
            }
            numbers.append(number)
        }
        edit { [numbers] in $0.numbers = Device.Numbers(numbers) ?? $0.numbers }
    }

    private mutating func readCode(_ words: [Substring], _ line: Line) throws(RecordingError) {
        code = try number(words, 2, "the code", line)
        let state: Int32? =
            words.dropLast().last == "state" ? try number(words, words.count - 1, "its state", line) : nil
        edit { [type, code] in
            $0.codes[type, default: []].insert(code)
            if type == InputCode.absolute { $0.axes[code] = Axis(minimum: 0, maximum: 0) }
            if let state, type == 0x11 { $0.lights[code] = state }
            if let state, type == 0x05 { $0.switches[code] = state }
        }
    }

    private mutating func readAxis(
        _ words: [Substring], _ line: Line, _ set: (inout Axis, Int32) -> Void
    ) throws(RecordingError) {
        let value: Int32 = try number(words, 1, "the \(words[0].lowercased())", line)
        edit { [code] device in
            guard var axis = device.axes[code] else { return }
            set(&axis, value)
            device.axes[code] = axis
        }
    }

    private mutating func readEvent(_ words: [Substring], _ line: Line) throws(RecordingError) {
        guard line.isComplete else { throw .cutOff(line: line.number) }
        guard words.count > 3, let time = Fields.microseconds(Array(words[2].dropLast().utf8)[...]) else {
            throw .badNumber(line: line.number, field: "the time", text: words.count > 2 ? String(words[2]) : "")
        }
        var event = InputEvent(microseconds: time, type: 0, code: 0, value: 0)
        if words[3] == "type" {
            event.type = try number(words, 4, "the event type", line)
            guard let place = words.firstIndex(of: "code") else {
                throw .missingField(line: line.number, field: "the code")
            }
            event.code = try number(words, place + 1, "the code", line)
            let isScan = event.type == 4 && (event.code == 3 || event.code == 4)
            event.value =
                isScan
                ? Int32(bitPattern: try number(words, words.count - 1, "the value", line, radix: 16))
                : try number(words, words.count - 1, "the value", line)
        } else {
            guard words.count > 4, let code = Self.reports[words[4]] else { throw line.unknown }
            event.code = code
            (event.value, value) = (value, 0)
        }
        unfinished = event.isFrameEnd ? 0 : line.number
        if devices.isEmpty { devices.append(DeviceRecording()) }
        if words[4] == "EV_SYN", devices[devices.count - 1].description?.isProtocolA == true {
            // The end of the finger, which such a build does not show.
            var end = event
            end.code = 2
            devices[devices.count - 1].events.append(end)
        }
        devices[devices.count - 1].events.append(event)
    }

    private func number<Number: FixedWidthInteger>(
        _ words: [Substring], _ index: Int, _ field: String, _ line: Line, radix: Int = 10
    ) throws(RecordingError) -> Number {
        guard index < words.count else { throw .missingField(line: line.number, field: field) }
        // "code 57 (…)," and "type 3": a comma may follow.
        let word = words[index].last == "," ? words[index].dropLast() : words[index]
        guard let number = Number(word, radix: radix) else {
            throw .badNumber(line: line.number, field: field, text: String(word.prefix(40)))
        }
        return number
    }

    private static func joined(_ devices: [DeviceRecording]) -> [DeviceRecording] {
        var joined: [DeviceRecording] = []
        for device in devices {
            var device = device
            if device.description == DeviceDescription() { device.description = nil }
            let known = joined.firstIndex { $0.node == device.node && $0.description == device.description }
            if let known, device.node != nil {
                joined[known].events += device.events
            } else {
                joined.append(device)
            }
        }
        return joined
    }
}
