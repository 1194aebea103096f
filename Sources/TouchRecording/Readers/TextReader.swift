import TouchDevice

/// Reads the project's own dump for people, as long as its places are in percent.
struct TextReader: LineReader {
    private var panels: [String: Panel] = [:]
    private var order: [String] = []
    private var block: String?
    private var open: (panel: String, time: Int64)?

    private struct Panel {
        var name = ""
        var node: String?
        var numbers = Device.Numbers(bus: 0, vendor: 0, product: 0, version: 0)
        var x = Axis(minimum: 0, maximum: 10_000)
        var y = Axis(minimum: 0, maximum: 10_000)
        var slots: Int?
        var udev: [Device.Property] = []
        var field = ""
        /// Made with the first finger, when the block is known to be over.
        var events: FingerEvents?
    }

    mutating func finish() -> RecordingFile {
        closeFrame()
        var file = RecordingFile(remarks: ["converted from contacts: the panel's own events are not in it"])
        for sysname in order {
            guard let panel = panels[sysname] else { continue }
            file.devices.append(
                Self.events(panel).recording(node: panel.node ?? "/dev/input/\(sysname)", udev: panel.udev))
        }
        return file
    }

    mutating func read(_ line: Line) throws(RecordingError) {
        let text = line.string
        let words = text.split { $0 == " " || $0 == "\r" }
        if words.count >= 8, words[1] == "s", words[3].hasPrefix("#") {
            guard line.isComplete else { throw .cutOff(line: line.number) }
            return try readFinger(words, line)
        }
        guard let first = words.first else {
            block = nil
            return
        }
        if first.hasPrefix("event"), line.text.first == first.utf8.first, !text.hasSuffix(" is gone") {
            block = String(first)
            if panels[String(first)] == nil { order.append(String(first)) }
            panels[String(first), default: Panel()].name = String(name: text.dropFirst(first.count).utf8)
        } else if let block, text.hasPrefix("  ") {
            readField(text, of: block)
        }
    }

    private mutating func readField(_ text: String, of block: String) {
        guard var panel = panels.removeValue(forKey: block) else { return }
        let name = String(name: text.dropFirst(2).prefix(12).utf8)
        let value = String(name: text.dropFirst(14).utf8)
        if !name.isEmpty { panel.field = name }
        let words = value.split { $0 == " " || $0 == "," }
        func number(after word: String) -> UInt16 {
            guard let place = words.firstIndex(of: word[...]), place + 1 < words.count else { return 0 }
            return UInt16(words[place + 1].dropFirst(2), radix: 16) ?? 0
        }
        switch panel.field {
        case "node": panel.node = value
        case "bus": panel.numbers.bus = words.first.flatMap { UInt16($0.dropFirst(2), radix: 16) } ?? 0
        case "ids":
            panel.numbers.vendor = number(after: "vendor")
            panel.numbers.product = number(after: "product")
            panel.numbers.version = number(after: "version")
        case "fingers": panel.slots = words.first.flatMap { Int($0) }
        case "x axis": panel.x = Self.axis(words) ?? panel.x
        case "y axis": panel.y = Self.axis(words) ?? panel.y
        case "udev" where value.contains("="): panel.udev.append(Device.Property(text: value.utf8))
        default: break
        }
        panels[block] = panel
    }

    private mutating func readFinger(_ words: [Substring], _ line: Line) throws(RecordingError) {
        guard let time = Fields.microseconds(Array(words[0].utf8)[...]) else {
            throw .badNumber(line: line.number, field: "the time", text: String(words[0].prefix(40)))
        }
        guard let finger = Int64(words[3].dropFirst()), let phase = FingerEvents.Phase(rawValue: String(words[4])),
            let x = Double(words[5]), let y = Double(words[6])
        else { throw line.unknown }
        guard words[7] == "%" else {
            throw .refused(line: line.number, reason: "positions are not in percent of the panel")
        }
        let sysname = String(words[2])
        if let open, open != (sysname, time) { closeFrame() }
        open = (sysname, time)
        if panels[sysname] == nil { order.append(sysname) }
        var panel = panels.removeValue(forKey: sysname) ?? Panel(slots: 10)
        var events = panel.events ?? Self.events(panel)
        panel.events = nil
        events.add(finger: finger, phase, percent: (x, y))
        panel.events = events
        panels[sysname] = panel
    }

    private mutating func closeFrame() {
        guard let (panel, time) = open else { return }
        panels[panel]?.events?.endFrame(at: time)
        open = nil
    }

    private static func events(_ panel: Panel) -> FingerEvents {
        panel.events
            ?? FingerEvents(name: panel.name, numbers: panel.numbers, x: panel.x, y: panel.y, slots: panel.slots)
    }

    /// `0…4095, 16 units/mm, fuzz 0`.
    private static func axis(_ words: [Substring]) -> Axis? {
        let ends = words.first?.split(separator: "…").compactMap { Int32($0) } ?? []
        guard ends.count == 2, ends[0] < ends[1] else { return nil }
        let resolution = words.count > 2 && words[2] == "units/mm" ? Int32(words[1]) ?? 0 : 0
        return Axis(
            minimum: ends[0], maximum: ends[1], resolution: resolution, fuzz: words.last.flatMap { Int32($0) } ?? 0)
    }
}
