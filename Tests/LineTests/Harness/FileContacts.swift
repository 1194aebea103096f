/// The fingers of an evemu recording, read by simple code that shares nothing with the daemon.
struct FileContacts {
    /// One finger from landing to lifting.
    struct Contact: Equatable {
        /// Its last place, in percent of the axes, clamped to them.
        var x: Double
        var y: Double
        /// Whether it lifted within the recording.
        var isOver = false
    }

    /// The fingers in order of landing; those of one report in order of their slots.
    private(set) var contacts: [Contact] = []

    private var ranges: [Int: ClosedRange<Double>] = [:]
    private var usesSlots: Bool { ranges[0x35] != nil }
    private var slots: [Int: Slot] = [:]
    private var selected = 0

    /// The state of a slot since the last report, and before.
    private struct Slot {
        var isDown = false
        var wantsDown = false
        var values: [Int: Double] = [:]
        var contact = -1
    }

    /// Reads the axes of `description` and the events of `recording`; both may be the same file.
    init(description: [UInt8], recording: [UInt8]) {
        for line in Self.lines(description) where line[0] == "A:" {
            guard line.count >= 5, let code = Int(line[1], radix: 16), let low = Double(line[2]),
                let high = Double(line[3]), high > low
            else { continue }
            ranges[code] = low...high
        }
        for line in Self.lines(recording) where line[0] == "E:" && line.count >= 5 {
            guard let type = Int(line[2], radix: 16), let code = Int(line[3], radix: 16), let value = Int(line[4])
            else { continue }
            feed(type, code, value)
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [[Substring]] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.prefix { $0 != "#" }.split(whereSeparator: { $0 == " " || $0 == "\t" }) }
            .filter { !$0.isEmpty }
    }

    private mutating func feed(_ type: Int, _ code: Int, _ value: Int) {
        switch (type, code, usesSlots) {
        case (0, 0, _): report()
        case (3, 0x2f, true): selected = value
        case (3, 0x39, true): slots[selected, default: Slot()].wantsDown = value >= 0
        case (3, 0x35, true): slots[selected, default: Slot()].values[0] = Double(value)
        case (3, 0x36, true): slots[selected, default: Slot()].values[1] = Double(value)
        case (3, 0x00, false), (3, 0x01, false): slots[0, default: Slot()].values[code] = Double(value)
        case (1, 0x14a, false): slots[0, default: Slot()].wantsDown = value != 0
        default: break
        }
    }

    private mutating func report() {
        for number in slots.keys.sorted() {
            guard var slot = slots[number] else { continue }
            let (x, y) = (percent(slot.values[0] ?? 0, axis: 0), percent(slot.values[1] ?? 0, axis: 1))
            switch (slot.isDown, slot.wantsDown) {
            case (false, true):
                slot.contact = contacts.count
                contacts.append(Contact(x: x, y: y))
            case (true, false):
                contacts[slot.contact].isOver = true
            case (true, true): (contacts[slot.contact].x, contacts[slot.contact].y) = (x, y)
            case (false, false): break
            }
            slot.isDown = slot.wantsDown
            slots[number] = slot
        }
    }

    private func percent(_ value: Double, axis: Int) -> Double {
        guard let range = ranges[(usesSlots ? 0x35 : 0) + axis] else { return 0 }
        let clamped = min(max(value, range.lowerBound), range.upperBound)
        return (clamped - range.lowerBound) / (range.upperBound - range.lowerBound) * 100
    }
}
